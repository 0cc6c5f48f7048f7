import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { DataTable } from "../../components/DataTable.tsx"
import { ErrorNote, Status } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { callsQuery, type PortCall } from "./CongestionQueries.ts"

const texts = messages.congestion.calls

const HOUR_MILLIS = 3_600_000

const hoursOf = ({ hours, startTime }: PortCall): number => hours ?? (Date.now() - Date.parse(startTime)) / HOUR_MILLIS

const Calls = ({ portCode }: { readonly portCode: string }) => {
  const { data, error, refetch } = useQuery(callsQuery(portCode))
  return (
    <>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <DataTable
          rows={data?.data.toReversed()}
          keyOf={({ id }) => id}
          expected={8}
          hasFailed={error !== null}
          columns={[
            {
              title: texts.vessel,
              cell: ({ vessel }) => (
                <span className="stack-tight">
                  <span className="break">{vessel.name ?? texts.unnamed}</span>
                  <span className="small muted">
                    {vessel.imo === null ? (vessel.mmsi === null ? "" : `MMSI ${vessel.mmsi}`) : `IMO ${vessel.imo}`}
                  </span>
                </span>
              )
            },
            {
              title: texts.type,
              cell: ({ vessel }) =>
                vessel.type === null ? messages.common.unknown : messages.congestion.types[vessel.type]
            },
            { title: texts.arrived, cell: ({ startTime }) => <Time at={startTime} form="minute" /> },
            {
              title: texts.left,
              cell: ({ endTime }) =>
                endTime === null ? <Status tone="good">{texts.inPort}</Status> : <Time at={endTime} form="minute" />
            },
            {
              title: texts.stays,
              cell: ({ stays }) => stays.map(({ kind, zone }) => zone ?? texts.kinds[kind]).join(", ")
            },
            { title: texts.source, cell: ({ source }) => texts.sources[source] },
            { title: texts.duration, cell: (call) => messages.congestion.hours(hoursOf(call)), isNumber: true }
          ]}
        />
      )}
    </>
  )
}

/** The port calls behind the figures. They cost credits, so that they are loaded when they are asked for. */
export const CallsCard = ({ portCode }: { readonly portCode: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={texts.title}>
      {isOpen ? <Calls portCode={portCode} /> : <Button onPress={() => setOpen(true)}>{texts.load}</Button>}
    </Card>
  )
}
