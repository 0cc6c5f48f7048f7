import { useState } from "react"
import { Button, ButtonLink } from "../../../components/form/Button.tsx"
import { messages } from "../../../text/messages.ts"
import { EditDialog } from "./EditDialog.tsx"
import type { Endpoint, EndpointStats } from "./EndpointQueries.ts"
import { ExampleDialog } from "./ExampleDialog.tsx"
import { PauseAction } from "./PauseAction.tsx"
import { RemoveDialog } from "./RemoveDialog.tsx"

const texts = messages.endpoints.actions

type Open = "none" | "edit" | "example" | "remove"

/** What can be done with an endpoint. */
export const EndpointActions = ({
  endpoint,
  stats
}: {
  readonly endpoint: Endpoint
  readonly stats: EndpointStats | undefined
}) => {
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
      <EditDialog endpoint={endpoint} isOpen={open === "edit"} onClose={close} />
      <ExampleDialog
        endpoint={endpoint}
        isOpen={open === "example"}
        onClose={close}
        detail={(id) => (
          <ButtonLink to="/logs/$id" params={{ id }}>
            {messages.endpointDialogs.example.open}
          </ButtonLink>
        )}
      />
      <RemoveDialog endpoint={endpoint} stats={stats} isOpen={open === "remove"} onClose={close} />
    </>
  )
}
