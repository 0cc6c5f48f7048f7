import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime, Effect } from "effect"
import { serviceWithCarriers, signatureOf } from "../support/CarrierServer.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { type Caller, callerOf, newCaller, serviceUrl } from "../support/Service.ts"

const PATH = `${ALERTS_PREFIX}/carriers/MSCU/events`

/** Pushes as a carrier does: without any API key. */
const push = Effect.fnUntraced(function* (body: string, signature?: string, path = PATH) {
  const carrier = callerOf(yield* serviceUrl, "")
  const headers = signature === undefined ? {} : { "Notification-Signature": signature }
  return yield* Effect.promise(() => carrier.send("POST", path, body, headers))
})

/** The events of a carrier for the whole voyage of a container, and the number of alerts from them. */
const ALERTS_OF_VOYAGE = 10
const voyageOf = Effect.fnUntraced(function* (container: string) {
  const steps = transhipmentVoyage({ container, booking: "B1", start: yield* DateTime.now })
  return steps.flatMap(({ events }) => events)
})

const follow = (caller: Caller, endpoint: string, number: string, sealine?: string) =>
  Effect.promise(() =>
    caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, {
      [endpoint]: { shipments: [{ number, ...(sealine && { sealine }) }] }
    })
  )

const milestones = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { body } = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/shipment/${id}`))
  return body.journeys[0].milestones.length
})

layer(serviceWithCarriers, { excludeTestServices: true })("a notification of a carrier", (it) => {
  it.effect("changes each account that tracks the shipment at this carrier once, and no other account", () =>
    Effect.gen(function* () {
      const container = containerOf(719430)
      const first = yield* newCaller()
      const second = yield* newCaller()
      const elsewhere = yield* newCaller()
      const listeners = [
        yield* createReceivingEndpoint(first),
        yield* createReceivingEndpoint(second),
        yield* createReceivingEndpoint(elsewhere)
      ] as const
      yield* follow(first, listeners[0].id, container)
      yield* follow(second, listeners[1].id, container, "MSCU")
      yield* follow(elsewhere, listeners[2].id, container, "MAEU")
      for (const { next } of listeners) yield* next
      const body = JSON.stringify(yield* voyageOf(container))
      const response = yield* push(body, signatureOf(body))
      assert.strictEqual(response.status, 202, JSON.stringify(response.body))
      assert.deepStrictEqual(Object.keys(response.body).sort(), ["accepted", "rejected", "unknown"])
      for (const { next } of [listeners[0], listeners[1]]) {
        for (let count = 0; count < ALERTS_OF_VOYAGE; count++) yield* next
      }
      for (let repeat = 0; repeat < 3; repeat++) {
        assert.strictEqual((yield* push(body, signatureOf(body))).status, 202)
      }
      for (const { assertNothingElse } of listeners) yield* assertNothingElse
    })
  )

  it.effect("is 401 without the signature of its exact bytes, and changes nothing", () =>
    Effect.gen(function* () {
      const container = containerOf(719431)
      const caller = yield* newCaller()
      const { id: endpoint, next, assertNothingElse } = yield* createReceivingEndpoint(caller)
      const registered = yield* follow(caller, endpoint, container)
      yield* next
      const body = JSON.stringify(yield* voyageOf(container))
      const good = signatureOf(body)
      const tries: ReadonlyArray<readonly [body: string, signature: string | undefined, why: RegExp]> = [
        [body, undefined, /is missing/],
        [body, good.slice("sha256=".length), /must be sha256=/],
        [body, `${good}, ${good}`, /must be sha256=/],
        [body, signatureOf(`${body} `), /does not match/],
        [`${body} `, good, /does not match/]
      ]
      for (const [sent, signature, why] of tries) {
        const response = yield* push(sent, signature)
        assert.deepStrictEqual([response.status, response.body.errorCode], [401, 40102])
        assert.match(response.body.details[0], why)
      }
      assert.strictEqual(yield* milestones(caller, registered.body.results[0].shipmentId), 0)
      yield* assertNothingElse
    })
  )

  it.effect("is 404 for a carrier that is not configured, or has no secret for notifications", () =>
    Effect.gen(function* () {
      for (const scac of ["MAEU", "ZZTV", "%2e%2e%2f", "__proto__"]) {
        const response = yield* push("[]", signatureOf("[]"), `${ALERTS_PREFIX}/carriers/${scac}/events`)
        assert.deepStrictEqual([response.status, response.body.errorCode], [404, 40408], scac)
      }
    })
  )

  it.effect("is accepted at paths where HEAD returns 204, without key and signature", () =>
    Effect.gen(function* () {
      const carrier = callerOf(yield* serviceUrl, "")
      const statusAt = (scac: string) =>
        Effect.promise(() => carrier.send("HEAD", `${ALERTS_PREFIX}/carriers/${scac}/events`)).pipe(
          Effect.map(({ status }) => status)
        )
      assert.deepStrictEqual(yield* Effect.forEach(["MSCU", "mscu", "MAEU", "ZZTV"], statusAt), [204, 204, 404, 404])
    })
  )

  it.effect("has its malformed events rejected one by one, and the others accepted", () =>
    Effect.gen(function* () {
      const container = containerOf(719432)
      const caller = yield* newCaller()
      const { id: endpoint } = yield* createReceivingEndpoint(caller)
      const registered = yield* follow(caller, endpoint, container)
      const [good] = yield* voyageOf(container)
      const old = { ...good, eventDateTime: "1970-01-01T00:00:00Z" }
      const body = JSON.stringify([7, good, old])
      const { body: response } = yield* push(body, signatureOf(body))
      assert.strictEqual(response.accepted, 1)
      assert.deepStrictEqual(
        response.rejected.map(({ index, path }: { readonly index: number; readonly path: string }) => [index, path]),
        [
          [0, "$[0]"],
          [2, "$[2].eventDateTime"]
        ]
      )
      assert.strictEqual(yield* milestones(caller, registered.body.results[0].shipmentId), 1)
      const url = yield* serviceUrl
      const metrics = yield* Effect.promise(async () => (await fetch(`${url}/metrics`)).text())
      assert.include(metrics, 'landfall_carrier_unreadable_events_total{carrier="MSCU"} 2')
      for (const [bad, code] of [
        ["{", 40001],
        ["", 40001],
        ["7", 40002]
      ] as const) {
        const rejected = yield* push(bad, signatureOf(bad))
        assert.deepStrictEqual([rejected.status, rejected.body.errorCode], [400, code], bad)
      }
    })
  )

  it.effect("shows its unreadable events with the shipment until the carrier reports them again", () =>
    Effect.gen(function* () {
      const container = containerOf(719439)
      const caller = yield* newCaller()
      const { id: endpoint } = yield* createReceivingEndpoint(caller)
      const { body } = yield* follow(caller, endpoint, container)
      const [good] = yield* voyageOf(container)
      const unreadable = () =>
        Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/shipment/${body.results[0].shipmentId}`)).pipe(
          Effect.map((response) => response.body.unreadableEvents)
        )
      const send = (events: unknown) => {
        const text = JSON.stringify(events)
        return push(text, signatureOf(text))
      }
      assert.deepStrictEqual(yield* unreadable(), [])

      const wrong = { ...good, eventDateTime: "tomorrow" }
      assert.strictEqual((yield* send([wrong])).status, 400)
      assert.strictEqual((yield* send([wrong])).status, 400)
      const [event, ...others] = yield* unreadable()
      assert.deepStrictEqual(others, [])
      assert.strictEqual(event.container, container)
      assert.match(event.reason, /^eventDateTime .*tomorrow/)
      assert.strictEqual((yield* send([good])).status, 202)
      assert.deepStrictEqual(yield* unreadable(), [])
    })
  )

  it.effect("is 413 when it is too large, and the service continues", () =>
    Effect.gen(function* () {
      const body = `[${" ".repeat(50 * 1024 * 1024)}]`
      const response = yield* push(body, signatureOf(body))
      assert.deepStrictEqual([response.status, response.body.errorCode], [413, 41300])
      assert.strictEqual((yield* push("[]", signatureOf("[]"))).status, 202)
    })
  )
})
