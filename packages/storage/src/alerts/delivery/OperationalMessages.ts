import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { HealthEvent } from "@landfall/core/alerts/endpoints/HealthReview"
import {
  draftOperationalMessage,
  type OperationalEvent,
  type OperationalSubscriber
} from "@landfall/core/alerts/endpoints/OperationalEvent"
import type { MessageDraft, MessageId } from "@landfall/core/alerts/Message"
import { type DateTime, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import type { OutboxRows } from "../messages/OutboxRows.ts"

const decodeTypes = Schema.decodeEffect(Schema.fromJsonString(Schema.Array(Schema.String)))

interface ListenerRow {
  readonly id: EndpointId
  readonly account_id: AccountId
  readonly filter_types: string
}

/** Tells the endpoints that asked for it what became of others; to be used inside a transaction. */
export const makeOperationalMessages = (sql: SqlClient.SqlClient, outbox: OutboxRows) => {
  const idsOf = (ids: Iterable<string>) =>
    jsonRows(
      sql,
      ID_COLUMN,
      [...new Set(ids)].map((id) => [id])
    )

  const listenersOf = Effect.fnUntraced(function* (accounts: Iterable<AccountId>) {
    const rows = yield* sql<ListenerRow>`SELECT id, account_id, filter_types FROM endpoint
      WHERE account_id IN (SELECT id FROM ${idsOf(accounts)} AS asked) AND removed_at IS NULL AND disabled = 0
        AND (filter_types LIKE '%"endpoint.%' OR filter_types LIKE '%"delivery.exhausted"%')
      ORDER BY id`.withoutTransform
    const listeners = new Map<AccountId, Array<OperationalSubscriber>>()
    for (const row of rows) {
      const listener = { endpointId: row.id, types: yield* decodeTypes(row.filter_types) }
      listeners.set(row.account_id, [...(listeners.get(row.account_id) ?? []), listener])
    }
    return listeners
  })

  const typesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<MessageId>) {
    if (ids.length === 0) return new Map<MessageId, string>()
    const rows = yield* sql<{ readonly id: MessageId; readonly type: string }>`SELECT id, type FROM message
      WHERE id IN (SELECT id FROM ${idsOf(ids)} AS asked)`
    return new Map(rows.map(({ id, type }) => [id, type]))
  })

  return Effect.fnUntraced(function* (news: ReadonlyMap<AccountId, ReadonlyArray<HealthEvent>>, now: DateTime.Utc) {
    if (news.size === 0) return
    const listeners = yield* listenersOf(news.keys())
    for (const [accountId, listening] of listeners) {
      const events = news.get(accountId) ?? []
      const types = yield* typesOf(
        events.flatMap((event) => (event.type === "delivery.exhausted" ? [event.messageId] : []))
      )
      const drafts = events.flatMap((event): ReadonlyArray<MessageDraft> => {
        const whole: OperationalEvent =
          event.type === "delivery.exhausted" ? { ...event, messageType: types.get(event.messageId) ?? "" } : event
        return Option.toArray(draftOperationalMessage(whole, listening, now))
      })
      yield* outbox.postAll(accountId, drafts, now)
    }
  })
}
