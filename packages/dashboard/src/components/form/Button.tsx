import { createLink } from "@tanstack/react-router"
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react"
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components"

interface Look {
  readonly variant?: "default" | "primary" | "danger" | "quiet"
  readonly size?: "normal" | "small"
}

interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children">, Look {
  readonly children: ReactNode
}

/**
 * A button that does something on the page. While it is pending it does nothing; React Aria would announce that by an
 * element that outlives the button.
 */
export const Button = ({ variant = "default", size = "normal", isPending = false, onPress, ...props }: ButtonProps) => (
  <AriaButton
    {...props}
    {...(isPending || onPress === undefined ? {} : { onPress })}
    {...(isPending ? { "aria-disabled": true, "data-pending": true } : {})}
    className="button"
    data-variant={variant}
    data-size={size}
  />
)

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Look {
  readonly ref?: Ref<HTMLAnchorElement>
}

const Anchor = ({ variant = "default", size = "normal", ...props }: AnchorProps) => (
  <a {...props} className="button" data-variant={variant} data-size={size} />
)

/** A link to another screen that looks like a button. */
export const ButtonLink = createLink(Anchor)
