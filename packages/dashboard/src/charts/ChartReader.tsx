import { type CSSProperties, Fragment, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react"
import { messages } from "../text/messages.ts"

const texts = messages.common.chart

/** What a chart shows at one instant: its date or hour, and a value for each line or part. */
export interface ChartReading {
  readonly title: string
  /** The same instant in UTC. */
  readonly utc?: string
  readonly values: ReadonlyArray<readonly [name: string, value: string]>
  /** How far the values can be trusted. */
  readonly note?: string
}

/** The height of a line at an instant, as a share of the chart from its top; null where the figure is unknown. */
interface ChartMark {
  readonly line: number
  readonly look: string | undefined
  readonly share: number | null
}

interface ChartReaderProps {
  readonly label: string
  /** The number of instants. */
  readonly count: number
  /** `point`: the first and the last instant are at the edges. `band`: each has an equal part of the width. */
  readonly scale: "point" | "band"
  readonly readingAt: (index: number) => ChartReading
  readonly marksAt?: (index: number) => ReadonlyArray<ChartMark>
  /** The drawing, which fills its place. */
  readonly children: ReactNode
}

const textOf = ({ title, values, note }: ChartReading): string =>
  [title, ...values.map(([name, value]) => `${name} ${value}`), ...(note === undefined ? [] : [note])].join(", ")

/** The index that a key leads to; undefined for another key. */
const indexAfter = (key: string, at: number, last: number): number | undefined => {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, at - 1)
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(last, at + 1)
    case "Home":
      return 0
    case "End":
      return last
  }
  return undefined
}

/** On the half of the chart where there is room for it. */
const tipStyle = (share: number): CSSProperties =>
  share <= 0.5 ? { left: `${share * 100}%` } : { right: `${(1 - share) * 100}%` }

const Tip = ({
  reading: { title, utc, values, note },
  share
}: {
  readonly reading: ChartReading
  readonly share: number
}) => (
  <div className="chart-tip" style={tipStyle(share)} aria-hidden="true">
    <strong>{title}</strong>
    {utc === undefined ? null : <div className="muted">{utc}</div>}
    <dl>
      {values.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
    {note === undefined ? null : <div className="muted">{note}</div>}
  </div>
)

/**
 * A chart whose values are read one by one: by the pointer, and by the arrow keys, Home and End. A screen reader states the
 * date and the values. Escape hides them.
 */
export const ChartReader = ({ label, count, scale, readingAt, marksAt, children }: ChartReaderProps) => {
  const [index, setIndex] = useState<number>()
  const last = count - 1
  const current = Math.min(index ?? last, last)
  const shareOf = (at: number) => (scale === "band" ? (at + 0.5) / count : last === 0 ? 0.5 : at / last)
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / width
    const at = scale === "band" ? Math.floor(share * count) : Math.round(share * last)
    setIndex(Math.max(0, Math.min(last, at)))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && index !== undefined) {
      event.stopPropagation()
      setIndex(undefined)
      return
    }
    const next = index === undefined && event.key.startsWith("Arrow") ? last : indexAfter(event.key, current, last)
    if (next === undefined) return
    event.preventDefault()
    setIndex(next)
  }
  const reading = readingAt(current)
  const at = shareOf(current)
  return (
    <div
      className="chart-reader"
      role="slider"
      aria-roledescription={texts.role}
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={current}
      aria-valuetext={textOf(reading)}
      tabIndex={0}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setIndex(undefined)}
      onKeyDown={press}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(":focus-visible")) setIndex(last)
      }}
      onBlur={() => setIndex(undefined)}
    >
      {children}
      {index === undefined ? null : (
        <>
          <div
            className="chart-mark"
            data-look={scale}
            style={{ left: `${at * 100}%`, ...(scale === "band" ? { width: `${100 / count}%` } : {}) }}
          />
          {marksAt?.(current).map(({ line, look, share }) =>
            share === null ? null : (
              <div
                key={line}
                className="chart-point"
                data-line={line}
                data-look={look}
                style={{ left: `${at * 100}%`, top: `${share * 100}%` }}
              />
            )
          )}
          <Tip reading={reading} share={at} />
        </>
      )}
    </div>
  )
}
