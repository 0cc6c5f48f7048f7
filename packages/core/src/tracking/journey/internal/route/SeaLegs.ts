import { Option } from "effect"
import type { SeaLeg } from "../../JourneyParts.ts"
import type { Movement } from "../movements/Movement.ts"
import { highestPrecedence } from "../movements/Precedence.ts"
import type { RoutedVisit } from "./Route.ts"

const callOf = (movement: Movement | undefined) =>
  movement === undefined ? Option.none() : movement.event.transportCall

const legBetween = (from: RoutedVisit | undefined, to: RoutedVisit | undefined): SeaLeg => {
  const vessel = from?.outboundVessel ?? to?.inboundVessel ?? ""
  const isOnIt = (movement: Movement): boolean => vessel === "" || movement.vessel === vessel
  const leaving = callOf(highestPrecedence([...(from?.visit.LOAD ?? []), ...(from?.visit.DEPA ?? [])].filter(isOnIt)))
  const arriving = callOf(highestPrecedence([...(to?.visit.DISC ?? []), ...(to?.visit.ARRI ?? [])].filter(isOnIt)))
  const call = vessel === "" ? Option.none() : Option.orElse(leaving, () => arriving)
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
