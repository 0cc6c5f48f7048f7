import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import { DAY_MILLIS } from "../../time/Durations.ts"
import { Instant } from "../../time/Instant.ts"
import type { VesselClass } from "../../vessels/VesselClass.ts"
import { PortCallLog } from "../ledger/PortCallLog.ts"
import { removeSuperseded } from "../ledger/PortCallTimeline.ts"
import { PortAreaSource } from "../zones/PortAreas.ts"
import { ZoneStore } from "../zones/ZoneStore.ts"
import { type BerthZone, computePortTimes, TIMES_DAYS } from "./ComputePortTimes.ts"
import type { PortTimesFigures } from "./PortTimesFigures.ts"

/** Computes the times of ports from the port call log. */
export class PortTimes extends Context.Service<
  PortTimes,
  {
    /**
     * Returns the times of a port for a class of vessels as they were known at an instant; none before its first data.
     */
    readonly asOf: (
      port: Unlocode,
      vesselClass: VesselClass,
      asOf: Instant
    ) => Effect.Effect<Option.Option<PortTimesFigures>, StorageError>
  }
>()("@landfall/core/congestion/figures/PortTimes") {
  static readonly layer = Layer.effect(
    PortTimes,
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const zones = yield* ZoneStore
      const areas = yield* PortAreaSource

      /** The terminal or berth zone of each zone: the parts of a curated terminal are one place. */
      const placesOf = Effect.fnUntraced(function* (port: Unlocode) {
        const places = new Map<string, BerthZone>()
        for (const { zone } of (yield* areas).curated) {
          if (!zone.ports.includes(port)) continue
          places.set(zone.id, { zoneId: zone.id.replace(/-\d+$/u, ""), name: Option.getOrNull(zone.name) })
        }
        for (const { id, name } of yield* zones.list(Option.some(port)))
          places.set(id, { zoneId: id, name: Option.getOrNull(name) })
        return places
      })

      const asOf = Effect.fn("PortTimes.asOf")(function* (port: Unlocode, vesselClass: VesselClass, at: Instant) {
        const { calls, coverage } = yield* log.changes(port, 0, Instant.make(at - TIMES_DAYS * DAY_MILLIS))
        const relevant = removeSuperseded(calls.filter(({ assignment }) => assignment !== "withdrawn"))
        const figures = computePortTimes(coverage, relevant, yield* placesOf(port), vesselClass, at)
        return Option.map(
          figures,
          (times): PortTimesFigures => ({
            portCode: port,
            asOf: DateTime.makeUnsafe(at),
            vesselClass,
            ...times
          })
        )
      })
      return PortTimes.of({ asOf })
    })
  )
}
