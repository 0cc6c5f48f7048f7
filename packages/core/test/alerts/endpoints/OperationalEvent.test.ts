import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { OperationalEventType } from "../../../src/alerts/EventType.ts"
import type { HealthEvent } from "../../../src/alerts/endpoints/EndpointHealth.ts"
import { draftOperationalMessages, exhaustedMessageIds } from "../../../src/alerts/endpoints/OperationalEvent.ts"
import { MessageId } from "../../../src/alerts/Message.ts"

const NOW = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const dead = EndpointId.make("ep_dead")
const watcher = EndpointId.make("ep_watcher")
const other = EndpointId.make("ep_other")

const message = MessageId.make("msg_1")
const allTypes = [...OperationalEventType.literals]

const disabled: HealthEvent = {
  type: "endpoint.disabled",
  endpointId: dead,
  reason: "failing",
  failingSince: NOW.epochMilliseconds - 1000
}
const exhausted: HealthEvent = { type: "delivery.exhausted", endpointId: dead, messageId: message, attempts: 10 }

const draftsFor = (
  events: ReadonlyArray<HealthEvent>,
  subscribers: Parameters<typeof draftOperationalMessages>[1],
  messageType?: string
) => draftOperationalMessages(events, subscribers, () => messageType, NOW)

describe("operational messages", () => {
  it("are sent to the subscribers of the event's type", () => {
    const subscribers = [
      { endpointId: watcher, types: ["endpoint.disabled"] },
      { endpointId: other, types: ["endpoint.failing"] }
    ]
    const [draft, ...others] = draftsFor([disabled], subscribers)
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(
      draft?.recipients.map(({ endpointId }) => endpointId),
      [watcher]
    )
    assert.deepStrictEqual(JSON.parse(draft?.body ?? ""), {
      type: "endpoint.disabled",
      timestamp: "2026-03-01T12:00:00.000Z",
      data: { endpointId: dead, reason: "failing", failingSince: "2026-03-01T11:59:59.000Z" }
    })
  })

  it("are not sent to the endpoint that the event is about", () => {
    assert.deepStrictEqual(draftsFor([disabled], [{ endpointId: dead, types: allTypes }]), [])
  })

  it("are not created for an exhausted operational message", () => {
    const subscribers = [{ endpointId: watcher, types: allTypes }]
    for (const type of OperationalEventType.literals)
      assert.deepStrictEqual(draftsFor([exhausted], subscribers, type), [])
    assert.strictEqual(draftsFor([exhausted], subscribers, "vessel.arrival.at.final.pod").length, 1)
  })

  it("name the type of an exhausted message, and follow the order of the events", () => {
    const subscribers = [{ endpointId: watcher, types: allTypes }]
    const drafts = draftsFor([exhausted, disabled], subscribers, "shipment.completed")
    assert.deepStrictEqual(
      drafts.map(({ type }) => type),
      ["delivery.exhausted", "endpoint.disabled"]
    )
    assert.deepStrictEqual(JSON.parse(drafts[0]?.body ?? "").data, {
      endpointId: dead,
      messageId: message,
      messageType: "shipment.completed",
      attempts: 10
    })
    assert.deepStrictEqual(exhaustedMessageIds([exhausted, disabled]), [message])
  })
})
