import { assert, describe, it } from "@effect/vitest"
import { EgressModeStore } from "@landfall/core/alerts/egress/EgressModeStore"
import { DEFAULT_TARGET_SCHEMES } from "@landfall/core/alerts/targets/TargetScheme"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { Context, Effect, Layer, Option, Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { Egress, type EgressOptions } from "../../src/service/network/Egress.ts"
import { listenersOf } from "../../src/service/network/Listeners.ts"

const serverOptions: EgressOptions = {
  allowPrivateTargets: Option.none(),
  targetPorts: Option.none(),
  targetSchemes: DEFAULT_TARGET_SCHEMES,
  listeners: listenersOf({ host: "127.0.0.1", port: 8080, ais: [] }),
  serves: true
}
const workerOptions: EgressOptions = { ...serverOptions, listeners: [], serves: false }
const publicServer: EgressOptions = {
  ...serverOptions,
  listeners: listenersOf({
    host: "127.0.0.1",
    port: 8081,
    publicUrl: Option.some("https://landfall.example.com/api"),
    metrics: { _tag: "OnAddress", host: "127.0.0.1", port: 9464 },
    ais: [
      [
        { protocol: "udp", host: "0.0.0.0", port: 10110 },
        { protocol: "tcp", host: "ais.example.com", port: 5000 }
      ]
    ]
  })
}

/** Starts a process on the stores of the test. */
const start = Effect.fnUntraced(function* (options: EgressOptions) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const egress = Context.get(yield* Layer.buildWithScope(Egress.layer(options), scope), Egress)
  for (const listener of options.listeners) yield* egress.listen(listener)
  return egress
})

const stores = Layer.merge(MemoryStorage.layer, SecureRandom.layerWebCrypto)
const refreshed = TestClock.adjust("1 second")

describe("the egress policy of several processes on one database", () => {
  it.effect("is the same: a worker follows the server, within a second", () =>
    Effect.gen(function* () {
      const worker = yield* start(workerOptions)
      assert.deepInclude(worker.policy(), { mode: "off" })
      assert.strictEqual(worker.policy().before?.mode, "on", "until a server has started, nothing fails")
      const server = yield* start(serverOptions)
      yield* refreshed
      assert.strictEqual(server.policy().mode, "loopback")
      assert.strictEqual(worker.policy().mode, "loopback")
      assert.deepStrictEqual([...(worker.policy().listenerPorts ?? [])], [8080])

      assert.isTrue(server.observe({ host: "127.0.0.1:8080" }))
      assert.isFalse(server.observe({ forwarded: "for=198.51.100.7" }))
      assert.strictEqual(server.policy().mode, "off", "before the request is handled")
      assert.isFalse(server.observe({}))
      yield* refreshed
      assert.strictEqual(worker.policy().mode, "off")
      assert.strictEqual(worker.policy().before?.mode, "loopback")

      const restarted = yield* start(serverOptions)
      assert.strictEqual(restarted.policy().mode, "off")
      const configured = yield* start({ ...serverOptions, allowPrivateTargets: Option.some("on") })
      assert.strictEqual(configured.policy().mode, "on")
      yield* refreshed
      for (const { policy } of [worker, server, restarted]) assert.strictEqual(policy().mode, "on")
    }).pipe(Effect.provide(stores))
  )

  it.effect(
    "is off while a server of the database has a public URL, also for one that is started for development",
    () =>
      Effect.gen(function* () {
        const open = yield* start(publicServer)
        assert.strictEqual(open.policy().mode, "off")
        const { serviceHosts, listenerPorts, ports } = (yield* start(serverOptions)).policy()
        assert.deepStrictEqual([...(listenerPorts ?? [])].toSorted(), [10110, 8080, 8081, 9464].toSorted())
        assert.deepStrictEqual([...(serviceHosts ?? [])], ["landfall.example.com"])
        assert.deepStrictEqual(ports, [
          { first: 80, last: 80 },
          { first: 443, last: 443 },
          { first: 8000, last: 8999 }
        ])
        yield* refreshed
        assert.isTrue(open.policy().listenerPorts?.has(8080))
      }).pipe(Effect.provide(stores))
  )

  it.effect("retains the ports that the operator has set in every mode", () =>
    Effect.gen(function* () {
      const ports = [{ first: 443, last: 443 }]
      const server = yield* start({ ...serverOptions, targetPorts: Option.some(ports) })
      assert.deepStrictEqual(server.policy().ports, ports)
      assert.isFalse(server.observe({ via: "1.1 proxy" }))
      assert.deepStrictEqual(server.policy().before, { mode: "loopback", ports })
    }).pipe(Effect.provide(stores))
  )

  it.effect("stays the same object until it changes", () =>
    Effect.gen(function* () {
      const server = yield* start(serverOptions)
      const before = server.policy()
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(server.policy(), before)
      yield* server.listen({ address: "127.0.0.1", port: 9999, purpose: "metrics", publicHost: null })
      assert.isTrue(server.policy().listenerPorts?.has(9999))
      const { listeners } = yield* (yield* EgressModeStore).read(0)
      assert.isTrue(listeners.some(({ port }) => port === 9999))
    }).pipe(Effect.provide(stores))
  )

  it.effect("is not changed by a server whose start fails before it listens", () =>
    Effect.gen(function* () {
      const store = yield* EgressModeStore
      const server = yield* start(serverOptions)
      yield* Effect.scoped(Layer.build(Egress.layer(publicServer)))
      yield* refreshed
      assert.strictEqual(server.policy().mode, "loopback")
      assert.deepStrictEqual(
        (yield* store.read(0)).listeners.map(({ port }) => port),
        [8080]
      )
    }).pipe(Effect.provide(stores))
  )

  it.effect("removes the addresses of a process that has stopped", () =>
    Effect.gen(function* () {
      const store = yield* EgressModeStore
      yield* Effect.scoped(start(publicServer))
      assert.deepStrictEqual((yield* store.read(0)).listeners, [])
    }).pipe(Effect.provide(stores))
  )
})
