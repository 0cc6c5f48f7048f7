import type { ReactNode } from "react"
import { Icon } from "../theme/Icon.tsx"

interface DisclosureProps {
  readonly summary: ReactNode
  readonly isOpen?: boolean
  readonly size?: "normal" | "small"
  /** `row`: a row of a list, as wide as its place, which `j` and `k` reach. */
  readonly look?: "link" | "row"
  readonly children: ReactNode
}

/** A part of a card that is shown when its summary is pressed. The search of the browser finds what it hides. */
export const Disclosure = ({ summary, isOpen = false, size = "normal", look = "link", children }: DisclosureProps) => (
  <details className="disclosure" data-look={look} open={isOpen}>
    <summary className={size === "small" ? "small" : undefined} {...(look === "row" ? { "data-row": true } : {})}>
      <Icon path="m6 4 4 4-4 4" size={14} />
      {summary}
    </summary>
    {children}
  </details>
)
