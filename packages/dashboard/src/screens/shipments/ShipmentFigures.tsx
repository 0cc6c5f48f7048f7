import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import type { Summary } from "./ShipmentQueries.ts"
import { shiftHours } from "./Voyage.ts"

const texts = messages.shipments

/** The next milestone of a journey, with its place and date. */
export const NextMilestone = ({ summary }: { readonly summary: Summary | null }) => {
  if (summary === null) return <span className="muted">{texts.noJourney}</span>
  const { nextMilestone: next } = summary
  if (next === null) return <span className="muted">{texts.ended}</span>
  return (
    <span className="stack-tight">
      <span>{texts.milestones[next.milestone]}</span>
      <span className="small muted break">
        {next.location.name ?? next.location.unlocode}, <Time at={next.date} form="date" />
      </span>
    </span>
  )
}

/** When the vessel arrives at the final port of discharge. */
export const Arrival = ({ arrival }: { readonly arrival: Summary["arrival"] }) => {
  if (arrival === null) return <span className="muted">–</span>
  return (
    <span className="stack-tight">
      <Time at={arrival.date} form="date" />
      <span className="small muted break">
        {arrival.classifier === "ACT" ? texts.arrived : texts.classifiers[arrival.classifier]},{" "}
        {arrival.location.name ?? arrival.location.unlocode}
      </span>
    </span>
  )
}

/** How far the arrival moved since it was first reported. */
export const ArrivalChange = ({ arrival }: { readonly arrival: Summary["arrival"] }) => {
  if (arrival === null) return <span className="muted">–</span>
  const hours = shiftHours(arrival.firstDate, arrival.date)
  if (Math.abs(hours) < 1) return <span className="muted">{texts.asFirstReported}</span>
  return (
    <span className="stack-tight">
      <span className={hours > 0 ? "late" : "early"}>{texts.shift(hours)}</span>
      <span className="small muted">{texts.changes(arrival.changes)}</span>
    </span>
  )
}
