import { type ReactNode, useCallback, useMemo } from "react"
import { useConnection } from "../../client/Connection.ts"
import { useIsStreaming } from "../../client/MessageStream.tsx"
import { Empty, ErrorNote, Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { endpointName } from "../../delivery/TestReceiver.ts"
import { messages } from "../../text/messages.ts"
import { useEndpoints } from "../endpoints/operations/Endpoints.ts"
import { LogFilterBar } from "./LogFilterBar.tsx"
import type { LogFilters } from "./LogFilters.ts"
import { useLogRows } from "./LogRows.ts"
import { LogSkeleton, LogTable, type RowFrame } from "./LogTable.tsx"

const texts = messages.logs

/** The way in which the list is kept current, or that it is not. */
export const LiveStatus = () => {
  const isStreaming = useIsStreaming()
  const { isLost } = useConnection()
  if (isLost) return <Status tone="bad">{texts.lost}</Status>
  return <Status tone={isStreaming ? "good" : "idle"}>{isStreaming ? texts.live : texts.polling}</Status>
}

/** The names of the endpoints by their ids. */
const useEndpointNames = () => {
  const { endpoints } = useEndpoints({ isWhole: true })
  const names = useMemo(() => new Map(endpoints?.map((endpoint) => [endpoint.id, endpointName(endpoint)])), [endpoints])
  return useCallback((id: string) => names.get(id) ?? id, [names])
}

interface LogViewProps {
  readonly filters: LogFilters
  readonly onFilter: (filters: LogFilters) => void
  readonly frame: RowFrame
  /** The content in place of the list while there is no message at all. */
  readonly empty: ReactNode
}

/** The messages that the filters select, with the state of their deliveries, kept current. */
export const LogView = ({ filters, onFilter, frame, empty }: LogViewProps) => {
  const { list, error, rows, currentOf, newRowCount, hasGap, reload } = useLogRows(filters)
  const endpointOf = useEndpointNames()
  return (
    <div className="stack">
      <LogFilterBar filters={filters} onChange={onFilter} />
      {error === null ? null : <ErrorNote error={error} onRetry={() => void list.refetch()} />}
      {hasGap ? (
        <div aria-live="polite">
          <Button onPress={reload}>{texts.manyNewer}</Button>
        </div>
      ) : null}
      {rows === undefined ? (
        list.error === null ? (
          <LogSkeleton />
        ) : null
      ) : rows.length > 0 ? (
        <LogTable
          key={JSON.stringify(filters)}
          rows={rows}
          currentOf={currentOf}
          endpointOf={endpointOf}
          frame={frame}
          newRowCount={newRowCount}
          hasMore={list.hasNextPage && !list.isFetchingNextPage}
          loadMore={() => void list.fetchNextPage()}
        />
      ) : Object.keys(filters).length > 0 ? (
        <Empty title={texts.noMatch} />
      ) : (
        empty
      )}
    </div>
  )
}
