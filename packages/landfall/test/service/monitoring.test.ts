import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime, Effect, Layer, Queue } from "effect"
import { HttpServer } from "effect/http"
import { type ReceivedDelivery, receiverLayer } from "../../src/demo/Receiver.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { CLOSED_PORT } from "../support/Listener.ts"
import { type Caller, newCaller, serviceLayer } from "../support/Service.ts"

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`
const TYPE = "vessel.arrival.at.final.pod"
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const CLOSED = `http://127.0.0.1:${CLOSED_PORT}/alerts`
/** One attempt within a test, however long that takes. */
const RARE_RETRIES = { waitsSeconds: [0, 3600], jitter: 0 }

const get = (caller: Caller, path: string) => Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}${path}`))

const newEndpoint = Effect.fnUntraced(function* (caller: Caller, url: string, settings: object = {}) {
  const created = yield* Effect.promise(() =>
    caller.send("POST", `${ALERTS_PREFIX}/endpoint`, { url, secret: SECRET, ...settings })
  )
  assert.strictEqual(created.status, 201, JSON.stringify(created.body))
  const id: string = created.body.id
  return id
})

/** An endpoint of a caller whose receiver responds 200. */
const listening = Effect.fnUntraced(function* (caller: Caller) {
  const deliveries = yield* Queue.unbounded<ReceivedDelivery>()
  const context = yield* Layer.build(receiverLayer(SECRET, deliveries))
  const url = yield* Effect.provide(
    Effect.map(HttpServer.HttpServer, (server) => `${HttpServer.formatAddress(server.address)}/alerts`),
    context
  )
  return yield* newEndpoint(caller, url)
})

const sendExample = Effect.fnUntraced(function* (caller: Caller, id: string, eventType = TYPE) {
  const sent = yield* Effect.promise(() =>
    caller.send("POST", `${ALERTS_PREFIX}/endpoint/${id}/send-example`, { eventType })
  )
  assert.strictEqual(sent.status, 202)
  return sent.body
})

/** The message once an attempt of each of its deliveries is recorded. */
const attempted = (caller: Caller, id: string) =>
  repeatUntil(
    Effect.map(get(caller, `/message/${id}`), ({ body }) => body),
    ({ deliveries }) => deliveries.every(({ attempts }: { attempts: number }) => attempts > 0)
  )

layer(serviceLayer, { excludeTestServices: true })("monitoring", (it) => {
  it.effect("a delivered message is listed and retrieved with its delivery, payload and attempt", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const endpointId = yield* listening(caller)
      const sent = yield* sendExample(caller, endpointId)
      const message = yield* attempted(caller, sent.id)
      const { payload, ...summary } = message
      assert.deepStrictEqual(payload, sent.payload)
      const [delivery] = summary.deliveries
      assert.match(delivery.settledAt, INSTANT)
      assert.deepStrictEqual(summary, {
        id: sent.id,
        type: TYPE,
        shipmentId: null,
        shipmentNumber: null,
        example: true,
        createdAt: sent.createdAt,
        deliveries: [
          {
            endpointId,
            status: "succeeded",
            attempts: 1,
            nextAttemptAt: null,
            skipReason: null,
            settledAt: delivery.settledAt
          }
        ],
        moreDeliveries: false
      })
      const list = yield* get(caller, `/message?status=succeeded&endpointId=${endpointId}&type=${TYPE}&example=true`)
      assert.deepStrictEqual(list.body.data, [summary])
      const attempts = yield* get(caller, `/message/${sent.id}/attempts`)
      const [attempt] = attempts.body.data
      assert.isAtLeast(attempt.durationMillis, attempt.responseStartMillis)
      assert.match(attempt.startedAt, INSTANT)
      const { durationMillis: _, responseStartMillis: __, startedAt: ___, responseBody: ____, ...shown } = attempt
      const { requestHeaders, ...rest } = shown
      assert.strictEqual(requestHeaders["webhook-id"], sent.id)
      assert.strictEqual(requestHeaders["webhook-timestamp"], String(Math.floor(Date.parse(attempt.startedAt) / 1000)))
      assert.match(requestHeaders["webhook-signature"], /^v1,[\w+/]{43}=$/)
      assert.deepStrictEqual(rest, {
        messageId: sent.id,
        type: TYPE,
        endpointId,
        number: 1,
        status: "succeeded",
        responseStatus: 204,
        responseHeaders: null,
        failureReason: null,
        failureMessage: null,
        trigger: "automatic"
      })
      const atEndpoint = yield* get(caller, `/endpoint/${endpointId}/attempts?status=succeeded`)
      assert.deepStrictEqual(atEndpoint.body.data, [attempt])
      const none = yield* get(caller, `/endpoint/${endpointId}/attempts?status=failed`)
      assert.deepStrictEqual([none.body.data, none.body.done], [[], true])
    })
  )

  it.effect("an endpoint without a listener is failing in its statistics", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const endpointId = yield* newEndpoint(caller, CLOSED, { retryPolicy: RARE_RETRIES })
      const quiet = yield* get(caller, `/endpoint/${endpointId}/stats`)
      assert.strictEqual(quiet.body.health.status, "healthy")
      assert.deepStrictEqual([quiet.body.attempts.successRate, quiet.body.lastAttempt], [null, null])
      const sent = yield* sendExample(caller, endpointId)
      const message = yield* attempted(caller, sent.id)
      assert.strictEqual(message.deliveries[0].status, "pending")
      assert.match(message.deliveries[0].nextAttemptAt, INSTANT)
      const stats = yield* get(caller, `/endpoint/${endpointId}/stats`)
      assert.strictEqual(stats.status, 200)
      const { health, deliveries, attempts, hours, lastAttempt } = stats.body
      assert.deepStrictEqual([health.status, health.reason, health.disabledFrom], ["failing", null, null])
      assert.match(health.since, INSTANT)
      assert.deepStrictEqual(deliveries.retrying, { count: 1, more: false })
      assert.deepStrictEqual([attempts.succeeded, attempts.failed, attempts.successRate], [0, 1, 0])
      assert.strictEqual(hours.length, 1)
      assert.match(hours[0].startsAt, /T\d\d:00:00\.000Z$/)
      assert.deepStrictEqual(
        [lastAttempt.failureReason, lastAttempt.responseStatus, lastAttempt.status],
        ["connection_refused", null, "failed"]
      )
    })
  )

  it.effect("a disabled endpoint has a reason, and its messages are listed as skipped", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const endpointId = yield* newEndpoint(caller, CLOSED)
      yield* Effect.promise(() => caller.send("PATCH", `${ALERTS_PREFIX}/endpoint/${endpointId}`, { disabled: true }))
      const sent = yield* sendExample(caller, endpointId)
      const list = yield* get(caller, "/message?status=skipped")
      assert.deepStrictEqual(
        list.body.data.map((one: { id: string; deliveries: ReadonlyArray<{ skipReason: string }> }) => [
          one.id,
          one.deliveries[0]?.skipReason
        ]),
        [[sent.id, "endpoint_disabled"]]
      )
      const stats = yield* get(caller, `/endpoint/${endpointId}/stats`)
      assert.deepStrictEqual([stats.body.health.status, stats.body.health.reason], ["disabled", "owner"])
    })
  )

  it.effect("iterators traverse lists, and filters select messages by shipment and time", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const endpointId = yield* listening(caller)
      const registered = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, {
          [endpointId]: { shipments: [{ number: "MSKU7194304" }] }
        })
      )
      const start = yield* DateTime.now
      const steps = transhipmentVoyage({ container: "MSKU7194304", booking: "BOOK1", start })
      for (const { events } of steps) {
        yield* Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/tracking/events`, events))
      }
      yield* sendExample(caller, endpointId)
      const whole = yield* get(caller, "/message?limit=250")
      const ids = whole.body.data.map(({ id }: { id: string }) => id)
      assert.deepStrictEqual(ids, ids.toSorted().toReversed())
      const walked: Array<string> = []
      for (let iterator = ""; ; ) {
        const { body } = yield* get(caller, `/message?limit=3${iterator === "" ? "" : `&iterator=${iterator}`}`)
        walked.push(...body.data.map(({ id }: { id: string }) => id))
        if (body.done) break
        iterator = body.iterator
      }
      assert.deepStrictEqual(walked, ids)
      const { shipmentId } = registered.body.results[0]
      const ofShipment = yield* get(caller, `/message?shipmentId=${shipmentId}&limit=250`)
      assert.strictEqual(ofShipment.body.data.length, ids.length - 1)
      const later = encodeURIComponent(DateTime.formatIso(DateTime.add(start, { days: 1 })))
      const none = yield* get(caller, `/message?since=${later}`)
      assert.deepStrictEqual(none.body.data, [])
      const all = yield* get(caller, `/message?limit=250&until=${later}`)
      assert.strictEqual(all.body.data.length, ids.length)
    })
  )

  it.effect("an iterator of one list is rejected by every other", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const [endpointId, other] = [yield* listening(caller), yield* listening(caller)]
      const sent = yield* sendExample(caller, endpointId)
      yield* attempted(caller, sent.id)
      const iteratorOf = (path: string) => Effect.map(get(caller, path), ({ body }) => String(body.iterator))
      const ofMessages = yield* iteratorOf("/message")
      const ofEndpoint = yield* iteratorOf(`/endpoint/${endpointId}/attempts`)
      const ofMessage = yield* iteratorOf(`/message/${sent.id}/attempts`)
      const wrong: ReadonlyArray<readonly [string, string]> = [
        ["/message", ofEndpoint],
        ["/message", ofMessage],
        ["/endpoint", ofMessages],
        [`/endpoint/${endpointId}/attempts`, ofMessages],
        [`/endpoint/${endpointId}/attempts`, ofMessage],
        [`/endpoint/${other}/attempts`, ofEndpoint],
        [`/message/${sent.id}/attempts`, ofMessages],
        [`/message/${sent.id}/attempts`, ofEndpoint]
      ]
      for (const [path, iterator] of wrong) {
        const response = yield* get(caller, `${path}?iterator=${iterator}`)
        assert.deepStrictEqual([response.status, response.body.errorCode], [400, 40004], path)
      }
      assert.strictEqual((yield* get(caller, `/message?iterator=${ofMessages}`)).status, 200)
      assert.strictEqual((yield* get(caller, `/endpoint/${endpointId}/attempts?iterator=${ofEndpoint}`)).status, 200)
    })
  )

  it.effect("messages of other accounts are not found and not listed", () =>
    Effect.gen(function* () {
      const [owner, other] = [yield* newCaller(), yield* newCaller()]
      const endpointId = yield* listening(owner)
      const { id } = yield* sendExample(owner, endpointId)
      const paths: ReadonlyArray<readonly [string, number]> = [
        [`/message/${id}`, 40404],
        [`/message/${id}/attempts`, 40404],
        [`/endpoint/${endpointId}/attempts`, 40402],
        [`/endpoint/${endpointId}/stats`, 40402],
        ["/message/none", 40404],
        ["/message/msg_%00", 40404],
        ["/endpoint/ep_%00/attempts", 40402],
        ["/message/msg_none/attempts", 40404],
        ["/endpoint/none/stats", 40402]
      ]
      for (const [path, errorCode] of paths) {
        const response = yield* get(other, path)
        assert.deepStrictEqual([response.status, response.body.errorCode], [404, errorCode], path)
      }
      const list = yield* get(other, `/message?endpointId=${endpointId}`)
      assert.deepStrictEqual([list.status, list.body.data, list.body.done], [200, [], true])
    })
  )

  const bad: ReadonlyArray<readonly [string, ReadonlyArray<RegExp>]> = [
    ["/message?type=vessel.arrival.at.final.pot", [/^query\.type .*vessel\.arrival\.at\.final\.pod/]],
    ["/message?status=failed", [/^query\.status must be "pending", "sending".*"failed"/]],
    ["/message?status=", [/^query\.status/]],
    ["/message?shipmentId=MSKU7194304", [/^query\.shipmentId must be the id of a shipment/]],
    ["/message?endpointId=shp_1", [/^query\.endpointId must be the id of an endpoint: ep_…/]],
    ["/message?example=yes", [/^query\.example must be "true" or "false"/]],
    ["/message?since=yesterday", [/^query\.since must be an instant of ISO 8601 .*2026-03-01T12:00:00Z/]],
    ["/message?since=2026-03-01", [/^query\.since must be an instant/]],
    ["/message?since=2026-02-30T25:00:00Z", [/^query\.since must be an instant/]],
    ["/message?until=2026-03-01T12:00:00+01:00", [/^query\.until must have its \+ written as %2B/]],
    [
      "/message?since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z",
      [/^query\.since must not be after query\.until/]
    ],
    ["/message?since=2026-02-30T10:00:00Z", [/^query\.since must be an instant/]],
    ["/message?endpointId=ep_%00", [/^The query parameter endpointId has a NUL character/]],
    ["/message?type=x&type=y", [/^query\.type/]],
    [`/message?iterator=${Buffer.from("a:msg_\0").toString("base64url")}`, [/^query\.iterator/]],
    ["/message?limit=0", [/^query\.limit must be a whole number from 1 to 250/]],
    ["/message?iterator=nonsense", [/^query\.iterator/]],
    ["/message?status=x&limit=x&until=x", [/^query\.limit/, /^query\.status/, /^query\.until/]],
    ["/message/msg_x/attempts?status=pending", [/^query\.status must be "succeeded" or "failed"/]],
    ["/endpoint/ep_x/attempts?type=none", [/^query\.type/]],
    ["/endpoint/ep_x/stats?since=2020-01-01T00:00:00Z", [/^query\.since must be at most 92 days/]],
    ["/endpoint/ep_x/stats?until=now", [/^query\.until must be an instant/]]
  ]
  for (const [path, details] of bad) {
    it.effect(`${path} gets 40004, which names the parameter`, () =>
      Effect.gen(function* () {
        const response = yield* get(yield* newCaller(), path)
        assert.deepStrictEqual([response.status, response.body.errorCode], [400, 40004], JSON.stringify(response.body))
        assert.strictEqual(response.body.details.length, details.length, JSON.stringify(response.body.details))
        for (const [index, pattern] of details.entries()) assert.match(response.body.details[index], pattern)
      })
    )
  }

  it.effect("a free plan has no monitoring", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("free", null)
      for (const path of ["/message", "/message/msg_x", "/message/msg_x/attempts", "/endpoint/ep_x/stats"]) {
        const response = yield* get(caller, path)
        assert.deepStrictEqual([response.status, response.body.errorCode], [403, 40300], path)
      }
    })
  )

  it.effect("an instant can have any zone", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const response = yield* get(caller, "/message?since=2026-03-01T12:00:00%2B01:00&until=2026-03-01T11:00Z")
      assert.deepStrictEqual([response.status, response.body.data], [200, []])
    })
  )
})
