import { assert, describe, it } from "@effect/vitest"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import { DeliveryDispatcher } from "@landfall/worker/dispatch/Dispatcher"
import { Effect, Layer } from "effect"
import { Dns, NetAddress } from "effect/net"
import { addEndpoint, exactSettings, memoryLayer, post } from "../support/Deliveries.ts"
import { httpReceiver, readBody } from "../support/Receivers.ts"
import { publicAndLoopback, transportLayer } from "../support/Transport.ts"

/** Longer than the test: what hangs hangs until the end, so that only free lanes can serve the others. */
const NEVER_MILLIS = 600_000

/** A name server that never responds for the names under `dead.test`. */
const halfDeadDns = Layer.succeed(
  Dns.Dns,
  Dns.make({
    lookup: (host) =>
      host.endsWith("dead.test") ? Effect.never : Effect.succeed([NetAddress.ipFromStringUnsafe("127.0.0.1")])
  })
)

const worker = DeliveryDispatcher.layer({ ...exactSettings, graceMillis: 0 }).pipe(
  Layer.provide(transportLayer({ deadlineMillis: NEVER_MILLIS }, publicAndLoopback, halfDeadDns)),
  Layer.provideMerge(memoryLayer)
)

/** Counts requests by the first segment of their path; those under `/hang` get no response. */
const startReceiver = Effect.gen(function* () {
  const requests = { hang: 0, ok: 0 }
  const { port } = yield* httpReceiver(
    readBody((_, { url }, response) => {
      if (url?.startsWith("/hang") === true) return void requests.hang++
      requests.ok++
      response.writeHead(204).end()
    })
  )
  return { requests, origin: `http://127.0.0.1:${port}` }
})

/** Waits until a condition holds. */
const until = (condition: Effect.Effect<boolean, never, MemoryState>) =>
  Effect.repeat(Effect.delay(condition, 20), { until: (holds) => holds })

const succeededAt = (ids: ReadonlyArray<EndpointId>) =>
  Effect.map(
    MemoryState,
    (state) =>
      state.deliveries.filter(({ endpointId, state }) => ids.includes(endpointId) && state._tag === "Succeeded").length
  )

/** Posts messages to each of the endpoints `first` to `last` of an account, whose URLs are made by their number. */
const addWithMessages = (
  ofAccount: number,
  [first, last]: readonly [number, number],
  urlOf: (n: number) => string,
  messages: number
) =>
  Effect.gen(function* () {
    const ids: Array<EndpointId> = []
    for (let n = first; n <= last; n++) {
      const id = yield* addEndpoint(n, EndpointUrl.make(urlOf(n)), ofAccount)
      for (let message = 0; message < messages; message++) yield* post(message, id, ofAccount)
      ids.push(id)
    }
    return ids
  })

describe("an account whose receivers never respond", () => {
  const cases = [
    ["64 endpoints at an origin that others use", 64, (origin: string) => (n: number) => `${origin}/hang/${n}`],
    ["64 endpoints whose name server never responds", 64, () => (n: number) => `http://n${n}.dead.test/`]
  ] as const
  for (const [name, count, urlOf] of cases) {
    it.live(`leaves lanes and connections to others: ${name}`, () =>
      Effect.gen(function* () {
        const { requests, origin } = yield* startReceiver
        const dispatcher = yield* DeliveryDispatcher
        yield* addWithMessages(1, [1, count], urlOf(origin), 8)
        let inFlight = 0
        let unchanged = 0
        // The account occupies its share once that no longer grows.
        yield* until(
          Effect.map(dispatcher.health, (health) => {
            unchanged = health.inFlight === inFlight && inFlight > 0 ? unchanged + 1 : 0
            inFlight = health.inFlight
            return unchanged >= 25
          })
        )
        assert.isAtMost(inFlight, 96, "three quarters of the lanes for uncertain sends")
        const healthy = [
          ...(yield* addWithMessages(2, [1_001, 1_004], () => `${origin}/ok`, 20)),
          ...(yield* addWithMessages(3, [1_005, 1_008], () => `${origin}/ok`, 20))
        ]
        yield* until(Effect.map(succeededAt(healthy), (n) => n === 160))
        assert.strictEqual(requests.ok, 160)
        const health = yield* dispatcher.health
        assert.isAtLeast(health.inFlight, 1, "the sends that hang occupy their lanes")
        assert.isAtMost(health.inFlight + health.waiting, 96, "no leases are held beyond the share")
      }).pipe(Effect.provide(worker), Effect.scoped)
    )
  }
})
