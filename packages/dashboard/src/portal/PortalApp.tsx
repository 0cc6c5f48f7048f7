import { useState } from "react"
import { EndpointView } from "./EndpointView.tsx"
import { ListView } from "./ListView.tsx"
import { MessageView } from "./MessageView.tsx"

/** What the page shows. It is not in the address, which belongs to the page around it. */
type View =
  | { readonly name: "list" }
  | { readonly name: "endpoint"; readonly endpointId: string }
  | { readonly name: "message"; readonly endpointId: string; readonly messageId: string }

/** The endpoints and the logs of one application, for its owner, who may change the endpoints as an editor. */
export const PortalApp = ({ isEditor }: { readonly isEditor: boolean }) => {
  const [view, setView] = useState<View>({ name: "list" })
  return (
    <main className="portal">
      {view.name === "list" ? (
        <ListView onOpen={(endpointId) => setView({ name: "endpoint", endpointId })} />
      ) : view.name === "endpoint" ? (
        <EndpointView
          id={view.endpointId}
          isEditor={isEditor}
          onBack={() => setView({ name: "list" })}
          onOpen={(messageId) => setView({ name: "message", endpointId: view.endpointId, messageId })}
        />
      ) : (
        <MessageView
          id={view.messageId}
          endpointId={view.endpointId}
          isEditor={isEditor}
          onBack={() => setView({ name: "endpoint", endpointId: view.endpointId })}
        />
      )}
    </main>
  )
}
