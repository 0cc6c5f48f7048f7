import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { OperationalEventType } from "../../../src/alerts/EventType.ts"
import { draftOperationalMessage, type OperationalEvent } from "../../../src/alerts/endpoints/OperationalEvent.ts"
import { MessageId } from "../../../src/alerts/Message.ts"

const NOW = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const dead = EndpointId.make("ep_dead")
const watcher = EndpointId.make("ep_watcher")
const other = EndpointId.make("ep_other")

const disabled: OperationalEvent = {
  type: "endpoint.disabled",
  endpointId: dead,
  reason: "failing",
  failingSince: NOW.epochMilliseconds - 1000
}
const exhausted = (messageType: string): OperationalEvent => ({
  type: "delivery.exhausted",
  endpointId: dead,
  messageId: MessageId.make("msg_1"),
  messageType,
  attempts: 10
})

describe("an operational event", () => {
  it("goes to those who named its type, and to no other", () => {
    const listeners = [
      { endpointId: watcher, types: ["endpoint.disabled"] },
      { endpointId: other, types: ["endpoint.failing"] }
    ]
    const draft = Option.getOrThrow(draftOperationalMessage(disabled, listeners, NOW))
    assert.deepStrictEqual(
      draft.recipients.map(({ endpointId }) => endpointId),
      [watcher]
    )
    assert.deepStrictEqual(JSON.parse(draft.body), {
      type: "endpoint.disabled",
      timestamp: "2026-03-01T12:00:00.000Z",
      data: { endpointId: dead, reason: "failing", failingSince: "2026-03-01T11:59:59.000Z" }
    })
  })

  it("is never told to the endpoint that it is about", () => {
    const listeners = [{ endpointId: dead, types: [...OperationalEventType.literals] }]
    assert.isTrue(Option.isNone(draftOperationalMessage(disabled, listeners, NOW)))
  })

  it("is not made of the fate of another operational message", () => {
    const listeners = [{ endpointId: watcher, types: [...OperationalEventType.literals] }]
    for (const type of OperationalEventType.literals) {
      assert.isTrue(Option.isNone(draftOperationalMessage(exhausted(type), listeners, NOW)))
    }
    assert.isTrue(Option.isSome(draftOperationalMessage(exhausted("vessel.arrival.at.final.pod"), listeners, NOW)))
  })
})
