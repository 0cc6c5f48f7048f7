import { useState } from "react"
import { DataTable } from "../../components/DataTable.tsx"
import { Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import { type CallFigure, type CallsResult, hoursOf, type PortCall } from "./CongestionQueries.ts"

const texts = messages.congestion.calls

const SHOWN_ROWS = 15

type CallSelection = CallFigure | "all"
const CALL_SELECTIONS: ReadonlyArray<CallSelection> = ["vesselsInPort", "occupation", "waiting", "timeInPort", "all"]

const callsOf = (calls: ReadonlyArray<PortCall>, figure: CallSelection): ReadonlyArray<PortCall> =>
  figure === "all" ? calls : calls.filter(({ figures }) => figures.includes(figure))

/** The calls behind each figure of a port, newest first. */
export const CallsCard = ({
  result,
  zoneName,
  figure,
  onFigure
}: {
  /** Undefined while they are loaded. */
  readonly result: CallsResult | undefined
  /** The name of a zone by its id. */
  readonly zoneName: (id: string) => string
  readonly figure: CallSelection
  readonly onFigure: (figure: CallSelection) => void
}) => {
  const [isWhole, setWhole] = useState(false)
  const calls = result?.calls ?? []
  const rows = callsOf(calls, figure).toReversed()
  const shown = isWhole ? rows : rows.slice(0, SHOWN_ROWS)
  return (
    <Card
      title={texts.title}
      actions={
        <Choice
          label={texts.behind}
          hideLabel
          value={figure}
          options={CALL_SELECTIONS.map((value) => ({
            value,
            label: texts.behindOf[value](callsOf(calls, value).length)
          }))}
          onChange={onFigure}
        />
      }
    >
      <div className="stack">
        {result !== undefined && rows.length === 0 ? (
          <p className="muted">{texts.none}</p>
        ) : (
          <DataTable
            label={texts.title}
            rows={result === undefined ? undefined : shown}
            expected={SHOWN_ROWS}
            keyOf={({ id }) => id}
            columns={[
              {
                title: texts.vessel,
                hasSecondLine: true,
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
                cell: ({ stays }) => (
                  <span className="break">
                    {stays.map(({ kind, zone }) => (zone === null ? texts.kinds[kind] : zoneName(zone))).join(", ")}
                  </span>
                )
              },
              { title: texts.source, cell: ({ source }) => texts.sources[source] },
              { title: texts.duration, cell: (call) => messages.congestion.hours(hoursOf(call)), isNumber: true }
            ]}
          />
        )}
        {shown.length === rows.length ? null : (
          <div>
            <Button size="small" onPress={() => setWhole(true)}>
              {texts.rest(rows.length - shown.length)}
            </Button>
          </div>
        )}
        {result === undefined || result.isComplete ? null : (
          <div className="row">
            <Button isPending={result.isLoadingMore} onPress={result.loadMore}>
              {texts.more}
            </Button>
            <span className="small muted">{texts.partly}</span>
          </div>
        )}
      </div>
    </Card>
  )
}
