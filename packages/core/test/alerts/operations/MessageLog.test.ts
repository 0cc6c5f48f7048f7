import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { Attempt } from "../../../src/alerts/delivery/Delivery.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { Message, MessageId } from "../../../src/alerts/Message.ts"
import {
  type MessageFilter,
  matchesAttemptFilter,
  matchesMessageFilter
} from "../../../src/alerts/operations/MessageLog.ts"
import { type DeliveryRecord, limitDeliveries } from "../../../src/alerts/operations/MessageSummary.ts"
import { ShipmentId } from "../../../src/alerts/ShipmentId.ts"

const at = DateTime.makeUnsafe
const idOf = (n: number) => EndpointId.make(`ep_${n}`)
const shipmentId = ShipmentId.make("shp_1")
const message = new Message({
  id: MessageId.make("msg_1"),
  accountId: AccountId.make("acc_1"),
  shipmentId: Option.some(shipmentId),
  type: "shipment.completed",
  body: "{}",
  example: false,
  createdAt: at(1000)
})
const deliveries: ReadonlyArray<DeliveryRecord> = [
  { endpointId: idOf(1), state: { _tag: "Pending", attempts: 1, dueAt: at(2000) } },
  { endpointId: idOf(2), state: { _tag: "Succeeded", attempts: 1, at: at(2000) } }
]
const isListed = (filter: MessageFilter) => matchesMessageFilter(filter, message, deliveries)

describe("the filter of messages", () => {
  it("matches every message when it is empty, and rejects by each property", () => {
    assert.isTrue(isListed({}))
    assert.isTrue(isListed({ type: "shipment.completed", example: false, shipmentId }))
    assert.isFalse(isListed({ type: "shipment.rolled" }))
    assert.isFalse(isListed({ example: true }))
    assert.isFalse(isListed({ shipmentId: ShipmentId.make("shp_2") }))
  })

  it("requires one delivery with both the endpoint and the status", () => {
    assert.isTrue(isListed({ status: "pending" }))
    assert.isTrue(isListed({ endpointId: idOf(2), status: "succeeded" }))
    assert.isFalse(isListed({ endpointId: idOf(1), status: "succeeded" }))
    assert.isFalse(isListed({ endpointId: idOf(3) }))
  })

  it("includes the start of its window and excludes the end", () => {
    assert.isTrue(isListed({ since: at(1000), until: at(1001) }))
    assert.isFalse(isListed({ since: at(1001) }))
    assert.isFalse(isListed({ until: at(1000) }))
  })
})

describe("the filter of attempts", () => {
  it("matches by status, type, endpoint and window", () => {
    const attempt = new Attempt({
      number: 1,
      startedAt: at(1000),
      durationMillis: 5,
      responseStartMillis: Option.none(),
      trigger: "automatic",
      outcome: { _tag: "Responded", status: 503, body: "" }
    })
    const record = { messageId: message.id, endpointId: idOf(1), type: message.type, attempt }
    assert.isTrue(matchesAttemptFilter({}, record))
    assert.isTrue(matchesAttemptFilter({ status: "failed", type: message.type, endpointId: idOf(1) }, record))
    assert.isFalse(matchesAttemptFilter({ status: "succeeded" }, record))
    assert.isFalse(matchesAttemptFilter({ type: "shipment.rolled" }, record))
    assert.isFalse(matchesAttemptFilter({ endpointId: idOf(2) }, record))
    assert.isFalse(matchesAttemptFilter({ until: at(1000) }, record))
  })
})

describe("the deliveries that are shown of a message", () => {
  it("are the first, and the one to the endpoint that the list is filtered by", () => {
    const all = [1, 2, 3].map((n) => ({
      endpointId: idOf(n),
      state: { _tag: "Succeeded" as const, attempts: 1, at: at(1) }
    }))
    const shown = (limit: number, filteredBy?: EndpointId) => {
      const { deliveries: found, more } = limitDeliveries(all, limit, filteredBy)
      return [found.map(({ endpointId }) => endpointId), more]
    }
    assert.deepStrictEqual(shown(2), [[idOf(1), idOf(2)], true])
    assert.deepStrictEqual(shown(2, idOf(3)), [[idOf(1), idOf(2), idOf(3)], false])
    assert.deepStrictEqual(shown(1, idOf(3)), [[idOf(1), idOf(3)], true])
    assert.deepStrictEqual(shown(3), [[idOf(1), idOf(2), idOf(3)], false])
  })
})
