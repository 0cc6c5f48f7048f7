import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components"

interface LinkButtonProps extends Omit<AriaButtonProps, "className" | "style"> {
  /** Names the row of a table, which it is wide as a target. */
  readonly "data-row"?: boolean
}

/** A way to another view of a page that has no addresses for its views: it looks like a link. */
export const LinkButton = (props: LinkButtonProps) => <AriaButton {...props} className="link-button" />
