import { assert, describe, it } from "@effect/vitest"
import { newVesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { makeFindVesselByImo } from "@landfall/core/congestion/fleet/VesselByImo"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Mmsi, MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { Effect, Option, Schema } from "effect"
import * as MemoryStorage from "../../src/memory/MemoryStorage.ts"

const IMO = ImoNumber.make("9811000")
const OTHER_IMO = ImoNumber.make("9321483")
const [OLD_MMSI, NEW_MMSI] = [Mmsi.make("244900001"), Mmsi.make("353136000")]
const decodeVessel = Schema.decodeUnknownSync(Vessel)
const DETECTOR = DetectorId.make("test")

/** The state of a vessel whose static data has an IMO number, or none yet. */
const stateOf = (mmsi: Mmsi, imo: ImoNumber | null) => {
  const state = newVesselState(MmsiInteger.make(Number(mmsi)))
  return { ...state, profile: { ...state.profile, imo } }
}

const register = (mmsi: Mmsi) =>
  Effect.flatMap(VesselRegistry, (registry) => registry.save([decodeVessel({ imo: IMO, mmsi })]))

const receive = (...states: ReadonlyArray<ReturnType<typeof stateOf>>) =>
  Effect.gen(function* () {
    const store = yield* VesselStateStore
    yield* store.claim(DETECTOR, 60_000)
    yield* store.save({ states, removed: [], calls: [], coverage: [] }, DETECTOR)
  })

const find = Effect.flatMap(makeFindVesselByImo, (findByImo) => findByImo(IMO))

const unknown = { mmsi: Option.none(), state: Option.none() }

describe("a vessel by its IMO number", () => {
  it.effect("is unknown while neither the registry nor AIS has the number", () =>
    Effect.gen(function* () {
      yield* receive(stateOf(OLD_MMSI, OTHER_IMO), stateOf(NEW_MMSI, null))
      assert.deepStrictEqual(yield* find, unknown)
    }).pipe(Effect.provide(MemoryStorage.layer))
  )

  it.effect("has the MMSI of the registry, and a position once that MMSI is received", () =>
    Effect.gen(function* () {
      yield* register(OLD_MMSI)
      assert.deepStrictEqual(yield* find, { mmsi: Option.some(OLD_MMSI), state: Option.none() })
      const state = stateOf(OLD_MMSI, null)
      yield* receive(state)
      assert.deepStrictEqual(yield* find, { mmsi: Option.some(OLD_MMSI), state: Option.some(state) })
    }).pipe(Effect.provide(MemoryStorage.layer))
  )

  it.effect("is found by the static data that it transmits, without an entry in the registry", () =>
    Effect.gen(function* () {
      const state = stateOf(NEW_MMSI, IMO)
      yield* receive(state, stateOf(OLD_MMSI, OTHER_IMO))
      assert.deepStrictEqual(yield* find, { mmsi: Option.some(NEW_MMSI), state: Option.some(state) })
    }).pipe(Effect.provide(MemoryStorage.layer))
  )

  it.effect("is not the vessel that now has its former MMSI", () =>
    Effect.gen(function* () {
      yield* register(OLD_MMSI)
      yield* receive(stateOf(OLD_MMSI, OTHER_IMO))
      assert.deepStrictEqual(yield* find, { mmsi: Option.some(OLD_MMSI), state: Option.none() })
      const state = stateOf(NEW_MMSI, IMO)
      yield* receive(state)
      assert.deepStrictEqual(yield* find, { mmsi: Option.some(NEW_MMSI), state: Option.some(state) })
    }).pipe(Effect.provide(MemoryStorage.layer))
  )
})
