import { Activity, useCallback, useState } from "react"
import type { LogFilters } from "../screens/logs/LogFilters.ts"
import { messages } from "../text/messages.ts"
import { EndpointView } from "./EndpointView.tsx"
import { HomeView } from "./HomeView.tsx"
import { MessageView } from "./MessageView.tsx"

const texts = messages.portal

/** What the page shows. It is not in the address, which belongs to the page around it. */
type View =
  | { readonly name: "home" }
  | { readonly name: "endpoint"; readonly endpointId: string }
  /** `endpointId`: the endpoint from whose page the message was opened; absent for the log. */
  | { readonly name: "message"; readonly messageId: string; readonly endpointId?: string }

const HOME: View = { name: "home" }

/** The endpoints and the logs of one application, for its owner, who may change the endpoints as an editor. */
export const PortalApp = ({ isEditor }: { readonly isEditor: boolean }) => {
  const [view, setView] = useState<View>(HOME)
  const [tab, setTab] = useState(texts.endpoints)
  const [filters, setFilters] = useState<LogFilters>({})
  const openEndpoint = useCallback((endpointId: string) => setView({ name: "endpoint", endpointId }), [])
  const openMessage = useCallback((messageId: string) => setView({ name: "message", messageId }), [])
  const showLog = (endpointId: string) => {
    setFilters({ endpointId })
    setTab(texts.logs)
    setView(HOME)
  }
  return (
    <main className="portal">
      {/* The lists keep their place while something of them is open. */}
      <Activity mode={view.name === "home" ? "visible" : "hidden"}>
        <HomeView
          tab={tab}
          onTab={setTab}
          filters={filters}
          onFilter={setFilters}
          onOpenEndpoint={openEndpoint}
          onOpenMessage={openMessage}
        />
      </Activity>
      {view.name === "endpoint" ? (
        <EndpointView
          key={view.endpointId}
          id={view.endpointId}
          isEditor={isEditor}
          onBack={() => setView(HOME)}
          onShowLog={() => showLog(view.endpointId)}
          onOpen={(messageId) => setView({ ...view, name: "message", messageId })}
        />
      ) : null}
      {view.name === "message" ? (
        <MessageView
          id={view.messageId}
          isEditor={isEditor}
          backText={view.endpointId === undefined ? texts.backToList : texts.backToEndpoint}
          onBack={() => (view.endpointId === undefined ? setView(HOME) : openEndpoint(view.endpointId))}
          onOpenEndpoint={openEndpoint}
        />
      ) : null}
    </main>
  )
}
