import { Activity, useCallback, useState } from "react"
import { FailureBoundary } from "../components/FailureBoundary.tsx"
import { SharedFailures } from "../components/SharedFailures.tsx"
import type { LogFilters } from "../screens/logs/LogFilters.ts"
import { messages } from "../text/messages.ts"
import { EndpointView } from "./EndpointView.tsx"
import { HomeView } from "./HomeView.tsx"
import { MessageView } from "./MessageView.tsx"
import { usePortalView } from "./PortalHistory.ts"

const texts = messages.portal

const TABS = { home: texts.endpoints, logs: texts.logs }

/** The endpoints and the logs of one application, for its owner, who may change the endpoints as an editor. */
export const PortalApp = ({ isEditor }: { readonly isEditor: boolean }) => {
  const [view, open] = usePortalView()
  const [filters, setFilters] = useState<LogFilters>({})
  // The lists are unchanged while an entry of them is open.
  const [list, setList] = useState<"home" | "logs">("home")
  if ((view.name === "home" || view.name === "logs") && view.name !== list) setList(view.name)
  const openEndpoint = useCallback((endpointId: string) => open({ name: "endpoint", endpointId }), [open])
  const openMessage = useCallback((messageId: string) => open({ name: "message", messageId }), [open])
  const showLog = (endpointId: string) => {
    setFilters({ endpointId })
    open({ name: "logs" })
  }
  return (
    <main className="portal">
      <SharedFailures>
        <Activity mode={view.name === list ? "visible" : "hidden"}>
          <FailureBoundary>
            <HomeView
              tab={TABS[list]}
              onTab={(tab) => open({ name: tab === TABS.logs ? "logs" : "home" })}
              filters={filters}
              onFilter={setFilters}
              onOpenEndpoint={openEndpoint}
              onOpenMessage={openMessage}
            />
          </FailureBoundary>
        </Activity>
        {view.name === "endpoint" ? (
          <FailureBoundary key={view.endpointId}>
            <EndpointView
              id={view.endpointId}
              isEditor={isEditor}
              onBack={() => open({ name: "home" })}
              onShowLog={() => showLog(view.endpointId)}
              onOpen={(messageId) => open({ ...view, name: "message", messageId })}
            />
          </FailureBoundary>
        ) : null}
        {view.name === "message" ? (
          <FailureBoundary key={view.messageId}>
            <MessageView
              id={view.messageId}
              isEditor={isEditor}
              backText={view.endpointId === undefined ? texts.backToList : texts.backToEndpoint}
              onBack={() => (view.endpointId === undefined ? open({ name: "logs" }) : openEndpoint(view.endpointId))}
              onOpenEndpoint={openEndpoint}
            />
          </FailureBoundary>
        ) : null}
      </SharedFailures>
    </main>
  )
}
