import { useQuery } from "@tanstack/react-query"
import { axisOf } from "../../charts/Axis.ts"
import { ChartReader, type ChartReading } from "../../charts/ChartReader.tsx"
import { DataTable } from "../../components/DataTable.tsx"
import { Disclosure } from "../../components/Disclosure.tsx"
import { ErrorNote, Skeleton } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { MONTHS, monthsUntil, type UsageCounts, usagesQuery } from "./AccountQueries.ts"

const texts = messages.account.months

const WIDTH = 40
const GAP = 10
const HEIGHT = 120
/** The least end of the axis: its marks are whole calls. */
const LEAST_TOP = 10
const NO_CALLS: UsageCounts = {
  allCalls: 0,
  successCalls: 0,
  clientErrorCalls: 0,
  serverErrorCalls: 0,
  consumedApiUnits: 0
}

interface Month {
  readonly month: string
  readonly counts: UsageCounts
}

const shortMonth = new Intl.DateTimeFormat(undefined, { month: "short", timeZone: "UTC" })
const longMonth = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" })

const dateOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`)

/** The calls of one month, by their outcome. */
const readingOf = (month: Month | undefined): ChartReading => {
  const { successCalls, clientErrorCalls, serverErrorCalls } = month?.counts ?? NO_CALLS
  return {
    title: month === undefined ? "" : longMonth.format(dateOf(month.month)),
    values: [
      [texts.succeeded, successCalls.toLocaleString()],
      [texts.clientErrors, clientErrorCalls.toLocaleString()],
      [texts.serverErrors, serverErrorCalls.toLocaleString()]
    ]
  }
}

/** Calls by month, as bars: succeeded below, rejected and failed on top. */
const MonthBars = ({ months }: { readonly months: ReadonlyArray<Month> }) => {
  const { top: most, marks } = axisOf([LEAST_TOP, ...months.map(({ counts }) => counts.allCalls)], 1)
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT))
  return (
    <div className="months-chart">
      <div className="line-axis small muted" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark}>{mark.toLocaleString()}</span>
        ))}
      </div>
      <ChartReader
        label={texts.chart(MONTHS)}
        count={months.length}
        scale="band"
        readingAt={(index) => readingOf(months[index])}
      >
        <svg
          className="months"
          viewBox={`0 0 ${MONTHS * WIDTH} ${HEIGHT + 2}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {marks.map((mark) => (
            <line
              key={mark}
              className="grid-line"
              x1={0}
              x2={MONTHS * WIDTH}
              y1={HEIGHT + 2 - heightOf(mark)}
              y2={HEIGHT + 2 - heightOf(mark)}
            />
          ))}
          {months.map(({ month, counts }, index) => {
            const parts = [
              { look: "bar-good", height: heightOf(counts.successCalls) },
              { look: "bar-warn", height: heightOf(counts.clientErrorCalls) },
              { look: "bar-bad", height: heightOf(counts.serverErrorCalls) }
            ]
            let top = HEIGHT + 2
            return (
              <g key={month}>
                <rect
                  className="bar-ground"
                  x={index * WIDTH + GAP / 2}
                  y={0}
                  width={WIDTH - GAP}
                  height={HEIGHT + 2}
                />
                {parts.map(({ look, height }) => {
                  top -= height
                  return (
                    <rect
                      key={look}
                      className={look}
                      x={index * WIDTH + GAP / 2}
                      y={top}
                      width={WIDTH - GAP}
                      height={height}
                    />
                  )
                })}
              </g>
            )
          })}
        </svg>
      </ChartReader>
      <div className="months-axis small muted" aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{shortMonth.format(dateOf(month))}</span>
        ))}
      </div>
      <div className="legend small">
        <span data-look="good">{texts.succeeded}</span>
        <span data-look="warn">{texts.clientErrors}</span>
        <span data-look="bad">{texts.serverErrors}</span>
      </div>
    </div>
  )
}

/** The calls of the last twelve months: a chart, and the same as a table. */
export const MonthsCard = () => {
  const { data, error, refetch } = useQuery(usagesQuery)
  const months = monthsUntil(new Date()).map((month) => ({
    month,
    counts: data?.periodicUsages?.[month] ?? NO_CALLS
  }))
  return (
    <Card title={texts.title}>
      <div className="stack">
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        {data === undefined ? (
          <div className="months-place">{error === null ? <Skeleton /> : null}</div>
        ) : (
          <div className="months-place">
            <MonthBars months={months} />
          </div>
        )}
        <Disclosure summary={texts.asTable}>
          <DataTable
            label={texts.title}
            rows={months.filter(({ counts }) => counts.allCalls > 0).toReversed()}
            keyOf={({ month }) => month}
            columns={[
              { title: texts.month, cell: ({ month }) => longMonth.format(dateOf(month)) },
              { title: texts.all, cell: ({ counts }) => counts.allCalls.toLocaleString(), isNumber: true },
              { title: texts.succeeded, cell: ({ counts }) => counts.successCalls.toLocaleString(), isNumber: true },
              {
                title: texts.clientErrors,
                cell: ({ counts }) => counts.clientErrorCalls.toLocaleString(),
                isNumber: true
              },
              {
                title: texts.serverErrors,
                cell: ({ counts }) => counts.serverErrorCalls.toLocaleString(),
                isNumber: true
              },
              { title: texts.units, cell: ({ counts }) => counts.consumedApiUnits.toLocaleString(), isNumber: true }
            ]}
          />
        </Disclosure>
      </div>
    </Card>
  )
}
