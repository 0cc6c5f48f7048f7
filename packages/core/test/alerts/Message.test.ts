import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { AccountId } from "../../src/accounts/Account.ts"
import { EndpointId } from "../../src/alerts/EndpointId.ts"
import { endpointDraft } from "../../src/alerts/endpoints/Endpoints.ts"
import { draftMessage, MessageId } from "../../src/alerts/Message.ts"
import { formatBody } from "../../src/alerts/sending/DeliveryFormat.ts"

const at = DateTime.makeUnsafe("2026-01-05T08:00:00Z")
const endpointId = EndpointId.make("ep_01J00000000000000000000001")

describe("a message of a custom event type", () => {
  it("has the body of Standard Webhooks, and one recipient for each endpoint", () => {
    const draft = draftMessage({
      type: "payment.settled",
      at,
      data: { cents: 250 },
      endpointIds: [endpointId, endpointId]
    })
    assert.strictEqual(
      draft.body,
      '{"type":"payment.settled","timestamp":"2026-01-05T08:00:00.000Z","data":{"cents":250}}'
    )
    assert.deepStrictEqual(draft.recipients, [{ endpointId, skip: Option.none() }])
    assert.isFalse(draft.example)
  })

  it("can be sent as CloudEvents, also without data", () => {
    const { body } = draftMessage({ type: "payment.settled", at, data: undefined, endpointIds: [endpointId] })
    const ids = { messageId: MessageId.make("msg_1"), accountId: AccountId.make("acc_1") }
    assert.include(formatBody("cloudevents", { ...ids, body }).body, '"type":"payment.settled"')
  })
})

describe("the settings of an endpoint with changes", () => {
  it("receive the whole catalogue in the standard format by default", () => {
    const draft = endpointDraft("https://example.com/hook", { description: Option.some("Orders") })
    assert.isTrue(Option.isNone(draft.filterTypes))
    assert.strictEqual(draft.format, "standard")
    assert.deepStrictEqual(draft.description, Option.some("Orders"))
  })

  it("reject a URL that no webhook can be sent to", () => {
    assert.throws(() => endpointDraft("ftp://example.com"))
  })
})
