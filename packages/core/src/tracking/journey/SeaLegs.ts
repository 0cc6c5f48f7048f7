import { Option } from "effect"
import type { Place, ReportedVessel } from "../carriers/CarrierEvent.ts"
import type { Movement } from "./internal/Movement.ts"
import { winnerOf } from "./internal/Precedence.ts"
import type { RoutedVisit } from "./internal/Route.ts"

/**
 * One sea leg: from one port of the route to the next on one ship. `from` or `to` is none while that port is unknown.
 */
export interface SeaLeg {
  readonly from: Option.Option<Place>
  readonly to: Option.Option<Place>
  readonly vessel: Option.Option<ReportedVessel>
  readonly voyage: Option.Option<string>
}

const callOf = (movement: Movement | undefined) =>
  movement === undefined ? Option.none() : movement.event.transportCall

const legBetween = (from: RoutedVisit | undefined, to: RoutedVisit | undefined): SeaLeg => {
  const ship = from?.outboundShip ?? to?.inboundShip ?? ""
  const isOnIt = (movement: Movement): boolean => ship === "" || movement.vessel === ship
  const leaving = callOf(winnerOf([...(from?.visit.LOAD ?? []), ...(from?.visit.DEPA ?? [])].filter(isOnIt)))
  const arriving = callOf(winnerOf([...(to?.visit.DISC ?? []), ...(to?.visit.ARRI ?? [])].filter(isOnIt)))
  const call = ship === "" ? Option.none() : Option.orElse(leaving, () => arriving)
  return {
    from: Option.fromUndefinedOr(from?.visit.place),
    to: Option.fromUndefinedOr(to?.visit.place),
    vessel: Option.flatMap(call, ({ vessel }) => vessel),
    voyage: Option.orElse(
      Option.flatMap(leaving, (call) => call.exportVoyage),
      () => Option.flatMap(arriving, (call) => call.importVoyage)
    )
  }
}

/** The legs of a route in order, with one more leg at each end whose port is unknown. */
export const seaLegs = (route: ReadonlyArray<RoutedVisit>): ReadonlyArray<SeaLeg> => {
  const first = route[0]
  const last = route.at(-1)
  const legs = route.slice(1).map((to, index) => legBetween(route[index], to))
  return [
    ...(first !== undefined && first.role !== "first-pol" ? [legBetween(undefined, first)] : []),
    ...legs,
    ...(last !== undefined && last.role !== "final-pod" ? [legBetween(last, undefined)] : [])
  ]
}
