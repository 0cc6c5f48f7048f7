import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { LineChart } from "../../charts/LineChart.tsx"
import { DataTable } from "../../components/DataTable.tsx"
import { ErrorNote, Skeleton } from "../../components/Feedback.tsx"
import { Choice } from "../../components/Field.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { type Congestion, historyQuery } from "./CongestionQueries.ts"

const texts = messages.congestion.history

type Metric = keyof typeof texts.metrics
const METRICS: ReadonlyArray<Metric> = ["vessels", "occupation", "time"]

const VALUES: Readonly<Record<Metric, (point: Congestion) => number | null>> = {
  vessels: ({ vesselsInPortCount }) => vesselsInPortCount.commercialVessels,
  occupation: ({ rateOccupation }) => rateOccupation.commercialVessels?.rateOccupationPercentage ?? null,
  time: ({ time }) => time.timeInPortStatistics?.median ?? null
}

const format = (value: number): string => value.toLocaleString(undefined, { maximumFractionDigits: 1 })

/** A figure of a port over the last 30 days. */
export const HistoryCard = ({ portCode }: { readonly portCode: string }) => {
  const [metric, setMetric] = useState<Metric>("vessels")
  const { data, error, refetch } = useQuery(historyQuery(portCode))
  const points = data?.data.map((point) => ({ at: point.quality.asOf, value: VALUES[metric](point) }))
  const known = points?.flatMap(({ value }) => (value === null ? [] : [value])) ?? []
  return (
    <Card
      title={texts.title}
      actions={
        <Choice
          label={texts.metric}
          hideLabel
          value={metric}
          options={METRICS.map((value) => ({ value, label: texts.metrics[value] }))}
          onChange={setMetric}
        />
      }
    >
      <div className="stack">
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        <div className="line-place">
          {points === undefined ? (
            error === null ? (
              <Skeleton />
            ) : null
          ) : points.length === 0 ? (
            <p className="muted">{texts.none}</p>
          ) : (
            <LineChart
              label={texts.label(
                texts.metrics[metric],
                known.length === 0 ? "–" : format(Math.min(...known)),
                known.length === 0 ? "–" : format(Math.max(...known))
              )}
              points={points}
              format={format}
            />
          )}
        </div>
        {points === undefined || points.length === 0 ? null : (
          <details className="history">
            <summary>{texts.asTable}</summary>
            <DataTable
              label={texts.title}
              rows={data?.data.toReversed()}
              keyOf={({ quality }) => quality.asOf}
              columns={[
                { title: texts.day, cell: ({ quality }) => <Time at={quality.asOf} form="minute" /> },
                ...METRICS.map((name) => ({
                  title: texts.metrics[name],
                  cell: (point: Congestion) => {
                    const value = VALUES[name](point)
                    return value === null ? "–" : format(value)
                  },
                  isNumber: true
                }))
              ]}
            />
          </details>
        )}
      </div>
    </Card>
  )
}
