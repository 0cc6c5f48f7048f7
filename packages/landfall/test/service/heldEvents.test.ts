import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { digestOf } from "../../src/demo/ExpectedAlerts.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { newCaller, serviceLayer } from "../support/Service.ts"

const CONTAINER = "MSKU7194304"

layer(serviceLayer, { excludeTestServices: true })("an actual event in the future", (it) => {
  it.effect("is shown with the shipment and notified only once it is corrected", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const send = (method: string, path: string, body?: unknown) =>
        Effect.promise(() => caller.send(method, `${ALERTS_PREFIX}${path}`, body))
      const endpoint = yield* createReceivingEndpoint(caller, { filterTypes: ["container.loaded.at.first.pol"] })
      const registered = yield* send("POST", "/easy-shipment", {
        [endpoint.id]: { shipments: [{ number: CONTAINER }] }
      })
      const path = `/shipment/${registered.body.results[0].shipmentId}`
      const loaded = (eventDateTime: string) =>
        send("POST", "/tracking/events", [
          {
            eventType: "EQUIPMENT",
            eventID: "LOAD-1",
            equipmentEventTypeCode: "LOAD",
            eventClassifierCode: "ACT",
            emptyIndicatorCode: "LADEN",
            equipmentReference: CONTAINER,
            eventCreatedDateTime: new Date().toISOString(),
            eventDateTime,
            transportCall: { modeOfTransport: "VESSEL", UNLocationCode: "CNSHA", vessel: { vesselName: "ATLAS" } }
          }
        ])

      const date = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString()
      assert.deepInclude((yield* loaded(date)).body, { added: 1, rejected: [] })
      const response = yield* send("GET", path)
      assert.deepStrictEqual(
        response.body.journeys.flatMap(({ milestones }: { milestones: [] }) => milestones),
        []
      )
      const [event, ...others] = response.body.heldEvents
      assert.deepStrictEqual(others, [])
      assert.deepInclude(event, { code: "LOAD", container: CONTAINER, date })
      assert.strictEqual(event.location.unlocode, "CNSHA")
      assert.strictEqual(event.sourceEvent.id, "LOAD-1")

      yield* loaded(new Date(Date.now() - 3_600_000).toISOString())
      assert.strictEqual(digestOf(yield* endpoint.next).type, "container.loaded.at.first.pol")
      assert.deepStrictEqual((yield* send("GET", path)).body.heldEvents, [])
      yield* endpoint.assertNothingElse
    })
  )
})
