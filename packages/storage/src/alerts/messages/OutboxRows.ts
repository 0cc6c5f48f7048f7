import type { AccountId } from "@landfall/core/accounts/Account"
import { initialDelivery } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import { Message, type MessageDraft, MessageId, type Recipient } from "@landfall/core/alerts/Message"
import { type DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { type Cells, insertRows, jsonColumns } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { STATE_COLUMNS, stateCells } from "../queue/DeliveryColumns.ts"
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
  ...STATE_COLUMNS
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

const deliveryCells = ({ id, createdAt }: Message, draft: MessageDraft): ReadonlyArray<Cells> =>
  draft.recipients.map((recipient) => [
    id,
    recipient.endpointId,
    ...stateCells(initialDelivery(recipient, createdAt), 0)
  ])

/** The messages to store for one account. */
interface DraftGroup {
  readonly accountId: AccountId
  readonly drafts: ReadonlyArray<MessageDraft>
}

/** Stores messages with their deliveries, inside the caller's transaction. */
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

  /**
   * Stores the messages of several accounts with the same few statements as `post`. The ids of an account's messages ascend
   * in the order of its drafts.
   */
  const postGroups = Effect.fnUntraced(function* (groups: ReadonlyArray<DraftGroup>, now: DateTime.Utc) {
    const messages: Array<Message> = []
    const deliveries: Array<Cells> = []
    for (const { accountId, drafts } of groups) {
      for (const draft of drafts) {
        const message = yield* identify(accountId, draft, now)
        messages.push(message)
        deliveries.push(...deliveryCells(message, draft))
      }
    }
    const recipients = groups.flatMap(({ drafts }) => drafts.flatMap((draft) => draft.recipients))
    if (messages.length > 0) yield* insert(messages, deliveries, recipients)
  })

  /** Assigns ids to the messages of an account, which ascend in the order of the drafts. `postIdentified` stores them. */
  const identifyAll = (accountId: AccountId, drafts: ReadonlyArray<MessageDraft>, now: DateTime.Utc) =>
    Effect.forEach(drafts, (draft) => identify(accountId, draft, now))

  /** Stores messages of `identifyAll`, with the drafts that they were made of. */
  const postIdentified = (messages: ReadonlyArray<Message>, drafts: ReadonlyArray<MessageDraft>) => {
    const deliveries = messages.flatMap((message, index) => {
      const draft = drafts[index]
      return draft === undefined ? [] : deliveryCells(message, draft)
    })
    const recipients = drafts.flatMap((draft) => draft.recipients)
    return messages.length === 0 ? Effect.void : insert(messages, deliveries, recipients)
  }

  /** Stores many messages of an account. Their ids ascend in the order of the drafts. */
  const postAll = (accountId: AccountId, drafts: ReadonlyArray<MessageDraft>, now: DateTime.Utc) =>
    postGroups([{ accountId, drafts }], now)

  return { post, postAll, postGroups, identifyAll, postIdentified }
})

export type OutboxRows = Effect.Success<typeof makeOutboxRows>
