import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useVirtualizer } from "@tanstack/react-virtual"
import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { useLive } from "../../client/Live.tsx"
import { Button } from "../../components/Button.tsx"
import { Empty, ErrorNote, Skeleton, Status } from "../../components/Feedback.tsx"
import { Page } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { LogFilterBar } from "./LogFilterBar.tsx"
import { type Message, messageStatus, STATUS_TONES } from "./LogQueries.ts"
import { useLogRows } from "./LogRows.ts"

const texts = messages.logs

const ROW_HEIGHT = 44
const OVERSCAN = 12
/** Older messages are loaded when so few rows are left below. */
const LOAD_AHEAD_ROWS = 30
const SKELETON_ROWS = 10

const Row = ({ message }: { readonly message: Message }) => {
  const status = messageStatus(message)
  return (
    <Link to="/logs/$id" params={{ id: message.id }} className="log-row" data-row>
      <span className="log-time">
        <Time at={message.createdAt} />
      </span>
      <span className="log-event">
        <code>{message.type}</code>
        {message.example ? <span className="small muted"> {texts.example}</span> : null}
      </span>
      <span className="log-status">
        <Status tone={STATUS_TONES[status]}>{texts.statuses[status]}</Status>
      </span>
      <span className="log-count small muted">{texts.deliveries(message.deliveries.length)}</span>
    </Link>
  )
}

interface RowsProps {
  readonly rows: ReadonlyArray<Message>
  readonly currentOf: (message: Message) => Message
  /** How many rows have been added above since the list was loaded. */
  readonly arrivedCount: number
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/**
 * Rows of which only those in sight exist, so that 100,000 scroll as one screen does. What arrives is added above without
 * moving what is read; at the top, it appears.
 */
const Rows = ({ rows, currentOf, arrivedCount, hasMore, loadMore }: RowsProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(arrivedCount)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (index) => rows[index]?.id ?? index
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - LOAD_AHEAD_ROWS) loadMore()
  }, [hasMore, last, rows.length, loadMore])

  const count = useRef(arrivedCount)
  useLayoutEffect(() => {
    const added = arrivedCount - count.current
    count.current = arrivedCount
    const { current: element } = scroller
    if (element === null || added <= 0) return
    const keepsPlace = element.scrollTop > 0 || element.contains(document.activeElement)
    if (keepsPlace) element.scrollTop += added * ROW_HEIGHT
    else setSeen(arrivedCount)
  }, [arrivedCount])

  const unseen = Math.max(0, arrivedCount - seen)
  const showTop = () => {
    scroller.current?.scrollTo({ top: 0 })
    setSeen(arrivedCount)
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
      <section
        className="log-scroll"
        ref={scroller}
        aria-label={texts.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          if (currentTarget.scrollTop < ROW_HEIGHT && unseen > 0) setSeen(arrivedCount)
        }}
      >
        <ul style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
          {items.map(({ key, index, start }) => {
            const message = rows[index]
            return message === undefined ? null : (
              <li key={key} className="log-item" style={{ transform: `translateY(${start}px)` }}>
                <Row message={currentOf(message)} />
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}

/** Every message of the account with what became of it, as it happens. */
export const LogList = () => {
  const filters = useSearch({ from: "/shell/logs" })
  const navigate = useNavigate({ from: "/logs" })
  const isLive = useLive()
  const { list, rows, currentOf, arrivedCount, hasGap, reload } = useLogRows(filters)
  const isFiltered = Object.keys(filters).length > 0

  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      actions={<Status tone={isLive ? "good" : "idle"}>{isLive ? texts.live : texts.polling}</Status>}
    >
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
          <Empty title={isFiltered ? texts.noMatch : texts.empty} />
        ) : (
          <Rows
            key={JSON.stringify(filters)}
            rows={rows}
            currentOf={currentOf}
            arrivedCount={arrivedCount}
            hasMore={list.hasNextPage && !list.isFetchingNextPage}
            loadMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </Page>
  )
}
