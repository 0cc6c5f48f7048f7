import { Option } from "effect"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import { compareEvents } from "../carriers/EventIdentity.ts"

/** Events in the order in which they can be dropped. */
export interface DroppableEvents {
  /** Estimated and planned dates that later reports of the same event supersede, oldest receipt first. */
  readonly superseded: ReadonlyArray<CarrierEvent>
  /** Events that move no container, oldest receipt first; then all others but the newest, oldest date first. */
  readonly others: ReadonlyArray<CarrierEvent>
}

const NO_DATES = { eventDateTime: 0, createdDateTime: 0, receivedAt: 0, sourceEventId: 0, remark: 0, delayReason: 0 }

/** Identifies the fact that an event reports, without its date: events with the same text report one fact. */
const reportOf = (event: CarrierEvent): string => JSON.stringify({ ...event, ...NO_DATES })

const createdAt = ({ createdDateTime }: CarrierEvent): number => Option.getOrElse(createdDateTime, () => 0)

const byReceipt = (a: CarrierEvent, b: CarrierEvent): number =>
  a.receivedAt - b.receivedAt || createdAt(a) - createdAt(b) || compareEvents(a, b)

const byDate = (a: CarrierEvent, b: CarrierEvent): number => compareEvents(a, b) || byReceipt(a, b)

const byCreation = (a: CarrierEvent, b: CarrierEvent): number => createdAt(a) - createdAt(b) || byReceipt(a, b)

/**
 * The reports that another of the same fact supersedes. The newest ones stay, by receipt and by creation, because
 * either can date a milestone; and the ones with the first and the last date, because dates assign events to trips.
 */
const supersededOf = (reports: ReadonlyArray<CarrierEvent>): ReadonlyArray<CarrierEvent> => {
  const dates = reports.toSorted(byDate)
  const retained = new Set([
    dates[0],
    dates.at(-1),
    reports.toSorted(byReceipt).at(-1),
    reports.toSorted(byCreation).at(-1)
  ])
  return reports.filter((event) => !retained.has(event))
}

const isActual = (event: CarrierEvent): boolean => event.classifier === "ACT"

/** Whether an event moves no container and no vessel. An actual of a container can end a trip. */
const movesNothing = (event: CarrierEvent): boolean => {
  switch (event._tag) {
    case "UnknownEvent":
    case "ShipmentEvent":
      return true
    case "TransportEvent":
      return false
    case "EquipmentEvent":
      return !isActual(event) && !["LOAD", "DISC", "GTIN", "GTOT", "PICK", "DROP"].includes(event.code)
  }
}

/**
 * Orders the events of a number, the least important first. The newest received one is never dropped: it shows when
 * data was last received. Whether the journeys are the same without them is for the caller to verify.
 */
export const droppableEvents = (events: ReadonlyArray<CarrierEvent>): DroppableEvents => {
  const newest = events.toSorted(byReceipt).at(-1)
  const reports = Map.groupBy(
    events.filter((event) => !isActual(event)),
    reportOf
  )
  const superseded = new Set([...reports.values()].flatMap(supersededOf).filter((event) => event !== newest))
  const candidates = events.filter((event) => event !== newest && !superseded.has(event))
  return {
    superseded: [...superseded].sort(byReceipt),
    others: [
      ...candidates.filter(movesNothing).sort(byReceipt),
      ...candidates.filter((event) => !movesNothing(event)).sort(byDate)
    ]
  }
}
