import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { DataTable } from "../../components/DataTable.tsx"
import { ErrorNote, Note } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { Card } from "../../components/Page.tsx"
import { PortName } from "../../components/PortName.tsx"
import { messages } from "../../text/messages.ts"
import {
  MAX_COMPARED_PORTS,
  type Times,
  type TimesClass,
  timesComparisonQuery,
  timesQuery
} from "./CongestionQueries.ts"
import {
  hoursText,
  PERIODS,
  type Period,
  periodOf,
  type TimeKind,
  TimesChange,
  VESSEL_CLASSES
} from "./PeriodTimes.tsx"

const texts = messages.congestion.times

/** Median and change of one kind of time, as two columns. */
const columnsOf = (kind: TimeKind, period: Period) => {
  const timesOf = (times: Times) => periodOf(times[kind], period)
  return [
    { title: texts[kind], cell: (times: Times) => hoursText(timesOf(times)?.medianHours ?? null), isNumber: true },
    { title: texts[`${kind}Change`], cell: (times: Times) => <TimesChange times={timesOf(times)} /> }
  ]
}

interface ComparisonTableProps {
  /** Undefined while they are loaded. */
  readonly results: ReadonlyArray<Times> | undefined
  readonly expected: number
  readonly period: Period
  /** The port that the rest of the screen shows. */
  readonly current: string | undefined
}

const ComparisonTable = ({ results, expected, period, current }: ComparisonTableProps) => (
  <DataTable
    label={texts.compare.title}
    rows={results}
    expected={expected}
    keyOf={({ portCode }) => portCode}
    isCurrent={({ portCode }) => portCode === current}
    columns={[
      { title: texts.compare.port, cell: ({ portCode }) => <PortName code={portCode} /> },
      ...columnsOf("berth", period),
      ...columnsOf("waiting", period),
      { title: texts.waitingNow, cell: ({ waitingNow }) => waitingNow?.vessels.toLocaleString() ?? "–", isNumber: true }
    ]}
  />
)

/** The times of the chosen ports side by side. They are loaded on request, because each port costs credits. */
export const TimesComparison = ({ codes }: { readonly codes: ReadonlyArray<string> }) => {
  const queryClient = useQueryClient()
  const compared = codes.slice(0, MAX_COMPARED_PORTS)
  // In one order, so that a change of the first port is not paid for again.
  const sorted = compared.toSorted()
  const [requested, setRequested] = useState<string>()
  const isRequested = requested === sorted.join(",")
  const [vesselClass, setVesselClass] = useState<TimesClass>("commercialVessels")
  const [period, setPeriod] = useState<Period>("30")
  const { data, error, isFetching, refetch } = useQuery({
    ...timesComparisonQuery(sorted, vesselClass),
    enabled: isRequested
  })
  const isKnown = (value: TimesClass) =>
    queryClient.getQueryData(timesComparisonQuery(sorted, value).queryKey) !== undefined
  // Once it is requested, the table has the height that it will have: what is below moves with the press, and not again.
  const isShown = VESSEL_CLASSES.some(isKnown) || (isRequested && error === null)
  useEffect(() => {
    // The details of a port have the same figures: they are not paid for again.
    for (const times of data?.results ?? []) {
      queryClient.setQueryData(timesQuery(times.portCode, times.vesselClass).queryKey, times)
    }
  }, [data, queryClient])
  const found = compared.map((code) => data?.results.find(({ portCode }) => portCode === code))
  const missing = data === undefined ? [] : compared.filter((_, index) => found[index] === undefined)
  const price = 5 * compared.length
  const labelOf = (value: TimesClass) => {
    const name = messages.congestion.classes[value]
    return value === vesselClass || isKnown(value) ? name : texts.compare.priced(name, price)
  }
  return (
    <Card
      title={texts.compare.title}
      actions={
        isShown ? (
          <>
            <Choice
              label={texts.compare.vessels}
              hideLabel
              value={vesselClass}
              options={VESSEL_CLASSES.map((value) => ({ value, label: labelOf(value) }))}
              onChange={setVesselClass}
            />
            <Choice
              label={texts.compare.period}
              hideLabel
              value={period}
              options={PERIODS.map((value) => ({ value, label: texts.days(Number(value)) }))}
              onChange={setPeriod}
            />
          </>
        ) : undefined
      }
    >
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isShown ? (
        <div className="stack-s">
          {data === undefined && error !== null ? null : (
            <ComparisonTable
              results={data === undefined ? undefined : found.filter((times) => times !== undefined)}
              expected={compared.length}
              period={period}
              current={codes[0]}
            />
          )}
          {missing.length === 0 ? null : <p className="small muted">{texts.compare.missing(missing.join(", "))}</p>}
        </div>
      ) : (
        <Note>
          <span>{texts.compare.ask}</span>
          {codes.length > compared.length ? <span>{texts.compare.limit(MAX_COMPARED_PORTS)}</span> : null}
          <span>
            <Button isPending={isFetching} onPress={() => setRequested(sorted.join(","))}>
              {texts.compare.load(compared.length, price)}
            </Button>
          </span>
        </Note>
      )}
    </Card>
  )
}
