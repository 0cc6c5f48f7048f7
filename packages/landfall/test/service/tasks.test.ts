import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime, Effect } from "effect"
import { digestOf } from "../../src/demo/ExpectedAlerts.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { CLOSED_PORT } from "../support/Listener.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { type Caller, newCaller, serviceLayer } from "../support/Service.ts"

const CONTAINER = "MSKU7194304"
const EVER = { since: "2020-01-01T00:00:00Z" }

const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, ALERTS_PREFIX + path, body))

const register = (caller: Caller, id: string) =>
  send(caller, "POST", "/easy-shipment", { [id]: { shipments: [{ number: CONTAINER }] } })

/** Sends a whole voyage of the container. Returns how many alerts follow from it. */
const sail = Effect.fnUntraced(function* (caller: Caller) {
  const steps = transhipmentVoyage({ container: CONTAINER, booking: "BOOK1", start: yield* DateTime.now })
  const response = yield* send(
    caller,
    "POST",
    "/tracking/events",
    steps.flatMap(({ events }) => events)
  )
  const alerts: number = response.body.alerts
  return alerts
})

/** Sends a message again, once its last attempt is recorded. */
const resend = (caller: Caller, messageId: string, endpointId: string) =>
  repeatUntil(
    Effect.map(send(caller, "POST", `/message/${messageId}/endpoint/${endpointId}/resend`), ({ status, body }) => {
      assert.strictEqual(status, 202, JSON.stringify(body))
      return body
    }),
    ({ total }) => total === 1
  )

/** A task once it has ended. */
const ended = (caller: Caller, id: string) =>
  repeatUntil(
    Effect.map(send(caller, "GET", `/task/${id}`), ({ body }) => body),
    ({ status }) => status === "completed" || status === "cancelled"
  )

