import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { Effect } from "effect"
import { digestOf } from "../../src/demo/ExpectedAlerts.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { type Caller, newCaller, serviceLayer } from "../support/Service.ts"

const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, ALERTS_PREFIX + path, body))

const track = Effect.fnUntraced(function* (caller: Caller, ...serials: ReadonlyArray<number>) {
  return yield* Effect.forEach(serials, (serial) =>
    Effect.map(send(caller, "POST", "/shipment", { number: containerOf(serial) }), ({ body }): string => body.id)
  )
})

/** A task once it has ended. */
const ended = (caller: Caller, id: string) =>
  repeatUntil(
    Effect.map(send(caller, "GET", `/task/${id}`), ({ body }) => body),
    ({ status }) => status === "completed" || status === "cancelled"
  )

const endpointsOf = (caller: Caller, id: string) =>
  Effect.map(send(caller, "GET", `/shipment/${id}`), ({ body }) => body.endpoints)

layer(serviceLayer, { excludeTestServices: true })("an enrolment", (it) => {
  it.effect("registers every shipment of the account and, until it is switched off, those tracked later", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id, next, assertNothingElse } = yield* createReceivingEndpoint(caller)
      const before = yield* track(caller, 1, 2, 3)
      const started = yield* send(caller, "POST", `/endpoint/${id}/enrol-all`, { future: true })
      assert.strictEqual(started.status, 202, JSON.stringify(started.body))
      assert.deepInclude(started.body, { kind: "enrol-all", endpointId: id, total: 3 })
      const done = yield* ended(caller, started.body.id)
      assert.deepInclude(done, { status: "completed", total: 3, done: 3 })
      for (let alerts = 0; alerts < 3; alerts++) {
        assert.strictEqual(digestOf(yield* next).type, "shipment.added.to.endpoint")
      }
      for (const shipment of before) assert.deepStrictEqual(yield* endpointsOf(caller, shipment), [id])

      assert.isTrue((yield* send(caller, "GET", `/endpoint/${id}`)).body.enrolFuture)
      const [later = ""] = yield* track(caller, 4)
      assert.deepStrictEqual(yield* endpointsOf(caller, later), [id])
      yield* next
      const changed = yield* send(caller, "PATCH", `/endpoint/${id}`, { enrolFuture: false })
      assert.isFalse(changed.body.enrolFuture)
      const [last = ""] = yield* track(caller, 5)
      assert.deepStrictEqual(yield* endpointsOf(caller, last), [])
      yield* assertNothingElse
    })
  )

  it.effect("stops with the reason when the credits are exhausted", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 45)
      const { id } = yield* createReceivingEndpoint(caller)
      yield* track(caller, 1, 2)
      const started = yield* send(caller, "POST", `/endpoint/${id}/enrol-all`)
      const first = yield* ended(caller, started.body.id)
      assert.deepInclude(first, { status: "completed", total: 2, done: 2 })
      const [third] = yield* Effect.forEach([3], (serial) =>
        send(caller, "POST", "/shipment", { number: containerOf(serial) })
      )
      assert.strictEqual(third?.status, 402)

      const poor = yield* newCaller("pay-as-you-go", 35)
      const other = yield* createReceivingEndpoint(poor)
      yield* track(poor, 1, 2, 3)
      const cancelled = yield* ended(poor, (yield* send(poor, "POST", `/endpoint/${other.id}/enrol-all`, {})).body.id)
      assert.deepInclude(cancelled, { status: "cancelled", reason: "credits_exhausted", total: 3, done: 0 })
    })
  )

  it.effect("rejects an unknown property, an endpoint of another account and a disabled one", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id } = yield* createReceivingEndpoint(caller)
      const unknown = yield* send(caller, "POST", `/endpoint/${id}/enrol-all`, { futrue: true })
      assert.deepStrictEqual([unknown.status, unknown.body.errorCode], [400, 40003])
      const wrong = yield* send(caller, "POST", `/endpoint/${id}/enrol-all`, { future: "yes" })
      assert.strictEqual(wrong.status, 400)
      const foreign = yield* send(yield* newCaller(), "POST", `/endpoint/${id}/enrol-all`, {})
      assert.deepStrictEqual([foreign.status, foreign.body.errorCode], [404, 40402])
      yield* send(caller, "PATCH", `/endpoint/${id}`, { disabled: true })
      const disabled = yield* send(caller, "POST", `/endpoint/${id}/enrol-all`, {})
      assert.deepStrictEqual([disabled.status, disabled.body.errorCode], [409, 40901])
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("the labels of a shipment", (it) => {
  it.effect("can be changed and removed", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const body = { number: containerOf(7), reference: "First", metadata: { order: "1" } }
      const { id } = (yield* send(caller, "POST", "/shipment", body)).body
      const changed = yield* send(caller, "PATCH", `/shipment/${id}`, { reference: "Second" })
      assert.deepStrictEqual(
        [changed.status, changed.body.reference, changed.body.metadata],
        [200, "Second", { order: "1" }]
      )
      const removed = yield* send(caller, "PATCH", `/shipment/${id}`, { metadata: null })
      assert.deepStrictEqual([removed.body.reference, removed.body.metadata], ["Second", null])
      const number = yield* send(caller, "PATCH", `/shipment/${id}`, { number: containerOf(8) })
      assert.deepStrictEqual([number.status, number.body.errorCode], [400, 40003])
    })
  )
})
