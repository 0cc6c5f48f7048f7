import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DefaultEventType } from "@landfall/core/alerts/EventType"
import { decideOnReview } from "@landfall/core/tracking/decisions/ReviewDecision"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { directVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime, Effect } from "effect"
import { type Caller, newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

const CONTAINER = "MSKU7194304"
const ENDPOINT = `${ALERTS_PREFIX}/endpoint`

const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, path, body))

layer(serviceLayer, { excludeTestServices: true })("the event types", (it) => {
  it.effect("are listed, the catalogue first, each with description, schema and example", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { status, body } = yield* send(caller, "GET", `${ALERTS_PREFIX}/event-types`)
      assert.strictEqual(status, 200)
      const types = body.data.map(({ type }: { type: string }) => type)
      assert.deepStrictEqual(types.slice(0, 33), [...DefaultEventType.literals])
      for (const entry of body.data) {
        assert.strictEqual(entry.optIn, types.indexOf(entry.type) >= 33, entry.type)
        assert.isAbove(entry.description.length, 10)
        assert.strictEqual(entry.schema.$schema, "https://json-schema.org/draft/2020-12/schema")
        assert.strictEqual(entry.example.type, entry.type)
      }
    })
  )

  it.effect("are sent compressed, as one tagged response to every caller", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const read = Effect.fnUntraced(function* (key: string, headers: Record<string, string>) {
        const response = yield* Effect.promise(() =>
          fetch(`${url}${ALERTS_PREFIX}/event-types`, { headers: { api_key: key, ...headers } })
        )
        const text = yield* Effect.promise(() => response.text())
        return {
          status: response.status,
          tag: response.headers.get("etag"),
          coding: response.headers.get("content-encoding"),
          text
        }
      })
      const [one, other] = [yield* newCaller(), yield* newCaller()]
      const plain = yield* read(one.key, { "accept-encoding": "identity" })
      for (const coding of ["br", "gzip"]) {
        const compressed = yield* read(other.key, { "accept-encoding": coding })
        assert.deepStrictEqual([compressed.status, compressed.coding, compressed.tag], [200, coding, `W/${plain.tag}`])
        assert.strictEqual(compressed.text, plain.text)
      }
      const unchanged = yield* read(other.key, { "if-none-match": plain.tag ?? "" })
      assert.deepStrictEqual([unchanged.status, unchanged.text], [304, ""])
    })
  )

  it.effect("can be named in a filter, and sent as an example", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* send(caller, "GET", `${ALERTS_PREFIX}/event-types`)
      const types = body.data.map(({ type }: { type: string }) => type)
      const url = "https://example.com/hook"
      const created = yield* send(caller, "POST", ENDPOINT, { url, filterTypes: types })
      assert.deepStrictEqual(created.body.filterTypes, types)
      for (const eventType of types) {
        const path = `${ENDPOINT}/${created.body.id}/send-example`
        const example = yield* send(caller, "POST", path, { eventType })
        assert.deepStrictEqual([example.status, example.body.payload.type], [202, eventType])
      }
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("the threshold of an endpoint", (it) => {
  it.effect("is 24 hours by default, and can be changed and cleared", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const url = "https://example.com/hook"
      const plain = yield* send(caller, "POST", ENDPOINT, { url })
      assert.strictEqual(plain.body.dateChangeThresholdHours, 24)
      const own = yield* send(caller, "POST", ENDPOINT, { url, dateChangeThresholdHours: 1.5 })
      assert.deepStrictEqual([own.status, own.body.dateChangeThresholdHours], [201, 1.5])
      const path = `${ENDPOINT}/${own.body.id}`
      assert.strictEqual((yield* send(caller, "GET", path)).body.dateChangeThresholdHours, 1.5)
      const patched = (body: object) =>
        Effect.map(send(caller, "PATCH", path, body), ({ body }) => body.dateChangeThresholdHours)
      assert.strictEqual(yield* patched({ description: "x" }), 1.5)
      assert.strictEqual(yield* patched({ dateChangeThresholdHours: 0 }), 0)
      assert.strictEqual(yield* patched({ dateChangeThresholdHours: 720 }), 720)
      assert.strictEqual(yield* patched({ dateChangeThresholdHours: null }), 24)
      yield* patched({ dateChangeThresholdHours: 6 })
      assert.strictEqual((yield* send(caller, "PUT", path, { url })).body.dateChangeThresholdHours, 24)
    })
  )

  it.effect("is rejected unless it is a number of hours from 0 to 720", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const dateChangeThresholdHours of [-1, 720.5, 1e308, "24", true, [24], {}]) {
        const body = { url: "https://example.com/hook", dateChangeThresholdHours }
        const { status, body: fault } = yield* send(caller, "POST", ENDPOINT, body)
        assert.deepStrictEqual([status, fault.errorCode], [400, 40002], String(dateChangeThresholdHours))
        assert.include(JSON.stringify(fault.details), "dateChangeThresholdHours")
      }
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("a completed shipment", (it) => {
  it.effect("has the status and reason after it stopped, also in the list, and can be added again", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const endpoint = yield* send(caller, "POST", ENDPOINT, { url: "https://example.com/hook" })
      const lines = { [endpoint.body.id]: { shipments: [{ number: CONTAINER }] } }
      const added = yield* send(caller, "POST", `${ALERTS_PREFIX}/easy-shipment`, lines)
      const id = added.body.results[0].shipmentId
      const path = `${ALERTS_PREFIX}/shipment/${id}`
      const open = yield* send(caller, "GET", path)
      assert.deepStrictEqual(
        [open.body.status, open.body.statusReason, open.body.completedAt],
        ["tracking", null, null]
      )
      const steps = directVoyage({ container: CONTAINER, booking: "BOOK1", start: yield* DateTime.now })
      for (const { events } of steps) yield* send(caller, "POST", `${ALERTS_PREFIX}/tracking/events`, events)
      const over = yield* send(caller, "GET", path)
      assert.deepStrictEqual([over.body.status, over.body.statusReason], ["completed", null])
      assert.isString(over.body.completedAt)
      const later = DateTime.add(yield* DateTime.now, { days: 7, minutes: 1 })
      yield* (yield* ShipmentStore).runReviews(later, 100, decideOnReview(later))
      const removed = yield* send(caller, "GET", path)
      assert.deepStrictEqual([removed.body.status, removed.body.statusReason], ["stopped", "completed"])
      assert.deepStrictEqual(removed.body.endpoints, [])
      const { body } = yield* send(caller, "GET", `${ALERTS_PREFIX}/shipment`)
      assert.deepStrictEqual([body.data[0].id, body.data[0].statusReason], [id, "completed"])
      const again = yield* send(caller, "POST", `${ALERTS_PREFIX}/easy-shipment`, lines)
      assert.deepStrictEqual(
        again.body.results.map(({ status, shipmentId }: Record<string, string>) => [status, shipmentId]),
        [["accepted", id]]
      )
      yield* send(caller, "DELETE", path)
      assert.strictEqual((yield* send(caller, "GET", path)).body.statusReason, "requested")
    })
  )
})
