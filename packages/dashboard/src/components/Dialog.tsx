import { type ReactNode, useState } from "react"
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components"
import { messages } from "../text/messages.ts"
import { FailureReportsContext, NO_REPORTS } from "./FailureReports.ts"
import { ErrorNote } from "./Feedback.tsx"
import { Button } from "./form/Button.tsx"
import { useVisiblePart } from "./VisiblePart.ts"

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** `wide` for content with columns. */
  readonly size?: "ordinary" | "wide"
}

interface ClosableProps extends DialogProps {
  /** False for a dialog that has a button of its own to leave it. */
  readonly hasClose?: boolean
}

/** A dialog over the page. Its button, Escape and a press outside close it; the focus returns to where it was. */
export const Dialog = ({ title, isOpen, onClose, children, size = "ordinary", hasClose = true }: ClosableProps) => {
  const visiblePart = useVisiblePart(isOpen ? title : undefined)
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable
      style={visiblePart}
    >
      <Modal className="dialog" data-size={size}>
        <AriaDialog className="dialog-body">
          <div className="dialog-head">
            <Heading slot="title" className="break">
              {title}
            </Heading>
            {hasClose ? (
              <Button size="small" onPress={onClose}>
                {messages.common.close}
              </Button>
            ) : null}
          </div>
          <FailureReportsContext value={NO_REPORTS}>{children}</FailureReportsContext>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface ConfirmProps extends DialogProps {
  readonly action: string
  readonly variant?: "primary" | "danger"
  readonly isDisabled?: boolean
  /** The dialog closes when it succeeds, and shows the error when it fails. */
  readonly onConfirm: () => Promise<unknown>
}

/** A dialog that performs one action when it is confirmed. */
export const ConfirmDialog = ({
  action,
  variant = "primary",
  isDisabled = false,
  onConfirm,
  children,
  ...dialog
}: ConfirmProps) => {
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const close = () => {
    setError(undefined)
    dialog.onClose()
  }
  const confirm = () => {
    setPending(true)
    setError(undefined)
    onConfirm()
      .then(close, setError)
      .finally(() => setPending(false))
  }
  return (
    <Dialog {...dialog} onClose={close} hasClose={false}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isDisabled && !isPending) confirm()
        }}
      >
        {children}
        {error === undefined ? null : <ErrorNote error={error} />}
        <div className="dialog-foot">
          <Button onPress={close}>{messages.common.cancel}</Button>
          <Button type="submit" variant={variant} isDisabled={isDisabled} isPending={isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
