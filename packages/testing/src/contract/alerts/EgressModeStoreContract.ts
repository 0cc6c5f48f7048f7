import { assert, describe } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EgressMode, StoredEgressMode } from "@landfall/core/alerts/egress/EgressMode"
import { EgressModeStore } from "@landfall/core/alerts/egress/EgressModeStore"
import type { Listener } from "@landfall/core/alerts/egress/Listener"
import { Clock, Effect, Option } from "effect"
import { assertSame } from "../suite/Assertions.ts"
import { claimNone, claimOne, postMessages } from "../suite/DeliveryQueueOperations.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeReceiver } from "../suite/StoredSamples.ts"

const modeOf = (mode: EgressMode, changes: Partial<StoredEgressMode> = {}): StoredEgressMode => ({
  mode,
  source: "operator",
  previous: mode,
  changedAt: 1_700_000_000_000,
  forwardedAt: Option.none(),
  ...changes
})

const listenerOf = (port: number, changes: Partial<Listener> = {}): Listener => ({
  address: "127.0.0.1",
  port,
  purpose: "api",
  publicHost: null,
  ...changes
})

/** Registers the contract of `EgressModeStore`. */
export const egressModeStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`EgressModeStore on ${name}`, () => {
    rule(layer, "a new database has no mode and no listener", () =>
      Effect.gen(function* () {
        const store = yield* EgressModeStore
        assertSame(yield* store.read(0), { mode: Option.none(), listeners: [] })
        assertSame(yield* store.modify(0, ({ mode }) => mode), Option.none())
      })
    )

    rule(layer, "modify passes the stored mode, stores the result and returns it", () =>
      Effect.gen(function* () {
        const store = yield* EgressModeStore
        const first = modeOf("loopback", { source: "development" })
        assertSame(yield* store.modify(0, () => Option.some(first)), Option.some(first))
        const second = modeOf("off", { source: "forwarded", previous: "loopback", forwardedAt: Option.some(7) })
        yield* store.modify(0, (stored) => {
          assertSame(stored, { mode: Option.some(first), listeners: [] })
          return Option.some(second)
        })
        assertSame((yield* store.read(0)).mode, Option.some(second))
      })
    )

    rule(layer, "concurrent changes are made one after another", () =>
      Effect.gen(function* () {
        const store = yield* EgressModeStore
        const increment = store.modify(0, ({ mode }) =>
          Option.some(
            modeOf("off", { changedAt: Option.match(mode, { onNone: () => 1, onSome: (m) => m.changedAt + 1 }) })
          )
        )
        yield* Effect.all(
          Array.from({ length: 20 }, () => increment),
          { concurrency: "unbounded" }
        )
        assertSame(
          Option.map((yield* store.read(0)).mode, ({ changedAt }) => changedAt),
          Option.some(20)
        )
      })
    )

    rule(layer, "the listeners are those of every process that was seen since an instant, each once", () =>
      Effect.gen(function* () {
        const store = yield* EgressModeStore
        const [api, metrics] = [listenerOf(8080), listenerOf(9464, { purpose: "metrics" })]
        const behindProxy = listenerOf(8081, { publicHost: "landfall.example.com" })
        yield* store.announce("a", [api, metrics], 1_000, 0)
        yield* store.announce("b", [api, behindProxy], 2_000, 0)
        assertSame((yield* store.read(1_000)).listeners, [api, behindProxy, metrics])
        assertSame((yield* store.read(1_001)).listeners, [api, behindProxy])
        yield* store.announce("b", [behindProxy], 3_000, 0)
        assertSame((yield* store.read(1_001)).listeners, [behindProxy])
        yield* store.announce("b", [], 4_000, 0)
        assertSame((yield* store.read(0)).listeners, [api, metrics])
        yield* store.announce("c", [], 4_000, 1_001)
        assertSame((yield* store.read(0)).listeners, [])
      })
    )

    rule(layer, "resume makes the deliveries due that wait for the mode, and no others", () =>
      Effect.gen(function* () {
        const [store, queue] = [yield* EgressModeStore, yield* DeliveryQueue]
        const [stopped, exhausted] = [yield* storeReceiver(1), yield* storeReceiver(2)]
        yield* postMessages(stopped.account, 1, stopped.endpoint.id)
        yield* postMessages(exhausted.account, 1, exhausted.endpoint.id)
        const until = (yield* Clock.currentTimeMillis) + 60_000
        const leases = yield* queue.claim(10, 25_000)
        yield* queue.postpone(
          leases.map((lease) => ({
            lease,
            reason: lease.endpointId === stopped.endpoint.id ? "egress_policy" : "resources",
            message: "It waits.",
            until
          }))
        )
        yield* claimNone()
        yield* store.resume
        yield* queue.arrival
        assert.strictEqual((yield* claimOne()).endpointId, stopped.endpoint.id)
        assertSame(
          yield* queue.nextDueAt({ excludedEndpoints: new Set([stopped.endpoint.id]), excludedAccounts: new Set() }),
          Option.some(until)
        )
      })
    )
  })
}
