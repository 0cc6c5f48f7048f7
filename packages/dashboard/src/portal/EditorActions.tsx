import { Suspense, useState } from "react"
import { Button } from "../components/form/Button.tsx"
import { EventsDialog, ExampleDialog } from "../screens/endpoints/operations/Dialogs.ts"
import type { Endpoint } from "../screens/endpoints/operations/EndpointQueries.ts"
import { PauseAction } from "../screens/endpoints/operations/PauseAction.tsx"
import { messages } from "../text/messages.ts"
import { LabelsDialog } from "./LabelsDialog.tsx"

const texts = messages.endpoints

type Open = "none" | "labels" | "events" | "example"

/** The actions of an editor on an endpoint. */
export const EditorActions = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [open, setOpen] = useState<Open>("none")
  const close = () => setOpen("none")
  return (
    <>
      <Button variant="primary" onPress={() => setOpen("example")}>
        {texts.actions.example}
      </Button>
      <Button onPress={() => setOpen("labels")}>{texts.actions.edit}</Button>
      <Button onPress={() => setOpen("events")}>{texts.settings.editEvents}</Button>
      <PauseAction endpoint={endpoint} />
      <LabelsDialog endpoint={endpoint} isOpen={open === "labels"} onClose={close} />
      <Suspense>
        {open === "events" ? <EventsDialog endpoint={endpoint} isOpen onClose={close} isLimitedToApplication /> : null}
        {open === "example" ? <ExampleDialog endpoint={endpoint} isOpen onClose={close} /> : null}
      </Suspense>
    </>
  )
}
