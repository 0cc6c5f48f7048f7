import { Link } from "@tanstack/react-router"
import { DataTable } from "../../components/DataTable.tsx"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import type { useChangedShipments } from "./ChangedShipments.ts"
import type { MilestoneChange } from "./JourneyChanges.ts"
import { ShipmentLink } from "./ShipmentLink.tsx"

const texts = messages.start.changes

const SHOWN_LINES = 2

const ChangeLine = ({ change: { milestone, place, date, isActual, hours } }: { readonly change: MilestoneChange }) => (
  <li className="stack-tight">
    <span>{messages.shipments.milestones[milestone]}</span>
    <span className="small">
      {isActual ? null : <span className={hours > 0 ? "late" : "early"}>{messages.shipments.shift(hours)}: </span>}
      <span className="muted">
        {isActual ? `${messages.shipments.classifiers.ACT}, ` : null}
        <Time at={date} form="date" />
        {place === "" ? null : `, ${place}`}
      </span>
    </span>
  </li>
)

const Lines = ({ changes }: { readonly changes: ReadonlyArray<MilestoneChange> }) => (
  <ul className="stack-s">
    {changes.slice(0, SHOWN_LINES).map((change) => (
      <ChangeLine key={`${change.milestone} ${change.place} ${change.date}`} change={change} />
    ))}
    {changes.length > SHOWN_LINES ? <li className="small muted">{texts.more(changes.length - SHOWN_LINES)}</li> : null}
  </ul>
)

/** The shipments that changed in the last 24 hours, each with its changes. */
export const ChangesCard = ({ changed }: { readonly changed: ReturnType<typeof useChangedShipments> }) => {
  const { rows, error, refetch } = changed
  return (
    <Card
      title={texts.title}
      actions={
        <Link to="/logs" search={{ hours: "24" }}>
          {texts.all}
        </Link>
      }
    >
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {rows?.length === 0 ? (
        error === null ? (
          <p className="muted">{texts.none}</p>
        ) : null
      ) : (
        <DataTable
          label={texts.title}
          rows={rows}
          keyOf={({ shipmentId }) => shipmentId}
          hasFailed={error !== null}
          columns={[
            {
              title: texts.shipment,
              cell: ({ shipmentId, number }) => <ShipmentLink id={shipmentId} number={number} />
            },
            { title: texts.change, cell: ({ changes }) => <Lines changes={changes} /> },
            { title: texts.time, cell: ({ lastAt }) => <Time at={lastAt} form="ago" />, isWhole: true }
          ]}
        />
      )}
    </Card>
  )
}
