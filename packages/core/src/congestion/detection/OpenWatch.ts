import { Effect, Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import { Gazetteer } from "../../geo/Gazetteer.ts"
import { VesselRegistry } from "../../vessels/VesselRegistry.ts"
import type { VesselType } from "../../vessels/VesselType.ts"
import { zonesInUse } from "../zones/DefaultPortAreas.ts"
import { makeZoneIndex } from "../zones/ZoneIndex.ts"
import { ZoneStore } from "../zones/ZoneStore.ts"
import { FleetWatch, type TypeInRegistry } from "./FleetWatch.ts"
import type { VesselState } from "./PortCallDetector.ts"

/** A watch that goes by what the operator has drawn and registered. */
export interface OpenWatch {
  readonly watch: FleetWatch
  /** Goes by the zones as they are drawn now; nothing happens when none has changed. */
  readonly refreshZones: Effect.Effect<void, StorageError>
  /** Goes by what ships carry as it is registered now. */
  readonly refreshShips: Effect.Effect<void, StorageError>
}

/** The registry of ships in memory: a watch asks it between two positions. */
const makeRegisteredTypes = Effect.gen(function* () {
  const registry = yield* VesselRegistry
  let byImo = new Map<string, VesselType>()
  let byMmsi = new Map<string, VesselType>()
  const typeOf: TypeInRegistry = (mmsi, imo) =>
    Option.orElse(
      Option.flatMap(imo, (number) => Option.fromUndefinedOr(byImo.get(number))),
      () => Option.fromUndefinedOr(byMmsi.get(String(mmsi)))
    )
  const refresh = Effect.map(registry.listTyped, (ships) => {
    byImo = new Map(ships.flatMap(({ imo, type }) => (Option.isSome(imo) ? [[imo.value, type] as const] : [])))
    byMmsi = new Map(ships.flatMap(({ mmsi, type }) => (Option.isSome(mmsi) ? [[mmsi.value, type] as const] : [])))
  })
  return { typeOf, refresh }
})

/**
 * Opens a watch over ships that were left in these states: with the default areas of the gazetteer's ports, the zones
 * drawn, and the ships registered.
 */
export const openWatch = Effect.fn("OpenWatch.open")(function* (states: ReadonlyArray<VesselState>) {
  const zones = yield* ZoneStore
  const ports = yield* (yield* Gazetteer).all
  const { typeOf, refresh } = yield* makeRegisteredTypes
  yield* refresh
  const indexNow = Effect.map(zones.list(Option.none()), (drawn) => makeZoneIndex(zonesInUse(ports, drawn)))

  // Asked for before the zones: a change between the two is then seen twice rather than never.
  let revision = yield* zones.revision
  const watch = new FleetWatch(yield* indexNow, typeOf, states)

  const refreshZones = Effect.gen(function* () {
    const now = yield* zones.revision
    if (now === revision) return
    watch.useZones(yield* indexNow)
    revision = now
  })
  const open: OpenWatch = { watch, refreshZones, refreshShips: refresh }
  return open
})
