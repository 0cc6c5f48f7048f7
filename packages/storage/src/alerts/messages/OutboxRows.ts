import type { AccountId } from "@landfall/core/accounts/Account"
import { Message, type MessageDraft, MessageId, type Recipient } from "@landfall/core/alerts/Message"
import { type DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { type Cells, insertRows, jsonColumns } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { DeliverySignal } from "../queue/DeliverySignal.ts"
import { makeEndpointQueues } from "../queue/EndpointQueues.ts"

const MESSAGE_COLUMNS = jsonColumns({
  id: "TEXT",
  account_id: "TEXT",
  shipment_id: "TEXT",
  type: "TEXT",
  body: "TEXT",
  example: "BIGINT",
  created_at: "BIGINT"
})

const DELIVERY_COLUMNS = jsonColumns({
  message_id: "TEXT",
  endpoint_id: "TEXT",
  state: "TEXT",
  due_at: "BIGINT",
  attempts: "BIGINT",
  skip_reason: "TEXT",
  settled_at: "BIGINT"
})

const messageCells = (message: Message): Cells => [
  message.id,
  message.accountId,
  Option.getOrNull(message.shipmentId),
  message.type,
  message.body,
  message.example ? 1 : 0,
  message.createdAt.epochMilliseconds
]

const deliveryCells = (message: Message, draft: MessageDraft): ReadonlyArray<Cells> => {
  const created = message.createdAt.epochMilliseconds
  return draft.recipients.map(({ endpointId, skip }) =>
    Option.isNone(skip)
      ? [message.id, endpointId, "pending", created, 0, null, null]
      : [message.id, endpointId, "skipped", null, 0, skip.value, created]
  )
}

/** What stores messages with their deliveries, inside whatever transaction is open. */
export const makeOutboxRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const signal = yield* DeliverySignal
  const clock = yield* LeaseClock
  const queues = makeEndpointQueues(sql)

  const identify = Effect.fnUntraced(function* (accountId: AccountId, draft: MessageDraft, now: DateTime.Utc) {
    const { shipmentId, type, body, example } = draft
    const id = MessageId.make(`msg_${yield* random.ulid}`)
    return new Message({ id, accountId, shipmentId, type, body, example, createdAt: now })
  })

  const insert = Effect.fnUntraced(function* (
    messages: ReadonlyArray<Message>,
    deliveries: ReadonlyArray<Cells>,
    recipients: ReadonlyArray<Recipient>
  ) {
    yield* insertRows(sql, "message", MESSAGE_COLUMNS, messages.map(messageCells))
    yield* insertRows(sql, "delivery", DELIVERY_COLUMNS, deliveries)
    const sent = recipients.filter(({ skip }) => Option.isNone(skip)).map(({ endpointId }) => endpointId)
    if (sent.length === 0) return
    yield* queues.wake(sent, yield* clock.now)
    yield* sql.afterCommit(signal.notify)
  })

  /** Stores one message with its deliveries, and wakes the worker once the transaction has committed. */
  const post = Effect.fnUntraced(function* (accountId: AccountId, draft: MessageDraft, now: DateTime.Utc) {
    const message = yield* identify(accountId, draft, now)
    yield* insert([message], deliveryCells(message, draft), draft.recipients)
    return message
  })

  /** As `post` for many messages, in the same few statements. Their ids ascend in the order of the drafts. */
  const postAll = Effect.fnUntraced(function* (
    accountId: AccountId,
    drafts: ReadonlyArray<MessageDraft>,
    now: DateTime.Utc
  ) {
    const messages: Array<Message> = []
    const deliveries: Array<Cells> = []
    for (const draft of drafts) {
      const message = yield* identify(accountId, draft, now)
      messages.push(message)
      deliveries.push(...deliveryCells(message, draft))
    }
    const recipients = drafts.flatMap((draft) => draft.recipients)
    if (messages.length > 0) yield* insert(messages, deliveries, recipients)
  })

  return { post, postAll }
})

export type OutboxRows = Effect.Success<typeof makeOutboxRows>
