import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DefaultEventType } from "@landfall/core/alerts/EventType"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime, Effect } from "effect"
import { digestOf } from "../../src/demo/ExpectedAlerts.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { type Caller, newCaller, serviceLayer } from "../support/Service.ts"

const CONTAINER = "MSKU7194304"

const register = (caller: Caller, id: string, ...numbers: ReadonlyArray<string>) =>
  Effect.promise(() =>
    caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, {
      [id]: { shipments: numbers.map((number) => ({ number })) }
    })
  )

const sendEvents = (caller: Caller, events: ReadonlyArray<unknown>) =>
  Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/tracking/events`, events))

layer(serviceLayer, { excludeTestServices: true })("alerts", (it) => {
  it.effect("go only to endpoints on which the shipment is registered and whose filter admits the type", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const all = yield* createReceivingEndpoint(caller)
      const filtered = yield* createReceivingEndpoint(caller, { filterTypes: ["vessel.arrival.at.final.pod"] })
      const none = yield* createReceivingEndpoint(caller)
      const stranger = yield* newCaller()
      const other = yield* createReceivingEndpoint(stranger)
      yield* register(caller, all.id, CONTAINER)
      yield* register(caller, filtered.id, CONTAINER)
      yield* register(stranger, other.id, CONTAINER)
      assert.strictEqual(digestOf(yield* all.next).type, "shipment.added.to.endpoint")
      assert.strictEqual(digestOf(yield* other.next).type, "shipment.added.to.endpoint")

      const steps = transhipmentVoyage({ container: CONTAINER, booking: "BOOK1", start: yield* DateTime.now })
      let sent = 0
      for (const { events } of steps) sent += (yield* sendEvents(caller, events)).body.alerts
      assert.strictEqual(sent, 10)
      const types: Array<string> = []
      for (let count = 0; count < sent; count++) types.push(digestOf(yield* all.next).type)
      assert.strictEqual(new Set(types).size, 10)
      assert.strictEqual(digestOf(yield* filtered.next).type, "vessel.arrival.at.final.pod")
      for (const { assertNothingElse } of [filtered, none, other]) yield* assertNothingElse
    })
  )

  it.effect("are sent once when the carrier repeats its events", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id, next, assertNothingElse } = yield* createReceivingEndpoint(caller)
      yield* register(caller, id, CONTAINER)
      yield* next
      const events = transhipmentVoyage({ container: CONTAINER, booking: "BOOK2", start: yield* DateTime.now }).flatMap(
        (step) => step.events
      )
      const first = yield* sendEvents(caller, events)
      assert.strictEqual(first.body.alerts, 10)
      const again = yield* sendEvents(caller, events.toReversed())
      assert.deepStrictEqual([again.body.added, again.body.alerts], [0, 0])
      for (let count = 0; count < 10; count++) yield* next
      yield* assertNothingElse
    })
  )

  it.effect("are sent for events with text that databases cannot store unchanged", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id, next } = yield* createReceivingEndpoint(caller)
      yield* register(caller, id, CONTAINER)
      yield* next
      const event = (call: string) => ({
        eventType: "TRANSPORT",
        transportEventTypeCode: "ARRI",
        eventClassifierCode: "PLN",
        eventDateTime: "2027-03-03T06:00:00Z",
        equipmentReference: CONTAINER,
        transportCall: { transportCallID: call, modeOfTransport: "VESSEL", UNLocationCode: "NLRTM" }
      })
      const first = yield* sendEvents(caller, [event("a\u0000b"), event("a\ud800b")])
      assert.deepStrictEqual([first.status, first.body.added], [202, 1])
      const again = yield* sendEvents(caller, [event("a\u0000b"), event("plain")])
      assert.deepStrictEqual([again.status, again.body.added, again.body.repeated], [202, 1, 1])
    })
  )

  it.effect("stop when the shipment is unregistered or stopped", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id, next, assertNothingElse } = yield* createReceivingEndpoint(caller)
      const registered = yield* register(caller, id, CONTAINER, "CSQU3054383")
      yield* next
      yield* next
      const [first, second] = registered.body.results
      const deleted = yield* Effect.promise(() =>
        caller.send("DELETE", `${ALERTS_PREFIX}/endpoint/${id}/shipment/${first.shipmentId}`)
      )
      assert.strictEqual(deleted.status, 204)
      const stopped = yield* Effect.promise(() =>
        caller.send("DELETE", `${ALERTS_PREFIX}/shipment/${second.shipmentId}`)
      )
      assert.strictEqual(stopped.status, 204)
      const start = yield* DateTime.now
      for (const container of [CONTAINER, "CSQU3054383"]) {
        for (const { events } of transhipmentVoyage({ container, booking: "BOOK3", start })) {
          yield* sendEvents(caller, events)
        }
      }
      yield* assertNothingElse
      const journey = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/shipment/${first.shipmentId}`))
      assert.strictEqual(journey.body.status, "completed")
      assert.deepStrictEqual(journey.body.endpoints, [])
      assert.isAbove(journey.body.journeys[0].milestones.length, 9)
    })
  )

  it.effect("of the demo container have every subscribed type and are sent immediately", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const all = yield* createReceivingEndpoint(caller)
      const two = yield* createReceivingEndpoint(caller, {
        filterTypes: ["shipment.added.to.endpoint", "vessel.arrival.at.final.pod"]
      })
      yield* register(caller, all.id, "ZZZZ0000000")
      yield* register(caller, two.id, "ZZZZ0000000")
      const types = new Set<string>()
      for (let count = 0; count < DefaultEventType.literals.length; count++) types.add(digestOf(yield* all.next).type)
      assert.strictEqual(types.size, 33)
      const few = [digestOf(yield* two.next).type, digestOf(yield* two.next).type]
      assert.deepStrictEqual(few.toSorted(), ["shipment.added.to.endpoint", "vessel.arrival.at.final.pod"])
      for (const { assertNothingElse } of [all, two]) yield* assertNothingElse
    })
  )

  it.effect("requested as examples are sent regardless of the filter and marked as examples", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id, next } = yield* createReceivingEndpoint(caller, { filterTypes: ["vessel.arrival.at.final.pod"] })
      for (const eventType of DefaultEventType.literals) {
        const response = yield* Effect.promise(() =>
          caller.send("POST", `${ALERTS_PREFIX}/endpoint/${id}/send-example`, { eventType })
        )
        assert.strictEqual(response.status, 202)
        const payload = yield* next
        assert.deepStrictEqual(payload, response.body.payload)
        assert.deepStrictEqual([digestOf(payload).type, digestOf(payload).example], [eventType, true])
      }
    })
  )
})
