import { assert, describe } from "@effect/vitest"
import { ZoneId } from "@landfall/core/congestion/zones/Zone"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Option } from "effect"
import { fleetPlan, zonesOf } from "../../fleet/FleetPlan.ts"
import { sampleZone } from "../../samples/CongestionSamples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"

const NLRTM = Unlocode.make("NLRTM")
const BEANR = Unlocode.make("BEANR")

const zoneRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "returns zones of every kind as stored, in order of id", () =>
    Effect.gen(function* () {
      const store = yield* ZoneStore
      const zones = zonesOf(fleetPlan({ ports: 2, hasSharedAnchorages: true }))
      const typed = sampleZone(1, { vesselType: Option.some("roro"), source: "history", name: Option.none() })
      yield* store.put([...zones, typed])
      const listed = yield* store.list(Option.none())
      assertSame(
        listed,
        [...zones, typed].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      )
    })
  )

  rule(layer, "a zone replaces the one with its id", () =>
    Effect.gen(function* () {
      const store = yield* ZoneStore
      yield* store.put([sampleZone(1), sampleZone(2)])
      const moved = sampleZone(1, { ports: [BEANR] })
      yield* store.put([moved])
      assertSame(yield* store.list(Option.none()), [moved, sampleZone(2)])
      assertSame(yield* store.list(Option.some(BEANR)), [moved])
    })
  )

  rule(layer, "a shared anchorage is listed for each of its ports", () =>
    Effect.gen(function* () {
      const store = yield* ZoneStore
      const shared = sampleZone(1, { kind: "ANCHORAGE", ports: [NLRTM, BEANR] })
      yield* store.put([shared, sampleZone(2)])
      assertSame(yield* store.list(Option.some(BEANR)), [shared])
      assertSame(yield* store.list(Option.some(NLRTM)), [shared, sampleZone(2)])
    })
  )

  rule(layer, "accepts and removes a proposed zone; accepting again changes nothing, and an unknown zone fails", () =>
    Effect.gen(function* () {
      const store = yield* ZoneStore
      const proposed = sampleZone(1, { status: "proposed" })
      yield* store.put([proposed])
      assertSame(yield* store.accept(proposed.id), sampleZone(1))
      assertSame(yield* store.accept(proposed.id), sampleZone(1))
      yield* store.remove(proposed.id)
      assertSame(yield* store.list(Option.none()), [])
      yield* assertFailsWith(store.remove(proposed.id), "ZoneNotFound")
      yield* assertFailsWith(store.accept(ZoneId.make("nowhere")), "ZoneNotFound")
    })
  )
}

const berthRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "berths are those set last for each class; 0 removes the setting", () =>
    Effect.gen(function* () {
      const store = yield* ZoneStore
      const tankers = { port: NLRTM, vesselClass: "tanker", berths: 3 } as const
      const all = { port: NLRTM, vesselClass: "commercialVessels", berths: 40 } as const
      for (const capacity of [tankers, all, { ...tankers, berths: 5 }, { ...all, port: BEANR }]) {
        yield* store.setBerths(capacity)
      }
      assertSame(yield* store.berths(NLRTM), [all, { ...tankers, berths: 5 }])
      yield* store.setBerths({ ...all, berths: 0 })
      assertSame(yield* store.berths(NLRTM), [{ ...tankers, berths: 5 }])
    })
  )

  rule(layer, "the revision grows with every change, and only then", () =>
    Effect.gen(function* () {
      const store = yield* ZoneStore
      const revisions = [yield* store.revision]
      for (const change of [
        store.put([sampleZone(1)]),
        store.accept(sampleZone(1).id),
        store.setBerths({ port: NLRTM, vesselClass: "cargo", berths: 2 }),
        store.remove(sampleZone(1).id)
      ]) {
        yield* change
        revisions.push(yield* store.revision)
      }
      assert.deepStrictEqual(
        revisions,
        [...new Set(revisions)].sort((a, b) => a - b)
      )
      assert.strictEqual(revisions[0], 0)
      yield* Effect.flip(store.remove(sampleZone(1).id))
      yield* store.list(Option.none())
      assert.strictEqual(yield* store.revision, revisions.at(-1))
    })
  )
}

/** Registers the contract of `ZoneStore`. */
export const zoneStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`ZoneStore on ${name}`, () => {
    zoneRules(layer)
    berthRules(layer)
  })
}
