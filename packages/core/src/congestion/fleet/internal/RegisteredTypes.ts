import { Effect, Option } from "effect"
import type { ImoNumber } from "../../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../../vessels/Mmsi.ts"
import { VesselRegistry } from "../../../vessels/VesselRegistry.ts"
import type { VesselType } from "../../../vessels/VesselType.ts"

/** Copies the types of the vessel registry into memory, where `FleetDetector` reads them between two positions. */
export const makeRegisteredTypes = Effect.gen(function* () {
  const registry = yield* VesselRegistry
  let byImo = new Map<string, VesselType>()
  let byMmsi = new Map<string, VesselType>()
  const typeOf = (mmsi: MmsiInteger, imo: Option.Option<ImoNumber>): Option.Option<VesselType> =>
    Option.orElse(
      Option.flatMap(imo, (number) => Option.fromUndefinedOr(byImo.get(number))),
      () => Option.fromUndefinedOr(byMmsi.get(String(mmsi)))
    )
  const refresh = Effect.map(registry.listTyped, (vessels) => {
    byImo = new Map(vessels.flatMap(({ imo, type }) => (Option.isSome(imo) ? [[imo.value, type] as const] : [])))
    byMmsi = new Map(vessels.flatMap(({ mmsi, type }) => (Option.isSome(mmsi) ? [[mmsi.value, type] as const] : [])))
  })
  return { typeOf, refresh }
})