layer(serviceLayer, { excludeTestServices: true })("tasks", (it) => {
  it.effect("a replay sends what an endpoint missed while it was disabled, after an example has succeeded", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id, next, nextDelivery, assertNothingElse } = yield* createReceivingEndpoint(caller)
      yield* register(caller, id)
      yield* next
      const disabled = yield* send(caller, "PATCH", `/endpoint/${id}`, { disabled: true })
      const since = disabled.body.disabledAt
      assert.match(since, /^\d{4}-.*Z$/)
      const missed = yield* sail(caller)
      assert.strictEqual(missed, 10)

      const preview = yield* send(caller, "POST", `/endpoint/${id}/replay-missing`, { since, preview: true })
      assert.deepStrictEqual([preview.status, preview.body], [200, { count: 10 }])
      const rejected = yield* send(caller, "POST", `/endpoint/${id}/replay-missing`, { since })
      assert.deepStrictEqual([rejected.status, rejected.body.errorCode], [409, 40901])
      assert.match(rejected.body.details[0], /Enable it first/)

      const enabled = yield* send(caller, "PATCH", `/endpoint/${id}`, { disabled: false })
      assert.deepStrictEqual([enabled.body.disabled, enabled.body.disabledAt], [false, null])
      const probe = digestOf(yield* next)
      assert.strictEqual(probe.type, "vessel.arrival.at.final.pod")
      assert.isTrue(probe.example)
      for (const change of [{ disabled: false }, { description: "Enabled all the time" }]) {
        yield* send(caller, "PATCH", `/endpoint/${id}`, change)
      }

      const task = yield* send(caller, "POST", `/endpoint/${id}/replay-missing`, {})
      assert.strictEqual(task.status, 202)
      assert.strictEqual(Date.parse(task.body.since), Date.parse(since) - 60_000)
      assert.deepStrictEqual([task.body.kind, task.body.status, task.body.total], ["replay-missing", "queued", 10])
      const ids = new Set<string>()
      for (let count = 0; count < missed; count++) ids.add((yield* nextDelivery).messageId)
      assert.strictEqual(ids.size, missed)
      const done = yield* ended(caller, task.body.id)
      assert.deepStrictEqual([done.status, done.done, done.total], ["completed", 10, 10])
      assert.isString(done.finishedAt)
      const cancelled = yield* send(caller, "POST", `/task/${done.id}/cancel`)
      assert.deepStrictEqual([cancelled.status, cancelled.body], [200, done])
      const list = yield* send(caller, "GET", "/task")
      assert.deepStrictEqual(list.body.data, [done])
      yield* assertNothingElse
    })
  )

  it.effect("a resend has the same webhook-id, also at an endpoint that never received the message", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const [first, second] = [yield* createReceivingEndpoint(caller), yield* createReceivingEndpoint(caller)]
      yield* register(caller, first.id)
      const delivered = yield* first.nextDelivery
      for (const endpoint of [first, second]) {
        const { kind, endpointId, messageId } = yield* resend(caller, delivered.messageId, endpoint.id)
        assert.deepStrictEqual([kind, endpointId, messageId], ["resend", endpoint.id, delivered.messageId])
        assert.deepStrictEqual(yield* endpoint.nextDelivery, delivered)
      }
    })
  )

  it.effect("a recovery resends failed deliveries once", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id, next } = yield* createReceivingEndpoint(caller, { retryPolicy: { waitsSeconds: [0] } })
      const { body: endpoint } = yield* send(caller, "GET", `/endpoint/${id}`)
      yield* send(caller, "PATCH", `/endpoint/${id}`, { url: `http://127.0.0.1:${CLOSED_PORT}/` })
      yield* register(caller, id)
      const preview = send(caller, "POST", `/endpoint/${id}/recover`, { ...EVER, preview: true })
      yield* repeatUntil(preview, ({ body }) => body.count > 0)
      yield* send(caller, "PATCH", `/endpoint/${id}`, { url: endpoint.url })
      const task = yield* send(caller, "POST", `/endpoint/${id}/recover`, EVER)
      assert.deepStrictEqual([task.status, task.body.kind, task.body.total], [202, "recover", 1])
      assert.strictEqual(digestOf(yield* next).type, "shipment.added.to.endpoint")
      const again = yield* send(caller, "POST", `/endpoint/${id}/recover`, EVER)
      assert.deepStrictEqual([again.status, again.body.status, again.body.total], [202, "completed", 0])
    })
  )

  it.effect("each fault of a request has a sentence", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id } = yield* createReceivingEndpoint(caller)
      const instantRule = /^\$\.since must be an instant of ISO 8601 with its zone/
      const cases: ReadonlyArray<readonly [unknown, number, RegExp]> = [
        [{}, 40002, /^\$\.since /],
        [{ since: "yesterday" }, 40002, instantRule],
        [{ since: "5" }, 40002, instantRule],
        [{ since: "2026-02-30T00:00:00Z" }, 40002, instantRule],
        [{ since: "2026-03-01" }, 40002, instantRule],
        [{ since: 1_700_000_000_000 }, 40002, /^\$\.since must be a string/],
        [{ ...EVER, until: "2019-01-01T00:00:00Z" }, 40002, /^\$\.since must not be after \$\.until/],
        [{ since: "2999-01-01T00:00:00Z" }, 40002, /^\$\.since must not be after \$\.until/],
        [{ ...EVER, preview: "yes" }, 40002, /^\$\.preview must be true or false/],
        [{ ...EVER, Preview: true }, 40003, /^\$\.Preview/]
      ]
      for (const operation of ["recover", "replay-missing"]) {
        for (const [body, errorCode, detail] of cases) {
          const response = yield* send(caller, "POST", `/endpoint/${id}/${operation}`, body)
          assert.deepStrictEqual([response.status, response.body.errorCode], [400, errorCode], JSON.stringify(body))
          assert.match(response.body.details[0], detail)
        }
      }
    })
  )

  it.effect("no operation finds tasks, messages and endpoints of other accounts", () =>
    Effect.gen(function* () {
      const [owner, stranger] = [yield* newCaller(), yield* newCaller()]
      const [own, other] = [yield* createReceivingEndpoint(owner), yield* createReceivingEndpoint(stranger)]
      yield* register(owner, own.id)
      const { messageId } = yield* own.nextDelivery
      const task = yield* resend(owner, messageId, own.id)
      const cases: ReadonlyArray<readonly [string, string, number]> = [
        ["POST", `/message/${messageId}/endpoint/${own.id}/resend`, 40402],
        ["POST", `/message/${messageId}/endpoint/${other.id}/resend`, 40404],
        ["POST", `/message/none/endpoint/${other.id}/resend`, 40404],
        ["POST", `/endpoint/${own.id}/recover`, 40402],
        ["POST", `/endpoint/none/replay-missing`, 40402],
        ["GET", `/task/${task.id}`, 40407],
        ["GET", "/task/none", 40407],
        ["POST", `/task/${task.id}/cancel`, 40407]
      ]
      for (const [method, path, errorCode] of cases) {
        const body = /recover|replay/.test(path) ? EVER : undefined
        const response = yield* send(stranger, method, path, body)
        assert.deepStrictEqual([response.status, response.body.errorCode], [404, errorCode], path)
        if (body === undefined) continue
        const preview = yield* send(stranger, method, path, { ...EVER, preview: true })
        assert.strictEqual(preview.body.errorCode, errorCode)
      }
      const list = yield* send(stranger, "GET", "/task")
      assert.deepStrictEqual(list.body.data, [])
      yield* own.next
    })
  )
})
