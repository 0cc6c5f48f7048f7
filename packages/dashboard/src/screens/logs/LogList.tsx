import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useVirtualizer } from "@tanstack/react-virtual"
import { useEffect, useMemo, useRef } from "react"
import { Button } from "../../components/Button.tsx"
import { Empty, ErrorNote, Skeleton, Status } from "../../components/Feedback.tsx"
import { Page } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { LogFilterBar } from "./LogFilterBar.tsx"
import { type Message, messageStatus, messagesQuery, newestQuery, STATUS_TONES } from "./LogQueries.ts"

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
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/** Rows of which only those in sight exist, so that 100,000 scroll as one screen does. */
const Rows = ({ rows, hasMore, loadMore }: RowsProps) => {
  const scroller = useRef<HTMLDivElement>(null)
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="log-scroll" ref={scroller} aria-label={texts.list} tabIndex={0}>
      <ul style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {items.map(({ key, index, start }) => {
          const message = rows[index]
          return message === undefined ? null : (
            <li key={key} className="log-item" style={{ transform: `translateY(${start}px)` }}>
              <Row message={message} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Every message of the account with what became of it. What arrives is announced and does not move what is read. */
export const LogList = () => {
  const filters = useSearch({ from: "/shell/logs" })
  const navigate = useNavigate({ from: "/logs" })
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(messagesQuery(filters))
  const { data: newest } = useQuery(newestQuery(filters))

  const stored = useMemo(() => list.data?.pages.flatMap((page) => page.data), [list.data])
  // The rows keep their places; their states are those of the newest response.
  const rows = useMemo(() => {
    const current = new Map(newest?.data.map((message) => [message.id, message]))
    return stored?.map((message) => current.get(message.id) ?? message)
  }, [stored, newest])
  const arrived = useMemo(() => {
    const known = new Set(stored?.slice(0, 200).map(({ id }) => id))
    return stored === undefined ? 0 : (newest?.data.filter(({ id }) => !known.has(id)).length ?? 0)
  }, [stored, newest])

  const showNewest = () => void queryClient.resetQueries({ queryKey: messagesQuery(filters).queryKey })
  const isFiltered = Object.keys(filters).length > 0

  return (
    <Page title={texts.title} subtitle={texts.subtitle} actions={<Status tone="good">{texts.live}</Status>}>
      <div className="stack">
        <LogFilterBar filters={filters} onChange={(search) => void navigate({ search, replace: true })} />
        {list.error === null ? null : <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
        <div aria-live="polite">
          {arrived > 0 ? (
            <Button onPress={showNewest}>{texts.newer(arrived, arrived === newest?.data.length)}</Button>
          ) : null}
        </div>
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
            rows={rows}
            hasMore={list.hasNextPage && !list.isFetchingNextPage}
            loadMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </Page>
  )
}
