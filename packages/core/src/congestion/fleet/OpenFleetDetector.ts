import { Effect, Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import { Gazetteer } from "../../geo/Gazetteer.ts"
import type { ImoNumber } from "../../vessels/ImoNumber.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import { VesselRegistry } from "../../vessels/VesselRegistry.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import type { VesselState } from "../detection/PortCallDetector.ts"
import { zonesInUse } from "../zones/DefaultPortAreas.ts"
import { PortAreaSource } from "../zones/PortAreas.ts"
import { makeZoneIndex } from "../zones/ZoneIndex.ts"
import { ZoneStore } from "../zones/ZoneStore.ts"
import { FleetDetector } from "./FleetDetector.ts"

/** A fleet detector that uses the operator's zones and vessel registry. */
export interface OpenFleetDetector {
  readonly detector: FleetDetector
  /** Loads the zones again when they have changed. */
  readonly refreshZones: Effect.Effect<void, StorageError>
  /** Loads the registered types of vessels again. */
  readonly refreshRegistry: Effect.Effect<void, StorageError>
}

/** Copies the types of the vessel registry into memory, where the detector reads them between two positions. */
const makeRegisteredTypes = Effect.gen(function* () {
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

/**
 * Opens a fleet detector on stored states, with the areas of the gazetteer's ports, the operator's zones and the vessel
 * registry.
 */
export const openFleetDetector = Effect.fn("FleetDetector.open")(function* (states: ReadonlyArray<VesselState>) {
  const zones = yield* ZoneStore
  const gazetteer = yield* Gazetteer
  const ports = yield* gazetteer.all
  const areas = yield* yield* PortAreaSource
  const names = new Map<string, string>(ports.map(({ code, name }) => [code, name]))
  const naming = { names, aliases: yield* gazetteer.aliases }
  const { typeOf, refresh } = yield* makeRegisteredTypes
  yield* refresh
  const buildIndex = Effect.map(zones.list(Option.none()), (operatorZones) =>
    makeZoneIndex(zonesInUse(ports, areas, operatorZones))
  )

  // Read before the zones: a change between the two reads is then processed twice rather than never.
  let revision = yield* zones.revision
  const detector = new FleetDetector(yield* buildIndex, typeOf, states, naming)

  const refreshZones = Effect.gen(function* () {
    const current = yield* zones.revision
    if (current === revision) return
    detector.useZones(yield* buildIndex)
    revision = current
  })
  const open: OpenFleetDetector = { detector, refreshZones, refreshRegistry: refresh }
  return open
})
