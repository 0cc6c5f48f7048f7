import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useVirtualizer } from "@tanstack/react-virtual"
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useConnection } from "../../client/Connection.ts"
import { useIsStreaming } from "../../client/MessageStream.tsx"
import { Empty, ErrorNote, Skeleton, Status } from "../../components/Feedback.tsx"
import { Button, ButtonLink } from "../../components/form/Button.tsx"
import { Page } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { endpointName } from "../../delivery/TestReceiver.ts"
import { eventName } from "../../text/EventNames.ts"
import { messages } from "../../text/messages.ts"
import { useEndpoints } from "../endpoints/operations/Endpoints.ts"
import { ShipmentNumber } from "../shipments/ShipmentNumber.tsx"
import { LogFilterBar } from "./LogFilterBar.tsx"
import { type Message, messageStatus, newestShipmentsQuery, STATUS_TONES } from "./LogQueries.ts"
import { useLogRows } from "./LogRows.ts"

const texts = messages.logs

const ROW_HEIGHT = 44
const OVERSCAN = 12
/** Older messages are loaded when so few rows are left below. */
const LOAD_AHEAD_ROWS = 30
const SKELETON_ROWS = 10

/** The names of what messages are about, by their ids. */
interface Names {
  readonly endpointOf: (id: string) => string
  /** Undefined for a shipment that is not one of the newest. */
  readonly shipmentOf: (id: string) => string | undefined
  /** Whether the names of the newest shipments are loaded. */
  readonly hasShipments: boolean
}

interface RowProps {
  readonly message: Message
  readonly names: Names
  /** Whether the list scrolls: false for a row whose shipment is known, which looks the same. */
  readonly isScrolling: boolean
}

const isUnknown = ({ shipmentId }: Message, { shipmentOf }: Names): boolean =>
  shipmentId !== null && shipmentOf(shipmentId) === undefined

/** Memoized: while the list scrolls, only the rows that appear are rendered. */
const Row = memo(({ message, names, isScrolling }: RowProps) => {
  const status = messageStatus(message)
  const [only, ...others] = message.deliveries
  return (
    <Link to="/logs/$id" params={{ id: message.id }} className="log-row" data-row>
      <span className="log-time">
        <Time at={message.createdAt} />
      </span>
      <span className="log-event">
        <code title={eventName(message.type)}>{message.type}</code>
        {message.example ? <span className="tag">{texts.example}</span> : null}
      </span>
      <span className="log-shipment mono">
        {message.shipmentId === null ? null : (
          <ShipmentNumber
            id={message.shipmentId}
            known={names.shipmentOf(message.shipmentId)}
            isLookedUp={names.hasShipments && !isScrolling}
          />
        )}
      </span>
      <span className="log-endpoint small muted">
        {only === undefined || others.length > 0
          ? texts.deliveries(message.deliveries.length)
          : names.endpointOf(only.endpointId)}
      </span>
      <span className="log-status">
        <Status tone={STATUS_TONES[status]}>{texts.statuses[status]}</Status>
      </span>
    </Link>
  )
})

