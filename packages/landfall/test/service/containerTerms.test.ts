import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { digestOf } from "../../src/demo/ExpectedAlerts.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { newCaller, serviceLayer } from "../support/Service.ts"

const CONTAINER = "MSKU7194304"
const TYPES = ["container.empty.picked.up", "container.last.free.day.changed", "container.holds.changed"]

layer(serviceLayer, { excludeTestServices: true })("the terms of a container", (it) => {
  it.effect("are notified once a change, to endpoints that name their types, and shown with the shipment", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const send = (method: string, path: string, body?: unknown) =>
        Effect.promise(() => caller.send(method, `${ALERTS_PREFIX}${path}`, body))
      const named = yield* createReceivingEndpoint(caller, { filterTypes: TYPES })
      const other = yield* createReceivingEndpoint(caller, { filterTypes: ["vessel.arrival.at.final.pod"] })
      const line = { shipments: [{ number: CONTAINER }] }
      const registered = yield* send("POST", "/easy-shipment", { [named.id]: line, [other.id]: line })
      const path = `/shipment/${registered.body.results[0].shipmentId}`

      const at = new Date(Date.now() - 3_600_000).toISOString()
      yield* send("POST", "/tracking/events", [
        {
          eventType: "EQUIPMENT",
          equipmentEventTypeCode: "GTOT",
          eventClassifierCode: "ACT",
          emptyIndicatorCode: "EMPTY",
          equipmentReference: CONTAINER,
          eventDateTime: at,
          eventLocation: { UNLocationCode: "CNSHA", facilityTypeCode: "DEPO" }
        }
      ])
      assert.strictEqual(digestOf(yield* named.next).type, "container.empty.picked.up")

      const terms = { lastFreeDay: "2030-03-14", holds: ["freight", "freight"] }
      const set = yield* send("PUT", `${path}/terms`, terms)
      assert.deepStrictEqual([set.status, set.body.alerts], [200, 2])
      const types = [digestOf(yield* named.next).type, digestOf(yield* named.next).type]
      assert.deepStrictEqual(types, ["container.last.free.day.changed", "container.holds.changed"])
      assert.strictEqual((yield* send("PUT", `${path}/terms`, terms)).body.alerts, 0)

      const { body } = yield* send("GET", path)
      assert.deepStrictEqual(body.handling, [
        {
          container: CONTAINER,
          emptyPickedUp: { date: at, classifier: "ACT", location: "CNSHA" },
          emptyReturned: null,
          availableForPickup: null,
          lastFreeDay: "2030-03-14",
          holds: ["freight"]
        }
      ])

      const afterHolds = yield* send("PUT", `${path}/terms`, { holds: ["freight"] })
      assert.deepStrictEqual([afterHolds.body.alerts, afterHolds.body.handling[0].lastFreeDay], [0, "2030-03-14"])
      const removed = yield* send("PUT", `${path}/terms`, { lastFreeDay: null })
      assert.deepStrictEqual([removed.body.alerts, removed.body.handling[0].lastFreeDay], [1, null])
      const alert = digestOf(yield* named.next)
      assert.strictEqual(alert.type, "container.last.free.day.changed")
      yield* named.assertNothingElse
      yield* other.assertNothingElse
    })
  )

  it.effect("that are not valid are rejected with the field and the rule", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const tracked = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/shipment`, { number: CONTAINER })
      )
      const faults = [
        [{ lastFreeDay: "2030-02-30" }, "lastFreeDay"],
        [{ holds: ["Freight due"] }, "holds[0]"],
        [{ container: "MSCU1234566" }, "body.container must be MSKU7194304"],
        [{ availableAt: "soon" }, "availableAt"]
      ] as const
      for (const [terms, text] of faults) {
        const path = `${ALERTS_PREFIX}/shipment/${tracked.body.id}/terms`
        const { status, body } = yield* Effect.promise(() => caller.send("PUT", path, terms))
        assert.strictEqual(status, 400, text)
        assert.include(JSON.stringify(body.details), text)
      }
    })
  )
})
