import { DEGREES_PER_UNIT, speedKnotsOf } from "@landfall/core/congestion/detection/CompactPosition"
import type { VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { makeFindVesselByImo } from "@landfall/core/congestion/fleet/VesselByImo"
import { roundDegrees } from "@landfall/core/geo/Position"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import type { Journey } from "@landfall/core/tracking/journey/Journey"
import { vesselView } from "@landfall/core/tracking/journey/JourneyView"
import type { Milestone } from "@landfall/core/tracking/journey/Milestone"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Effect, Option, Schema } from "effect"

const DEPARTURES: ReadonlyArray<Milestone["type"]> = [
  "vessel.departure.from.first.pol",
  "vessel.departure.from.transhipment_port"
]

const isImo = Schema.is(ImoNumber)

/** The departure of the vessel that is under way with the container; none in a port or on land. */
const departureOf = (journeys: ReadonlyArray<Journey>): Milestone | undefined =>
  journeys
    .filter(({ end }) => Option.isNone(end))
    .flatMap(({ milestones }) => {
      const last = milestones.findLast(({ classifier }) => classifier === "ACT")
      return last !== undefined && DEPARTURES.includes(last.type) ? [last] : []
    })[0]

/** The newest position of a vessel; null before the first. */
const positionOf = ({ mmsi, reorderBuffer, track }: VesselState) => {
  const last = reorderBuffer.positions.at(-1) ?? track.last
  return last === null
    ? null
    : {
        mmsi,
        latitude: roundDegrees(last.latitude * DEGREES_PER_UNIT),
        longitude: roundDegrees(last.longitude * DEGREES_PER_UNIT),
        speedKnots: speedKnotsOf(last) ?? null,
        receivedAt: isoOf(Instant.make(last.at * 1000))
      }
}

/** Makes the function that returns the vessel of journeys that are at sea, and its last position in AIS. */
export const makeFindVessel = Effect.gen(function* () {
  const findByImo = yield* makeFindVesselByImo

  return Effect.fnUntraced(function* (journeys: ReadonlyArray<Journey>) {
    const departure = departureOf(journeys)
    if (departure === undefined) return { vessel: null, position: null, reason: "not_at_sea" as const }
    const vessel = vesselView(departure.vessel, departure.voyage)
    const imo = vessel?.imo ?? ""
    if (!isImo(imo)) return { vessel, position: null, reason: "vessel_unknown" as const }
    const { mmsi, state } = yield* findByImo(imo)
    if (Option.isNone(mmsi)) return { vessel, position: null, reason: "mmsi_unknown" as const }
    const position = Option.isNone(state) ? null : positionOf(state.value)
    return position === null ? { vessel, position, reason: "no_position" as const } : { vessel, position }
  })
})
