import { ChartReader, type ChartReading } from "../../charts/ChartReader.tsx"
import { ErrorNote, Skeleton } from "../../components/Feedback.tsx"
import { Card, Figures } from "../../components/Page.tsx"
import { Sentence } from "../../components/Sentence.tsx"
import { Time } from "../../components/Time.tsx"
import { instantInUtc } from "../../text/Instants.ts"
import { messages } from "../../text/messages.ts"
import { duration, type EndpointStats, successRate } from "./operations/EndpointQueries.ts"

const texts = messages.endpoints.health

const HOUR_MILLIS = 3_600_000
const HOURS = 24
const HEIGHT = 48
const WIDTH = 24
const GAP = 4

const NO_ATTEMPTS = { succeeded: 0, failed: 0 }

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" })

/** An hour from its first to its last minute. */
const hourText = (startsAt: number): string => clock.formatRange(startsAt, startsAt + HOUR_MILLIS)

/** The attempts of the hour with the most. */
const mostOf = ({ hours }: EndpointStats): number =>
  Math.max(0, ...hours.map(({ succeeded, failed }) => succeeded + failed))

/** Attempts by hour, as bars: succeeded below, failed on top. */
const HourBars = ({ stats }: { readonly stats: EndpointStats }) => {
  const last = Math.floor(Date.parse(stats.until) / HOUR_MILLIS) * HOUR_MILLIS
  const byHour = new Map(stats.hours.map((hour) => [Date.parse(hour.startsAt), hour]))
  const hours = Array.from({ length: HOURS }, (_, index) => last - (HOURS - 1 - index) * HOUR_MILLIS)
  const most = Math.max(1, mostOf(stats))
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT))
  const readingAt = (index: number): ChartReading => {
    const startsAt = hours[index] ?? last
    const { succeeded, failed } = byHour.get(startsAt) ?? NO_ATTEMPTS
    return {
      title: hourText(startsAt),
      utc: instantInUtc(startsAt),
      values: [
        [messages.endpoints.attempts.succeeded, succeeded.toLocaleString()],
        [messages.endpoints.attempts.failed, failed.toLocaleString()]
      ]
    }
  }
  return (
    <ChartReader label={texts.chart} count={HOURS} scale="band" readingAt={readingAt}>
      <svg
        className="bars"
        viewBox={`0 0 ${HOURS * WIDTH} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {hours.map((startsAt, index) => {
          const { succeeded, failed } = byHour.get(startsAt) ?? NO_ATTEMPTS
          const [good, bad] = [heightOf(succeeded), heightOf(failed)]
          const x = index * WIDTH + GAP / 2
          return (
            <g key={startsAt}>
              <rect className="bar-ground" x={x} y={0} width={WIDTH - GAP} height={HEIGHT + 2} />
              <rect className="bar-good" x={x} y={HEIGHT + 2 - good} width={WIDTH - GAP} height={good} />
              <rect className="bar-bad" x={x} y={HEIGHT + 2 - good - bad} width={WIDTH - GAP} height={bad} />
            </g>
          )
        })}
      </svg>
    </ChartReader>
  )
}

const boundedCount = ({ count, more }: EndpointStats["deliveries"]["waiting"]): string =>
  `${count.toLocaleString()}${more ? "+" : ""}`

interface HealthCardProps {
  /** Undefined while they are loaded, and when they cannot be. */
  readonly stats: EndpointStats | undefined
  /** Why they could not be loaded; null otherwise. */
  readonly error: unknown
  readonly onRetry: () => void
}

/** The health of the endpoint in the last 24 hours. */
export const HealthCard = ({ stats, error, onRetry }: HealthCardProps) => {
  const value = (show: (known: EndpointStats) => string) =>
    stats === undefined ? <Skeleton width="4rem" /> : show(stats)
  if (stats === undefined && error !== null) {
    return (
      <Card title={texts.title}>
        <ErrorNote error={error} onRetry={onRetry} />
      </Card>
    )
  }
  const total = stats === undefined ? undefined : stats.attempts.succeeded + stats.attempts.failed
  return (
    <Card title={texts.title}>
      <div className="stack">
        <Figures
          items={[
            {
              name: texts.success,
              value: value(({ attempts }) => (attempts.successRate === null ? "–" : successRate(attempts.successRate))),
              note: total === undefined ? undefined : texts.attempts(total)
            },
            {
              name: texts.mean,
              value: value(({ attempts }) => (attempts.meanMillis === null ? "–" : duration(attempts.meanMillis))),
              note:
                stats === undefined || stats.attempts.longestMillis === null
                  ? undefined
                  : texts.longest(duration(stats.attempts.longestMillis))
            },
            { name: texts.waiting, value: value(({ deliveries }) => boundedCount(deliveries.waiting)) },
            { name: texts.retrying, value: value(({ deliveries }) => boundedCount(deliveries.retrying)) }
          ]}
        />
        <div className="bars-frame">
          <div className="bars-place">{stats === undefined ? null : <HourBars stats={stats} />}</div>
          <div className="bars-axis small muted" aria-hidden="true">
            <span>{texts.from}</span>
            <span>{stats === undefined ? "" : texts.most(mostOf(stats))}</span>
            <span>{texts.now}</span>
          </div>
        </div>
        {stats?.pausedUntil == null ? null : (
          <p>
            <Sentence text={texts.pausedUntil} parts={{ time: <Time at={stats.pausedUntil} /> }} />
          </p>
        )}
      </div>
    </Card>
  )
}
