import type { AccountId } from "@landfall/core/accounts/Account"
import { initialDelivery } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import { Message, type MessageDraft, MessageId, type Recipient } from "@landfall/core/alerts/Message"
import { type DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { type Cells, insertThen, jsonColumns, type TableRows } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { STATE_COLUMNS, stateCells } from "../queue/DeliveryColumns.ts"
import { DeliverySignal } from "../queue/DeliverySignal.ts"
import { makeEndpointQueues } from "../queue/EndpointQueues.ts"
import type { DeliveryLine } from "../queue/QueueChanges.ts"

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

/** Deliveries to endpoints that receive the alerts of a shipment in their order. */
const ORDERED_COLUMNS = jsonColumns({
  message_id: "TEXT",
  endpoint_id: "TEXT",
  shipment_id: "TEXT",
  sequence: "BIGINT",
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

const isOrdered = ({ shipmentId, sequence }: MessageDraft, { ordered, skip }: Recipient): boolean =>
  ordered === true && sequence !== undefined && Option.isSome(shipmentId) && Option.isNone(skip)

const deliveryCells = ({ id, createdAt }: Message, draft: MessageDraft): ReadonlyArray<Cells> =>
  draft.recipients
    .filter((recipient) => !isOrdered(draft, recipient))
    .map((recipient) => [id, recipient.endpointId, ...stateCells(initialDelivery(recipient, createdAt), 0)])

/** The deliveries that wait until the earlier ones of their shipment have ended. */
const orderedCells = ({ id, createdAt }: Message, draft: MessageDraft): ReadonlyArray<Cells> =>
  draft.recipients
    .filter((recipient) => isOrdered(draft, recipient))
    .map((recipient) => {
      const [, ...state] = stateCells(initialDelivery(recipient, createdAt), 0)
      return [id, recipient.endpointId, Option.getOrNull(draft.shipmentId), draft.sequence ?? null, "waiting", ...state]
    })

const linesOf = (draft: MessageDraft): ReadonlyArray<DeliveryLine> =>
  draft.recipients.flatMap((recipient) =>
    isOrdered(draft, recipient) && Option.isSome(draft.shipmentId)
      ? [{ endpointId: recipient.endpointId, shipmentId: draft.shipmentId.value }]
      : []
  )

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

  /** Stores messages with the drafts that they were made of. */
  const insert = Effect.fnUntraced(function* (posted: ReadonlyArray<readonly [Message, MessageDraft]>) {
    if (posted.length === 0) return
    const drafts = posted.map(([, draft]) => draft)
    const messages = posted.map(([message]) => messageCells(message))
    const deliveries = posted.flatMap(([message, draft]) => deliveryCells(message, draft))
    const ordered = posted.flatMap(([message, draft]) => orderedCells(message, draft))
    const sent = drafts.flatMap((draft) =>
      draft.recipients
        .filter((recipient) => Option.isNone(recipient.skip) && !isOrdered(draft, recipient))
        .map(({ endpointId }) => endpointId)
    )
    const rows: ReadonlyArray<TableRows> = [
      ["message", MESSAGE_COLUMNS, messages],
      ["delivery", DELIVERY_COLUMNS, deliveries],
      ["delivery", ORDERED_COLUMNS, ordered]
    ]
    const now = yield* insertThen(sql, rows, clock.now)
    if (sent.length + ordered.length === 0) return
    yield* queues.wake(sent, now)
    yield* queues.advance(drafts.flatMap(linesOf), now)
    yield* sql.afterCommit(signal.notify)
  })

  /** Stores one message with its deliveries, and wakes the worker once the transaction has committed. */
  const post = Effect.fnUntraced(function* (accountId: AccountId, draft: MessageDraft, now: DateTime.Utc) {
    const message = yield* identify(accountId, draft, now)
    yield* insert([[message, draft]])
    return message
  })

  /**
   * Stores the messages of several accounts with the same few statements as `post`. The ids of an account's messages ascend
   * in the order of its drafts.
   */
  const postGroups = Effect.fnUntraced(function* (groups: ReadonlyArray<DraftGroup>, now: DateTime.Utc) {
    const posted: Array<readonly [Message, MessageDraft]> = []
    for (const { accountId, drafts } of groups) {
      for (const draft of drafts) posted.push([yield* identify(accountId, draft, now), draft])
    }
    yield* insert(posted)
  })

  /** Assigns ids to the messages of an account, which ascend in the order of the drafts. `postIdentified` stores them. */
  const identifyAll = (accountId: AccountId, drafts: ReadonlyArray<MessageDraft>, now: DateTime.Utc) =>
    Effect.forEach(drafts, (draft) => identify(accountId, draft, now))

  /** Stores messages of `identifyAll`, with the drafts that they were made of. */
  const postIdentified = (messages: ReadonlyArray<Message>, drafts: ReadonlyArray<MessageDraft>) =>
    insert(
      messages.flatMap((message, index) => {
        const draft = drafts[index]
        return draft === undefined ? [] : [[message, draft] as const]
      })
    )

  /** Stores many messages of an account. Their ids ascend in the order of the drafts. */
  const postAll = (accountId: AccountId, drafts: ReadonlyArray<MessageDraft>, now: DateTime.Utc) =>
    postGroups([{ accountId, drafts }], now)

  return { post, postAll, postGroups, identifyAll, postIdentified }
})

export type OutboxRows = Effect.Success<typeof makeOutboxRows>
