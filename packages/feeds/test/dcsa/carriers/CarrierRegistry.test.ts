import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer } from "effect"
import { Digest } from "effect/crypto"
import { readCarriers } from "../../../src/dcsa/carriers/CarrierConfiguration.ts"
import { CarrierRegistry, compareCarriers } from "../../../src/dcsa/carriers/CarrierRegistry.ts"

const profileOf = (scac: string, changes: Record<string, unknown> = {}) => ({
  scac,
  name: scac,
  baseUrl: "https://api.carrier.example",
  kinds: ["CT"],
  authentication: { headers: { "Consumer-Key": `${scac}_KEY` } },
  ...changes
})

/** Carriers of a file, with keys from the environment. */
const carriersOf = (profiles: ReadonlyArray<unknown>, environment: Record<string, string> = {}) =>
  Effect.provideService(
    readCarriers(JSON.stringify({ carriers: profiles })),
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { MAEU_KEY: "maeu", HLCU_KEY: "hlcu", ONEY_KEY: "oney", ...environment } })
  )

const registryOf = (profiles: ReadonlyArray<unknown>) =>
  Effect.flatMap(carriersOf(profiles), (carriers) =>
    Effect.provide(CarrierRegistry, CarrierRegistry.layer(carriers).pipe(Layer.provide(Digest.layerWebCrypto)))
  )

describe("the configured carriers", () => {
  it.effect("are compared by profile and keys, whatever their order", () =>
    Effect.gen(function* () {
      const before = yield* carriersOf([profileOf("MAEU"), profileOf("HLCU"), profileOf("ONEY")])
      const none = { added: [], removed: [], changedProfiles: [], changedKeys: [] }
      assert.deepStrictEqual(compareCarriers(before, before.toReversed()), none)
      const after = yield* carriersOf(
        [profileOf("MSCU", { authentication: {} }), profileOf("HLCU"), profileOf("MAEU", { requestsPerSecond: 2 })],
        { HLCU_KEY: "another key" }
      )
      const changes = compareCarriers(before, after)
      assert.deepStrictEqual<unknown>(changes, {
        added: ["MSCU"],
        removed: ["ONEY"],
        changedProfiles: ["MAEU"],
        changedKeys: ["HLCU"]
      })
    })
  )

  it.effect("are replaced in one step, and those that did not change stay the same objects", () =>
    Effect.gen(function* () {
      const registry = yield* registryOf([profileOf("MAEU"), profileOf("HLCU")])
      const first = yield* registry.current
      yield* registry.replace(yield* carriersOf([profileOf("MAEU"), profileOf("HLCU")]))
      assert.strictEqual(yield* registry.current, first, "the same carriers are not a change")

      yield* registry.replace(
        yield* carriersOf([profileOf("HLCU", { baseUrl: "https://other.example" }), profileOf("MAEU")])
      )
      const second = yield* registry.current
      const find = (version: typeof first, scac: string) =>
        version.configured.find(({ profile }) => profile.scac === scac)
      assert.strictEqual(find(second, "MAEU"), find(first, "MAEU"))
      assert.notStrictEqual(find(second, "HLCU"), find(first, "HLCU"))
      assert.deepStrictEqual<ReadonlyArray<string>>(
        second.profiles.map(({ scac }) => scac),
        ["HLCU", "MAEU"]
      )
      const changed = second.profiles.filter(
        ({ scac }) => first.fingerprints.get(scac) !== second.fingerprints.get(scac)
      )
      assert.deepStrictEqual<ReadonlyArray<string>>(
        changed.map(({ scac }) => scac),
        ["HLCU"]
      )
    })
  )

  it.effect("report a change to every reader of former carriers, however late it reads", () =>
    Effect.gen(function* () {
      const registry = yield* registryOf([profileOf("MAEU")])
      const first = yield* registry.current
      const waiting = yield* Effect.forEach([1, 2], () =>
        Effect.forkChild(registry.changeFrom(first), { startImmediately: true })
      )
      yield* Effect.yieldNow
      assert.deepStrictEqual(
        waiting.map((fiber) => fiber.pollUnsafe()),
        [undefined, undefined]
      )
      yield* registry.replace([])
      yield* Fiber.joinAll(waiting)
      yield* registry.changeFrom(first)
      const later = yield* Effect.forkChild(registry.changeFrom(yield* registry.current), { startImmediately: true })
      yield* Effect.yieldNow
      assert.isUndefined(later.pollUnsafe())
      yield* Fiber.interrupt(later)
    })
  )
})
