import { useVirtualizer } from "@tanstack/react-virtual"
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { EventTypeText } from "../../components/EventType.tsx"
import { Skeleton, Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Time } from "../../components/Time.tsx"
import { useIsNarrow } from "../../components/useIsNarrow.ts"
import { eventName } from "../../text/EventNames.ts"
import { messages } from "../../text/messages.ts"
import { type Message, messageStatus, STATUS_TONES } from "./LogQueries.ts"

const texts = messages.logs

/** The height of a row, in pixels: two lines of an event type, and below them, in a narrow window, the rest. */
const ROW_HEIGHT = 44
const NARROW_ROW_HEIGHT = 68
const OVERSCAN = 12
/** Older messages are loaded when so few rows are left below. */
const LOAD_AHEAD_ROWS = 30

/** The element that opens a message: a link or a button of the class `log-row`, with the cells of the row in it. */
export type RowFrame = (id: string, cells: ReactNode) => ReactNode

interface RowProps {
  readonly message: Message
  readonly endpointOf: (id: string) => string
  readonly frame: RowFrame
}

/** Memoized: while the list scrolls, only the rows that appear are rendered. */
const Row = memo(({ message, endpointOf, frame }: RowProps) => {
  const status = messageStatus(message)
  const [only, ...others] = message.deliveries
  return frame(
    message.id,
    <>
      <span className="log-time">
        <Time at={message.createdAt} />
      </span>
      <span className="log-event">
        <code title={eventName(message.type)}>
          <EventTypeText type={message.type} />
        </code>
        {message.example ? <span className="tag">{texts.example}</span> : null}
      </span>
      <span className="log-shipment mono">{message.shipmentNumber ?? message.shipmentId}</span>
      <span className="log-endpoint small muted">
        {only === undefined || others.length > 0
          ? texts.deliveries(message.deliveries.length)
          : endpointOf(only.endpointId)}
      </span>
      <span className="log-status">
        <Status tone={STATUS_TONES[status]}>{texts.statuses[status]}</Status>
      </span>
    </>
  )
})

const Head = () => (
  <div className="log-head" aria-hidden="true">
    <span>{texts.columns.time}</span>
    <span>{texts.columns.event}</span>
    <span>{texts.columns.shipment}</span>
    <span className="log-endpoint">{texts.columns.endpoint}</span>
    <span>{texts.columns.status}</span>
  </div>
)

const SKELETON_ROWS = 10

/** The place of the list while it is loaded, with rows of the same height. */
export const LogSkeleton = () => {
  const height = useIsNarrow() ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  return (
    <div className="log-frame" aria-busy="true">
      <Head />
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className="log-row" style={{ height }}>
          <span className="log-time" />
          <span className="log-event">
            <Skeleton width="60%" />
          </span>
        </div>
      ))}
    </div>
  )
}

interface LogTableProps {
  readonly rows: ReadonlyArray<Message>
  readonly currentOf: (message: Message) => Message
  readonly endpointOf: (id: string) => string
  readonly frame: RowFrame
  /** How many rows have been added above since the list was loaded. */
  readonly newRowCount: number
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/**
 * Rows of which only those in sight exist, so that 100,000 scroll as one screen does. New rows are added above without
 * moving those in sight; at the top, they appear.
 */
export const LogTable = ({ rows, currentOf, endpointOf, frame, newRowCount, hasMore, loadMore }: LogTableProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(newRowCount)
  const rowHeight = useIsNarrow() ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  // A new function would have the virtualizer measure every row again, all 100,000 at each step of scrolling.
  const keyOf = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    getItemKey: keyOf
  })
  // The virtualizer holds the heights that it has read once.
  const readHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    if (readHeight.current === rowHeight) return
    const { current: element } = scroller
    const first = (element?.scrollTop ?? 0) / readHeight.current
    readHeight.current = rowHeight
    virtualizer.measure()
    if (element !== null) element.scrollTop = first * rowHeight
  }, [rowHeight, virtualizer])
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
    if (keepsPlace) element.scrollTop += added * rowHeight
    else setSeen(newRowCount)
  }, [newRowCount, rowHeight])

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
      <Head />
      <section
        className="log-scroll"
        ref={scroller}
        aria-label={texts.list}
        data-scroll-restoration-id="messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          if (currentTarget.scrollTop < rowHeight && unseen > 0) setSeen(newRowCount)
        }}
      >
        <ul style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
          {items.map(({ key, index, start, size }) => {
            const message = rows[index]
            return message === undefined ? null : (
              <li key={key} className="log-item" style={{ height: size, transform: `translateY(${start}px)` }}>
                <Row message={currentOf(message)} endpointOf={endpointOf} frame={frame} />
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}
