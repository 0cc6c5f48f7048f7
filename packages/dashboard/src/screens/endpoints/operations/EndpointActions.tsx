import { Suspense, useState } from "react"
import { Button, ButtonLink } from "../../../components/form/Button.tsx"
import { messages } from "../../../text/messages.ts"
import { EditDialog, ExampleDialog, RemoveDialog } from "./Dialogs.ts"
import type { Endpoint } from "./EndpointQueries.ts"
import { PauseAction } from "./PauseAction.tsx"

const texts = messages.endpoints.actions

type Open = "none" | "edit" | "example" | "remove"

/** The actions on an endpoint. */
export const EndpointActions = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [open, setOpen] = useState<Open>("none")
  const close = () => setOpen("none")
  return (
    <>
      <Button variant="primary" onPress={() => setOpen("example")}>
        {texts.example}
      </Button>
      <Button onPress={() => setOpen("edit")}>{texts.edit}</Button>
      <PauseAction endpoint={endpoint} />
      <Button variant="danger" onPress={() => setOpen("remove")}>
        {texts.remove}
      </Button>
      <Suspense>
        {open === "edit" ? <EditDialog endpoint={endpoint} isOpen onClose={close} /> : null}
        {open === "example" ? (
          <ExampleDialog
            endpoint={endpoint}
            isOpen
            onClose={close}
            detail={(id) => (
              <ButtonLink to="/logs/$id" params={{ id }}>
                {messages.endpointDialogs.example.open}
              </ButtonLink>
            )}
          />
        ) : null}
        {open === "remove" ? <RemoveDialog endpoint={endpoint} isOpen onClose={close} /> : null}
      </Suspense>
    </>
  )
}
