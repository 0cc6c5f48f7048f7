import type { Zone, ZoneId } from "@landfall/core/congestion/zones/Zone"
import {
  compareBerthCapacities,
  removesBerthSetting,
  ZoneNotFound,
  ZoneStore
} from "@landfall/core/congestion/zones/ZoneStore"
import { Effect, Layer, Option, Result } from "effect"
import { joinKey, MemoryState } from "../state/MemoryState.ts"

const REVISION = "zones"

/** `ZoneStore` on `MemoryState`. */
export const layer = Layer.effect(
  ZoneStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const raiseRevision = () => state.revisions.set(REVISION, (state.revisions.get(REVISION) ?? 0) + 1)

    const find = (id: ZoneId): Result.Result<Zone, ZoneNotFound> => {
      const zone = state.zones.get(id)
      return zone === undefined ? Result.fail(new ZoneNotFound({ id })) : Result.succeed(zone)
    }

    return ZoneStore.of({
      put: (zones) =>
        state.transact(() => {
          if (zones.length > 0) raiseRevision()
          for (const zone of zones) state.zones.set(zone.id, zone)
          return Result.void
        }),
      list: (port) =>
        state.transact(() =>
          Result.succeed(
            state.zones
              .filter(({ ports }) => Option.isNone(port) || ports.includes(port.value))
              .sort((a, b) => (a.id < b.id ? -1 : 1))
          )
        ),
      accept: (id) =>
        state.transact(() =>
          Result.map(find(id), (zone): Zone => {
            const accepted: Zone = { ...zone, status: "accepted" }
            raiseRevision()
            state.zones.set(id, accepted)
            return accepted
          })
        ),
      remove: (id) =>
        state.transact(() =>
          Result.map(find(id), () => {
            raiseRevision()
            state.zones.delete(id)
          })
        ),
      setBerths: (capacity) =>
        state.transact(() => {
          const key = joinKey(capacity.port, capacity.vesselClass)
          raiseRevision()
          if (removesBerthSetting(capacity)) state.berthCapacities.delete(key)
          else state.berthCapacities.set(key, capacity)
          return Result.void
        }),
      berths: (port) =>
        state.transact(() =>
          Result.succeed(
            state.berthCapacities.filter((capacity) => capacity.port === port).sort(compareBerthCapacities)
          )
        ),
      revision: state.transact(() => Result.succeed(state.revisions.get(REVISION) ?? 0))
    })
  })
)
