import { Option, Schema } from "effect"
import type { Unlocode } from "../geo/Unlocode.ts"
import type { Instant } from "../time/Instant.ts"
import type { CarrierEvent, ReportedVessel } from "../tracking/carriers/CarrierEvent.ts"
import type { Journey } from "../tracking/journey/Journey.ts"
import { isActual, type Milestone } from "../tracking/journey/Milestone.ts"
import { ImoNumber } from "../vessels/ImoNumber.ts"
import type { CarrierVesselPlan } from "./PredictArrival.ts"

/** The voyage of a container that is on a vessel, as its carrier reports it. */
export interface VesselVoyage {
  readonly container: Option.Option<string>
  readonly vessel: Option.Option<ReportedVessel>
  readonly voyage: Option.Option<string>
  /** None when the carrier states no valid number. */
  readonly imo: Option.Option<ImoNumber>
  readonly from: Unlocode
  /** None before the departure. */
  readonly departedAt: Option.Option<Instant>
  /** The arrival or discharge that the carrier expects next; none when it states none. */
  readonly arrival: Option.Option<Milestone>
  /** The ports that the carrier names for this vessel after `from`, in order, that of the arrival last. */
  readonly ports: ReadonlyArray<Unlocode>
}

const BOARDINGS: ReadonlyArray<Milestone["type"]> = [
  "container.loaded.at.first.pol",
  "container.loaded.at.transhipment_port",
  "vessel.departure.from.first.pol",
  "vessel.departure.from.transhipment_port"
]

const isArrival = ({ type }: Milestone): boolean =>
  type.startsWith("vessel.arrival.") || type.startsWith("container.discharge.")

const isImo = Schema.is(ImoNumber)

const imoOf = (vessel: Option.Option<ReportedVessel>): Option.Option<ImoNumber> =>
  Option.filter(
    Option.flatMap(vessel, ({ imo }) => imo),
    isImo
  )

/** The ports at which a vessel arrives between two instants, in order, by the newest date of each. */
const portsBetween = (
  events: ReadonlyArray<CarrierEvent>,
  imo: ImoNumber,
  from: Instant,
  until: Instant
): ReadonlyArray<Unlocode> => {
  const newest = new Map<Unlocode, { readonly at: Instant; readonly receivedAt: Instant }>()
  for (const event of events) {
    if (event._tag !== "TransportEvent" || event.code !== "ARRI" || Option.isNone(event.place)) continue
    const vessel = Option.flatMap(event.transportCall, (call) => call.vessel)
    if (!Option.contains(imoOf(vessel), imo)) continue
    const { unlocode } = event.place.value
    const existing = newest.get(unlocode)
    if (existing === undefined || event.receivedAt >= existing.receivedAt)
      newest.set(unlocode, { at: event.eventDateTime, receivedAt: event.receivedAt })
  }
  return [...newest]
    .filter(([, { at }]) => at > from && at < until)
    .sort(([, a], [, b]) => a.at - b.at)
    .map(([port]) => port)
}

const voyageOf = (journey: Journey, events: ReadonlyArray<CarrierEvent>): ReadonlyArray<VesselVoyage> => {
  const { milestones, container, end } = journey
  const index = milestones.findLastIndex(isActual)
  const boarding = milestones[index]
  if (boarding === undefined || Option.isSome(end) || !BOARDINGS.includes(boarding.type)) return []
  const arrival = Option.fromUndefinedOr(milestones.slice(index + 1).find(isArrival))
  const imo = imoOf(boarding.vessel)
  const destination = Option.map(arrival, ({ place }) => place.unlocode)
  const between = Option.flatMap(arrival, ({ date }) =>
    Option.map(imo, (number) => portsBetween(events, number, boarding.date, date))
  )
  const ends = [boarding.place.unlocode, ...Option.toArray(destination)]
  const calls = Option.getOrElse(between, () => []).filter((port) => !ends.includes(port))
  return [
    {
      container,
      vessel: boarding.vessel,
      voyage: boarding.voyage,
      imo,
      from: boarding.place.unlocode,
      departedAt: boarding.type.startsWith("vessel.departure.") ? Option.some(boarding.date) : Option.none(),
      arrival,
      ports: [...calls, ...Option.toArray(destination)]
    }
  ]
}

/** The voyages of the containers that are on a vessel now: loaded, and not yet at the port where they leave it. */
export const vesselVoyagesOf = (
  journeys: ReadonlyArray<Journey>,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<VesselVoyage> => journeys.flatMap((journey) => voyageOf(journey, events))

/** The carrier's plan for the vessel of a voyage. */
export const carrierPlanOf = ({ arrival, departedAt, from, ports }: VesselVoyage): CarrierVesselPlan => ({
  from,
  departedAt,
  arrival: Option.map(arrival, ({ date }) => date),
  ports
})
