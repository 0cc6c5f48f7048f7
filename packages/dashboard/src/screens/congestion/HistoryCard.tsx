import { useQueries, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { type ChartLine, LineChart } from "../../charts/LineChart.tsx"
import { DataTable } from "../../components/DataTable.tsx"
import { Disclosure } from "../../components/Disclosure.tsx"
import { ErrorNote, Skeleton } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { CONFIDENCE_TONES, CONFIDENCES, type Congestion, historyQuery } from "./CongestionQueries.ts"

const texts = messages.congestion.history

type Metric = keyof typeof texts.metrics
const METRICS: ReadonlyArray<Metric> = ["vessels", "occupation", "gap", "time"]

const VALUES: Readonly<Record<Metric, (point: Congestion) => number | null>> = {
  vessels: ({ vesselsInPortCount }) => vesselsInPortCount.commercialVessels,
  occupation: ({ rateOccupation }) => rateOccupation.commercialVessels?.rateOccupationPercentage ?? null,
  gap: ({ rateOccupation }) => rateOccupation.commercialVessels?.rateOccupationGapWithMean ?? null,
  time: ({ time }) => time.timeInPortStatistics?.median ?? null
}

const format = (value: number): string => value.toLocaleString(undefined, { maximumFractionDigits: 1 })

const lineOf = (
  name: string,
  data: ReadonlyArray<Congestion>,
  valueOf: (point: Congestion) => number | null
): ChartLine => ({
  name,
  points: data.map((point) => ({ at: point.quality.asOf, value: valueOf(point) }))
})

/** The mean of the port's own occupation, which the gap is measured from. */
const meanOf = (point: Congestion): number | null => {
  const [now, gap] = [VALUES.occupation(point), VALUES.gap(point)]
  return now === null || gap === null ? null : now - gap
}

/** The change of a figure from the first to the last third of a period, in the figure's own unit. */
const trendOf = (values: ReadonlyArray<number | null>): number | null => {
  const known = values.filter((value) => value !== null)
  const third = Math.floor(known.length / 3)
  if (third === 0) return null
  const mean = (part: ReadonlyArray<number>) => part.reduce((sum, value) => sum + value, 0) / part.length
  return mean(known.slice(-third)) - mean(known.slice(0, third))
}

const valuesOf = (points: ChartLine["points"]): ReadonlyArray<number | null> => points.map(({ value }) => value)

/** A figure of a port over the last 30 days, with its mean, its trend and how far each day can be trusted. */
export const HistoryCard = ({
  portCode,
  others
}: {
  readonly portCode: string
  readonly others: ReadonlyArray<string>
}) => {
  const [metric, setMetric] = useState<Metric>("vessels")
  const [isCompared, setCompared] = useState(false)
  const { data, error, refetch } = useQuery(historyQuery(portCode))
  const compared = useQueries({ queries: isCompared ? others.map(historyQuery) : [] })
  const isOfSeveral = isCompared && others.length > 0
  const main =
    data === undefined ? undefined : lineOf(isOfSeveral ? portCode : texts.metrics[metric], data.data, VALUES[metric])
  const known = main === undefined ? [] : valuesOf(main.points).filter((value) => value !== null)
  const trend = main === undefined ? null : trendOf(valuesOf(main.points))
  const lines = (): ReadonlyArray<ChartLine> => {
    if (data === undefined || main === undefined) return []
    if (isOfSeveral) {
      return [
        main,
        ...compared.flatMap(({ data: other }, index) => {
          if (other === undefined) return []
          const byDay = new Map(other.data.map((point) => [point.quality.asOf.slice(0, 10), VALUES[metric](point)]))
          const points = main.points.map(({ at }) => ({ at, value: byDay.get(at.slice(0, 10)) ?? null }))
          return [{ name: others[index] ?? "", points }]
        })
      ]
    }
    return metric === "occupation" ? [main, { ...lineOf(texts.mean, data.data, meanOf), look: "reference" }] : [main]
  }
  return (
    <Card
      title={texts.title}
      actions={
        <>
          {others.length > 0 && !isCompared ? (
            <Button size="small" onPress={() => setCompared(true)}>
              {texts.compare(others.length)}
            </Button>
          ) : null}
          <Choice
            label={texts.metric}
            hideLabel
            value={metric}
            options={METRICS.map((value) => ({ value, label: texts.metrics[value] }))}
            onChange={setMetric}
          />
        </>
      }
    >
      <div className="stack">
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        {compared.map((other, index) =>
          other.error === null ? null : (
            <ErrorNote key={others[index]} error={other.error} onRetry={() => void other.refetch()} />
          )
        )}
        <div className="line-place">
          {data === undefined || main === undefined ? (
            error === null ? (
              <Skeleton />
            ) : null
          ) : main.points.length === 0 ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <LineChart
              label={texts.label(
                texts.metrics[metric],
                known.length === 0 ? "–" : texts.values[metric](format(Math.min(...known))),
                known.length === 0 ? "–" : texts.values[metric](format(Math.max(...known)))
              )}
              lines={lines()}
              format={(value) => texts.values[metric](format(value))}
              quality={{
                label: texts.quality,
                tones: data.data.map(({ quality }) => CONFIDENCE_TONES[quality.confidence]),
                legend: CONFIDENCES.map((name) => [CONFIDENCE_TONES[name], texts.qualityOf(name)])
              }}
              isCount={metric === "vessels"}
            />
          )}
        </div>
        {trend === null ? null : (
          <p className="small muted">{texts.trend(format(Math.abs(trend)), texts.units[metric], trend)}</p>
        )}
        {data === undefined || data.data.length === 0 ? null : (
          <Disclosure summary={texts.asTable}>
            <DataTable
              label={texts.title}
              rows={data.data.toReversed()}
              keyOf={({ quality }) => quality.asOf}
              columns={[
                { title: texts.day, cell: ({ quality }) => <Time at={quality.asOf} form="minute" /> },
                ...METRICS.map((name) => ({
                  title: texts.metrics[name],
                  cell: (point: Congestion) => {
                    const value = VALUES[name](point)
                    return value === null ? "–" : texts.values[name](format(value))
                  },
                  isNumber: true
                })),
                {
                  title: messages.congestion.figures.quality,
                  cell: ({ quality }) => messages.congestion.confidence[quality.confidence]
                }
              ]}
            />
          </Disclosure>
        )}
      </div>
    </Card>
  )
}
