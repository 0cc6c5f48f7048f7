import { type ReactNode, useCallback } from "react"
import { Empty } from "../components/Feedback.tsx"
import type { LogFilters } from "../screens/logs/LogFilters.ts"
import type { RowFrame } from "../screens/logs/LogTable.tsx"
import { LiveStatus, LogView } from "../screens/logs/LogView.tsx"
import { messages } from "../text/messages.ts"

const texts = messages.portal

interface LogsViewProps {
  readonly filters: LogFilters
  readonly onFilter: (filters: LogFilters) => void
  readonly onOpen: (messageId: string) => void
}

/** Every message to the endpoints of the application with the state of its deliveries, kept current. */
export const LogsView = ({ filters, onFilter, onOpen }: LogsViewProps) => {
  // The frame stays the same function, so that rows which have not changed are not rendered again.
  const frame: RowFrame = useCallback(
    (id: string, cells: ReactNode) => (
      <button type="button" className="log-row" data-row onClick={() => onOpen(id)}>
        {cells}
      </button>
    ),
    [onOpen]
  )
  return (
    <div className="stack">
      <div className="spread">
        <p className="muted">{texts.logsBody}</p>
        <LiveStatus />
      </div>
      <LogView
        filters={filters}
        onFilter={onFilter}
        frame={frame}
        empty={<Empty title={messages.logs.empty.title}>{texts.noMessage}</Empty>}
      />
    </div>
  )
}
