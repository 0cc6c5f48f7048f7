import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { OperatorPort, PortStore } from "@landfall/core/geo/PortStore"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Layer, Option, Ref, Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeAccessPointFinder } from "../../src/network/AccessPointFinder.ts"
import { loadNetwork } from "../../src/network/BundledNetwork.ts"
import * as OperatorSeaRouter from "../../src/OperatorSeaRouter.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"
import * as OperatorGazetteer from "../../src/ports/OperatorGazetteer.ts"
import { withOperatorPorts } from "../../src/ports/OperatorPorts.ts"
import { portOf } from "../../src/ports/PortTable.ts"

const decode = Schema.decodeUnknownSync(OperatorPort)
const own = (code: string, latitude: number, longitude: number, aliases: ReadonlyArray<string> = []) =>
  decode({ code, name: `Own ${code}`, country: code.slice(0, 2), position: { latitude, longitude }, aliases })

const table = loadPorts()
const network = loadNetwork()
const findMooring = makeAccessPointFinder(network)
const add = (ports: ReadonlyArray<OperatorPort>) => withOperatorPorts(table, ports, findMooring)
const nameOf = (ports: typeof table, code: string) =>
  Option.getOrNull(Option.map(portOf(ports, code), ({ name }) => name))

describe("operator-supplied ports", () => {
  it("are added to the bundled ones, at the nearest node of the network", () => {
    const both = add([own("NLZZ2", 51.97, 4.0)])
    assert.strictEqual(both.ports.size, table.ports.size + 1)
    assert.isBelow(both.accessPoints.get("NLZZ2")?.accessNm ?? 99, 5)
    assert.isUndefined(table.ports.get("NLZZ2"))
  })

  it("replace those with the same code, and keep the access point at the same place", () => {
    const rotterdam = table.ports.get("NLRTM")
    const { latitude = 0, longitude = 0 } = rotterdam?.position ?? {}
    const renamed = add([own("NLRTM", latitude, longitude)])
    assert.strictEqual(renamed.ports.get("NLRTM")?.name, "Own NLRTM")
    assert.deepStrictEqual(renamed.accessPoints.get("NLRTM"), table.accessPoints.get("NLRTM"))
    const moved = add([own("NLRTM", 52.46, 4.6)])
    assert.notDeepEqual(moved.accessPoints.get("NLRTM"), table.accessPoints.get("NLRTM"))
  })

  it("take over aliases that were other ports before", () => {
    const both = add([own("BEZZ2", 51.3, 3.2, ["BEANR", "BEZZ3"])])
    assert.strictEqual(nameOf(both, "BEANR"), "Own BEZZ2")
    assert.strictEqual(nameOf(both, "BEZZ3"), "Own BEZZ2")
  })

  it("have no access point far from the sea, even when the bundled port had one", () => {
    const both = add([own("NLRTM", 47.0, 8.0)])
    assert.isFalse(both.accessPoints.has("NLRTM"))
  })
})

const storeOf = (ports: Ref.Ref<ReadonlyArray<OperatorPort>>, broken: Ref.Ref<boolean>) => {
  const orBroken = <A>(result: Effect.Effect<A>) =>
    Effect.flatMap(Ref.get(broken), (isBroken) =>
      isBroken
        ? Effect.fail(
            new StorageError({ operation: "PortStore.revision", reason: "unavailable", cause: "unavailable" })
          )
        : result
    )
  return Layer.succeed(PortStore, {
    save: (added) => Ref.update(ports, (before) => [...before, ...added]),
    list: orBroken(Ref.get(ports)),
    revision: orBroken(Effect.map(Ref.get(ports), ({ length }) => length))
  })
}

describe("a running gazetteer and router", () => {
  it.effect("apply saved ports within a second, and continue while the store is unavailable", () =>
    Effect.gen(function* () {
      const ports = yield* Ref.make<ReadonlyArray<OperatorPort>>([])
      const broken = yield* Ref.make(false)
      const code = Unlocode.make("NLZZ2")
      const options = { from: code, to: Unlocode.make("SGSIN") }
      yield* Effect.gen(function* () {
        const gazetteer = yield* Gazetteer
        const router = yield* SeaRouter
        assert.strictEqual((yield* Effect.flip(router.route(options)))._tag, "PortNotFound")
        yield* (yield* PortStore).save([own("NLZZ2", 51.97, 4.0), own("CHZZ2", 47.0, 8.0)])
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* gazetteer.get(code)).name, "Own NLZZ2")
        assert.isAbove((yield* router.route(options)).lengthNm, 8000)
        const listed = yield* gazetteer.search("own", 2)
        assert.deepStrictEqual(
          listed.map((port) => [port.code, port.inland]),
          [
            ["NLZZ2", false],
            ["CHZZ2", true]
          ]
        )
        yield* Ref.set(broken, true)
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual((yield* gazetteer.get(code)).name, "Own NLZZ2")
      }).pipe(
        Effect.provide(
          Layer.provideMerge(Layer.merge(OperatorGazetteer.layer, OperatorSeaRouter.layer), storeOf(ports, broken))
        )
      )
    })
  )
})
