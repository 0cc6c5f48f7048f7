import { AisShipType, type PositionReport, type StaticReport } from "@landfall/core/congestion/detection/VesselReport"
import type { Zone } from "@landfall/core/congestion/zones/Zone"
import { instantOf } from "@landfall/core/time/Instant"
import { ImoNumber, imoCheckDigit } from "@landfall/core/vessels/ImoNumber"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import type { VesselType } from "@landfall/core/vessels/VesselType"
import { Effect, Option, Random } from "effect"
import { type FleetPlan, zonesOf } from "./FleetPlan.ts"
import { positionReportsOf } from "./FleetReports.ts"
import { type RandomSource, simulateTracks, type TrueCall } from "./VesselTracks.ts"

/** A vessel of the simulation. */
export interface SimulatedVessel {
  readonly mmsi: MmsiInteger
  readonly imo: ImoNumber
  readonly name: string
  readonly shipType: AisShipType
  /** The true type: AIS reports ro-ro vessels as cargo vessels. */
  readonly type: VesselType
}

/** A simulated fleet: its true calls and the AIS reports of its vessels. */
export interface SimulatedFleet {
  readonly plan: FleetPlan
  readonly vessels: ReadonlyArray<SimulatedVessel>
  readonly zones: ReadonlyArray<Zone>
  /** The simulated calls, in no particular order. */
  readonly calls: ReadonlyArray<TrueCall>
  /** One static report per vessel. */
  readonly staticReports: ReadonlyArray<StaticReport>
  /**
   * The position reports in order of arrival, generated while they are read, so that any length fits. Every read yields
   * the same reports.
   */
  readonly positionReports: Iterable<PositionReport>
}

const TYPES = ["cargo", "tanker", "cargo", "roro", "cargo"] as const
const AIS_TYPES = { cargo: 70, tanker: 80, roro: 70 } as const

const vesselOf = (index: number): SimulatedVessel => {
  const type = TYPES[index % TYPES.length] ?? "cargo"
  const six = String(900_000 + (index % 100_000))
  return {
    mmsi: MmsiInteger.make(200_000_000 + index),
    imo: ImoNumber.make(`${six}${imoCheckDigit(six)}`),
    name: `SIMULATED ${index + 1}`,
    shipType: AisShipType.make(AIS_TYPES[type]),
    type
  }
}

const staticReportOf = (plan: FleetPlan, vessel: SimulatedVessel): StaticReport => ({
  _tag: "StaticReport",
  mmsi: vessel.mmsi,
  at: instantOf(plan.start),
  clock: "source",
  source: "fleet",
  imo: Option.some(vessel.imo),
  name: Option.some(vessel.name),
  callSign: Option.none(),
  shipType: Option.some(vessel.shipType),
  length: Option.none(),
  beam: Option.none(),
  draught: Option.none(),
  destination: Option.none()
})

const seededRandom = (seed: string): Effect.Effect<RandomSource> =>
  Effect.map(
    Random.Random,
    (random): RandomSource =>
      () =>
        random.nextDoubleUnsafe()
  ).pipe(Random.withSeed(seed))

/** Simulates the fleet of a plan. */
export const simulateFleet = (plan: FleetPlan): Effect.Effect<SimulatedFleet> =>
  Effect.gen(function* () {
    const draw = yield* seededRandom(plan.seed)
    const { segments, calls } = simulateTracks(plan, draw)
    const vessels = Array.from({ length: plan.vessels }, (_, index) => vesselOf(index))
    return {
      plan,
      vessels,
      zones: zonesOf(plan),
      calls,
      staticReports: vessels.map((vessel) => staticReportOf(plan, vessel)),
      positionReports: positionReportsOf(plan, vessels, segments, Math.floor(draw() * 2 ** 32))
    }
  })
