import type { ReactNode } from "react"
import { ErrorNote } from "../components/Feedback.tsx"
import { LinkButton } from "../components/form/LinkButton.tsx"

// What the views of one endpoint and of one message have in common.

interface BackLinkProps {
  readonly text: string
  readonly onBack: () => void
}

/** The way back to the view from which this one was opened. */
export const BackLink = ({ text, onBack }: BackLinkProps) => (
  <div className="crumb">
    <LinkButton onPress={onBack} autoFocus>
      {text}
    </LinkButton>
  </div>
)

interface FailedEntryProps {
  readonly title: string
  readonly backLink: ReactNode
  readonly error: Error
  readonly onRetry: () => void
}

/** The view of an entry that could not be loaded: the reason, and a way to load it again. */
export const FailedEntry = ({ title, backLink, error, onRetry }: FailedEntryProps) => (
  <div className="stack">
    {backLink}
    <h1>{title}</h1>
    <ErrorNote error={error} onRetry={onRetry} />
  </div>
)
