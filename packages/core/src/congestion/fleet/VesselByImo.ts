import { Effect, Option } from "effect"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import { Mmsi, MmsiInteger } from "../../vessels/Mmsi.ts"
import { VesselRegistry } from "../../vessels/VesselRegistry.ts"
import type { VesselState } from "../detection/PortCallDetector.ts"
import { VesselStateStore } from "./VesselStateStore.ts"

/** A vessel that was found by its IMO number: its MMSI, and its detection state, which has its last position. */
export interface VesselByImo {
  readonly mmsi: Option.Option<Mmsi>
  readonly state: Option.Option<VesselState>
}

/** Whether a state is of the vessel with this IMO number: its static data has this number, or none yet. */
const isOfVessel =
  (imo: ImoNumber) =>
  ({ profile }: VesselState): boolean =>
    profile.imo === null || profile.imo === imo

/**
 * Makes the function that finds a vessel by its IMO number: by the MMSI that the vessel registry has, otherwise by the
 * static data that the vessel transmits. The MMSI of a vessel changes with its flag: a state whose static data has
 * another IMO number is that of the vessel that has the MMSI now, and not used.
 */
export const makeFindVesselByImo = Effect.gen(function* () {
  const registry = yield* VesselRegistry
  const states = yield* VesselStateStore

  const stateOf = (mmsi: Option.Option<Mmsi>) =>
    Option.match(mmsi, {
      onNone: () => Effect.succeedNone,
      onSome: (number) => states.find(MmsiInteger.make(Number(number)))
    })

  return Effect.fnUntraced(function* (imo: ImoNumber) {
    const registered = yield* registry.find({ _tag: "Imo", imo })
    const mmsi = Option.flatMap(registered, (vessel) => Option.fromUndefinedOr(vessel.mmsi))
    const state = Option.filter(yield* stateOf(mmsi), isOfVessel(imo))
    if (Option.isSome(state)) return { mmsi, state } satisfies VesselByImo
    const reported = yield* states.findByImo(imo)
    return {
      mmsi: Option.orElse(
        Option.map(reported, (vessel) => Mmsi.make(String(vessel.mmsi))),
        () => mmsi
      ),
      state: reported
    } satisfies VesselByImo
  })
})
