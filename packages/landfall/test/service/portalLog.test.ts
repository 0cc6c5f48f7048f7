import { assert, layer } from "@effect/vitest"
import { TEST_RECEIVER_URL } from "@landfall/core/alerts/targets/TestReceiver"
import { Effect } from "effect"
import { createApplication, openPortal, send, statusOf } from "../support/Portals.ts"
import { newCaller, serviceLayer } from "../support/Service.ts"

/** What the test reads of a message in a list. */
interface ListedMessage {
  readonly id: string
  readonly shipmentNumber: string | null
  readonly deliveries: ReadonlyArray<{ readonly endpointId: string }>
}

layer(serviceLayer, { excludeTestServices: true })("the log of a portal", (it) => {
  it.effect("lists the messages to all endpoints of its application, by any filter, with their deliveries there", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const own = yield* createApplication(caller, "North")
      const other = yield* createApplication(caller, "South")
      const { body: second } = yield* send(caller, "POST", "/endpoint", {
        url: TEST_RECEIVER_URL,
        applicationId: own.applicationId
      })
      const shipments = [{ number: "CSQU3054383" }]
      const { body: registered } = yield* send(caller, "POST", "/easy-shipment", {
        [own.endpointId]: { shipments },
        [second.id]: { shipments },
        [other.endpointId]: { shipments: [...shipments, { number: "MSCU6639870" }] }
      })
      const { shipmentId } = registered.results[0]
      const { shipmentId: hiddenShipmentId } = registered.results.at(-1)
      const { portal } = yield* openPortal(caller, own.applicationId)
      const listed = (path: string): Effect.Effect<ReadonlyArray<ListedMessage>> =>
        Effect.map(send(portal, "GET", path), ({ body }) => body.data)
      const all = yield* listed("/message")
      const ids = new Set([own.endpointId, second.id])
      assert.isTrue(all.every(({ deliveries }) => deliveries.length > 0))
      assert.isTrue(all.flatMap(({ deliveries }) => deliveries).every(({ endpointId }) => ids.has(endpointId)))
      assert.include(
        all.map(({ id }) => id),
        own.messageId
      )
      assert.notInclude(
        all.map(({ id }) => id),
        other.messageId
      )
      const added = yield* listed(`/message?shipmentId=${shipmentId}&type=shipment.added.to.endpoint`)
      assert.lengthOf(added, 2)
      assert.deepStrictEqual(new Set(added.map(({ shipmentNumber }) => shipmentNumber)), new Set(["CSQU3054383"]))
      assert.lengthOf(yield* listed(`/message?shipmentId=${shipmentId}&endpointId=${second.id}`), 1)
      assert.deepStrictEqual(yield* listed(`/message?shipmentId=${hiddenShipmentId}`), [])
      const { body: found } = yield* send(portal, "GET", "/shipment?search=U")
      assert.deepStrictEqual(
        found.data.map(({ id }: { id: string }) => id),
        [shipmentId]
      )
      assert.strictEqual(yield* statusOf(portal, `/shipment?endpointId=${other.endpointId}`), 404)
      assert.strictEqual(yield* statusOf(portal, `/shipment/${shipmentId}`), 403)
    })
  )
})