interface RowsProps {
  readonly rows: ReadonlyArray<Message>
  readonly currentOf: (message: Message) => Message
  readonly names: Names
  /** How many rows have been added above since the list was loaded. */
  readonly newRowCount: number
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/**
 * Rows of which only those in sight exist, so that 100,000 scroll as one screen does. What arrives is added above without
 * moving what is read; at the top, it appears.
 */
const Rows = ({ rows, currentOf, names, newRowCount, hasMore, loadMore }: RowsProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(newRowCount)
  // A new function would have the virtualizer measure every row again, all 100,000 at each step of scrolling.
  const keyOf = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: keyOf
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - LOAD_AHEAD_ROWS) loadMore()
  }, [hasMore, last, rows.length, loadMore])

  const count = useRef(newRowCount)
  useLayoutEffect(() => {
    const added = newRowCount - count.current
    count.current = newRowCount
    const { current: element } = scroller
    if (element === null || added <= 0) return
    const keepsPlace = element.scrollTop > 0 || element.contains(document.activeElement)
    if (keepsPlace) element.scrollTop += added * ROW_HEIGHT
    else setSeen(newRowCount)
  }, [newRowCount])

  const unseen = Math.max(0, newRowCount - seen)
  const showTop = () => {
    scroller.current?.scrollTo({ top: 0 })
    setSeen(newRowCount)
  }
  return (
    <div className="log-frame">
      <div aria-live="polite" className="log-arrived">
        {unseen > 0 ? (
          <Button size="small" onPress={showTop}>
            {texts.newer(unseen)}
          </Button>
        ) : null}
      </div>
      <div className="log-head" aria-hidden="true">
        <span>{texts.columns.time}</span>
        <span>{texts.columns.event}</span>
        <span>{texts.columns.shipment}</span>
        <span className="log-endpoint">{texts.columns.endpoint}</span>
        <span>{texts.columns.status}</span>
      </div>
      <section
        className="log-scroll"
        ref={scroller}
        aria-label={texts.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          if (currentTarget.scrollTop < ROW_HEIGHT && unseen > 0) setSeen(newRowCount)
        }}
      >
        <ul style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
          {items.map(({ key, index, start }) => {
            const message = rows[index]
            return message === undefined ? null : (
              <li key={key} className="log-item" style={{ transform: `translateY(${start}px)` }}>
                <Row
                  message={currentOf(message)}
                  names={names}
                  isScrolling={virtualizer.isScrolling && isUnknown(message, names)}
                />
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}

/** The names of the endpoints and of the newest shipments. */
const useNames = (): Names => {
  const { endpoints } = useEndpoints({ isWhole: true })
  const { data: shipments, isPending } = useQuery(newestShipmentsQuery)
  return useMemo(() => {
    const urls = new Map(endpoints?.map((endpoint) => [endpoint.id, endpointName(endpoint)]))
    const numbers = new Map(shipments?.data.map(({ id, number }) => [id, number]))
    return { endpointOf: (id) => urls.get(id) ?? id, shipmentOf: (id) => numbers.get(id), hasShipments: !isPending }
  }, [endpoints, shipments, isPending])
}

/** How the list is kept current, or that it is not. */
const LiveStatus = () => {
  const isStreaming = useIsStreaming()
  const { isLost } = useConnection()
  if (isLost) return <Status tone="bad">{texts.lost}</Status>
  return <Status tone={isStreaming ? "good" : "idle"}>{isStreaming ? texts.live : texts.polling}</Status>
}

const NoRows = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title={texts.noMatch} />
  ) : (
    <Empty
      title={texts.empty.title}
      action={
        <ButtonLink to="/alerts/new" variant="primary">
          {texts.empty.action}
        </ButtonLink>
      }
    >
      {texts.empty.body}
    </Empty>
  )

/** Every message of the account with what became of it, as it happens. */
export const LogList = () => {
  const filters = useSearch({ from: "/shell/logs" })
  const navigate = useNavigate({ from: "/logs" })
  const { list, rows, currentOf, newRowCount, hasGap, reload } = useLogRows(filters)
  const names = useNames()
  const isFiltered = Object.keys(filters).length > 0

  return (
    <Page title={texts.title} subtitle={texts.subtitle} actions={<LiveStatus />}>
      <div className="stack">
        <LogFilterBar filters={filters} onChange={(search) => void navigate({ search, replace: true })} />
        {list.error === null ? null : <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
        {hasGap ? (
          <div aria-live="polite">
            <Button onPress={reload}>{texts.manyNewer}</Button>
          </div>
        ) : null}
        {rows === undefined ? (
          list.error === null ? (
            <div className="stack-s" aria-busy="true">
              {Array.from({ length: SKELETON_ROWS }, (_, row) => (
                <Skeleton key={row} />
              ))}
            </div>
          ) : null
        ) : rows.length === 0 ? (
          <NoRows isFiltered={isFiltered} />
        ) : (
          <Rows
            key={JSON.stringify(filters)}
            rows={rows}
            currentOf={currentOf}
            names={names}
            newRowCount={newRowCount}
            hasMore={list.hasNextPage && !list.isFetchingNextPage}
            loadMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </Page>
  )
}
