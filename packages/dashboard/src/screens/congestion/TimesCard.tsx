import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { LineChart } from "../../charts/LineChart.tsx"
import { DataTable } from "../../components/DataTable.tsx"
import { Disclosure } from "../../components/Disclosure.tsx"
import { ErrorNote, Note, Skeleton } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { Card, Figures } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { type PeriodTimes, type Times, type TimesClass, timesQuery } from "./CongestionQueries.ts"
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

/** How far a change can be trusted, or why it is not known. */
const changeNote = ({ change, trend, unknown }: PeriodTimes): string => {
  if (change === null || trend === "unknown") return unknown === null ? "" : texts.unknown[unknown]
  return texts.trends[trend](texts.change(change.lowHours), texts.change(change.highHours))
}

/** The median of a period and its change, as two figures. */
const figuresOf = (times: PeriodTimes | undefined, kind: TimeKind) => {
  if (times === undefined) return []
  const { count, medianHours, p90Hours, change } = times
  return [
    {
      name: texts[kind],
      value: hoursText(medianHours),
      note: count === 0 ? texts.noTimes[kind] : texts.basis[kind](count, hoursText(p90Hours))
    },
    { name: texts[`${kind}Change`], value: change === null ? "–" : texts.change(change.hours), note: changeNote(times) }
  ]
}

const waitingNote = (waitingNow: Times["waitingNow"]): string => {
  if (waitingNow === null) return texts.waitingUnknown
  return waitingNow.medianHours === null ? texts.noneWaiting : texts.soFar(hoursText(waitingNow.medianHours))
}

const TimesFigures = ({ times, period }: { readonly times: Times; readonly period: Period }) => {
  const { waitingNow } = times
  return (
    <Figures
      items={[
        ...figuresOf(periodOf(times.berth, period), "berth"),
        ...figuresOf(periodOf(times.waiting, period), "waiting"),
        {
          name: texts.waitingNow,
          value: waitingNow?.vessels.toLocaleString() ?? "–",
          note: waitingNote(waitingNow)
        }
      ]}
    />
  )
}

/** The medians of the last weeks, as a chart and as a table. */
const WeeksChart = ({ weeks }: { readonly weeks: Times["weeks"] }) => {
  const lineOf = (kind: TimeKind) => ({
    name: texts.lines[kind],
    points: weeks.map((week) => ({ at: week.to, value: week[kind].medianHours }))
  })
  return (
    <div className="stack-s">
      <h3>{texts.chart}</h3>
      <LineChart
        label={texts.chartLabel(weeks.length)}
        lines={[lineOf("berth"), lineOf("waiting")]}
        format={(hours) => `${hours.toLocaleString(undefined, { maximumFractionDigits: 1 })} h`}
      />
      <Disclosure summary={texts.asTable}>
        <DataTable
          label={texts.chart}
          rows={weeks.toReversed()}
          keyOf={({ to }) => to}
          columns={[
            { title: texts.week, cell: ({ to }) => <Time at={to} form="minute" /> },
            { title: texts.lines.berth, cell: ({ berth }) => hoursText(berth.medianHours), isNumber: true },
            { title: texts.lines.waiting, cell: ({ waiting }) => hoursText(waiting.medianHours), isNumber: true },
            { title: texts.stays, cell: ({ berth }) => berth.count.toLocaleString(), isNumber: true },
            { title: texts.coveredDays, cell: ({ coveredDays }) => coveredDays, isNumber: true }
          ]}
        />
      </Disclosure>
    </div>
  )
}

/** The times of each terminal, the busiest first. */
const PlacesTable = ({ places, period }: { readonly places: Times["places"]; readonly period: Period }) => {
  const rows = places.flatMap(({ zoneId, name, ...times }) => {
    const [berth, waiting] = [periodOf(times.berth, period), periodOf(times.waiting, period)]
    return berth === undefined || waiting === undefined
      ? []
      : [{ key: zoneId ?? "", name: name ?? zoneId ?? texts.outside, berth, waiting }]
  })
  return (
    <div className="stack-s">
      <h3>{texts.places}</h3>
      {rows.length === 0 ? (
        <p className="muted">{texts.noPlaces}</p>
      ) : (
        <DataTable
          label={texts.places}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { title: texts.place, cell: ({ name }) => <span className="break">{name}</span> },
            { title: texts.stays, cell: ({ berth }) => berth.count.toLocaleString(), isNumber: true },
            { title: texts.berth, cell: ({ berth }) => hoursText(berth.medianHours), isNumber: true },
            { title: texts.within, cell: ({ berth }) => hoursText(berth.p90Hours), isNumber: true },
            { title: texts.berthChange, cell: ({ berth }) => <TimesChange times={berth} /> },
            { title: texts.waiting, cell: ({ waiting }) => hoursText(waiting.medianHours), isNumber: true }
          ]}
        />
      )}
    </div>
  )
}

/** How long vessels are at berth and wait for one. It is loaded on request, because it costs credits. */
export const TimesCard = ({ portCode }: { readonly portCode: string }) => {
  const queryClient = useQueryClient()
  const isKnown = (value: TimesClass) => queryClient.getQueryData(timesQuery(portCode, value).queryKey) !== undefined
  const [isRequested, setRequested] = useState(false)
  const [vesselClass, setVesselClass] = useState<TimesClass>("commercialVessels")
  const [period, setPeriod] = useState<Period>("30")
  const {
    data: times,
    error,
    isFetching,
    refetch
  } = useQuery({ ...timesQuery(portCode, vesselClass), enabled: isRequested })
  // The offer stays until there is something in its place: nothing below moves twice.
  const isLoaded = VESSEL_CLASSES.some(isKnown)
  const labelOf = (value: TimesClass) => {
    const name = messages.congestion.classes[value]
    return isKnown(value) || value === vesselClass ? name : texts.priced(name)
  }
  return (
    <Card
      title={texts.title}
      actions={
        isLoaded ? (
          <>
            <Choice
              label={texts.vessels}
              hideLabel
              value={vesselClass}
              options={VESSEL_CLASSES.map((value) => ({ value, label: labelOf(value) }))}
              onChange={setVesselClass}
            />
            <Choice
              label={texts.period}
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
      {isLoaded ? (
        <div className="stack">
          {times === undefined ? (
            error === null ? (
              <div className="line-place">
                <Skeleton />
              </div>
            ) : null
          ) : (
            <>
              <TimesFigures times={times} period={period} />
              <WeeksChart weeks={times.weeks} />
              <PlacesTable places={times.places} period={period} />
            </>
          )}
        </div>
      ) : (
        <Note>
          <span>{texts.ask}</span>
          <span>
            <Button isPending={isFetching} onPress={() => setRequested(true)}>
              {texts.load}
            </Button>
          </span>
        </Note>
      )}
    </Card>
  )
}
