import { Component, type ReactNode } from "react"
import { ErrorNote } from "./Feedback.tsx"

interface BoundaryProps {
  readonly children: ReactNode
}

interface BoundaryState {
  /** Undefined while nothing has failed. */
  readonly error: unknown
}

/** Shows the failure of a part of a page that cannot be shown, and tries again on request. React has no hook for it. */
export class FailureBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <ErrorNote error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}
