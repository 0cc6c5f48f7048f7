import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { HealthEvent, HealthReview } from "@landfall/core/alerts/endpoints/EndpointHealth"
import {
  draftOperationalMessages,
  exhaustedMessageIds,
  type OperationalSubscriber
} from "@landfall/core/alerts/endpoints/OperationalEvent"
import type { MessageId } from "@landfall/core/alerts/Message"
import { type DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import type { OutboxRows } from "../messages/OutboxRows.ts"

const decodeTypes = Schema.decodeEffect(Schema.fromJsonString(Schema.Array(Schema.String)))

interface SubscriberRow {
  readonly id: EndpointId
  readonly account_id: AccountId
  readonly filter_types: string
}

const eventsByAccount = (reviews: ReadonlyArray<HealthReview>): ReadonlyMap<AccountId, ReadonlyArray<HealthEvent>> => {
  const events = new Map<AccountId, Array<HealthEvent>>()
  for (const { endpoint, events: found } of reviews) {
    if (found.length > 0) events.set(endpoint.accountId, [...(events.get(endpoint.accountId) ?? []), ...found])
  }
  return events
}

/** Posts the messages that notify endpoints of events at other endpoints. Run it in a transaction. */
export const makeOperationalMessages = (sql: SqlClient.SqlClient, outbox: OutboxRows) => {
  const idsOf = (ids: Iterable<string>) =>
    jsonRows(
      sql,
      ID_COLUMN,
      [...new Set(ids)].map((id) => [id])
    )

  const findSubscribers = Effect.fnUntraced(function* (accounts: Iterable<AccountId>) {
    const rows = yield* sql<SubscriberRow>`SELECT id, account_id, filter_types FROM endpoint
      WHERE account_id IN (SELECT id FROM ${idsOf(accounts)} AS requested) AND removed_at IS NULL AND disabled = 0
        AND (filter_types LIKE '%"endpoint.%' OR filter_types LIKE '%"delivery.exhausted"%')
      ORDER BY id`.withoutTransform
    const subscribers = new Map<AccountId, Array<OperationalSubscriber>>()
    for (const row of rows) {
      const subscriber = { endpointId: row.id, types: yield* decodeTypes(row.filter_types) }
      subscribers.set(row.account_id, [...(subscribers.get(row.account_id) ?? []), subscriber])
    }
    return subscribers
  })

  const findTypes = Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlyArray<MessageId>) {
    if (ids.length === 0) return new Map<MessageId, string>()
    const rows = yield* sql<{ readonly id: MessageId; readonly type: string }>`SELECT id, type FROM message
      WHERE account_id = ${accountId} AND id IN (SELECT id FROM ${idsOf(ids)} AS requested)`
    return new Map(rows.map(({ id, type }) => [id, type]))
  })

  return Effect.fnUntraced(function* (reviews: ReadonlyArray<HealthReview>, now: DateTime.Utc) {
    const events = eventsByAccount(reviews)
    if (events.size === 0) return
    for (const [accountId, subscribers] of yield* findSubscribers(events.keys())) {
      const ofAccount = events.get(accountId) ?? []
      const types = yield* findTypes(accountId, exhaustedMessageIds(ofAccount))
      const drafts = draftOperationalMessages(ofAccount, subscribers, (id) => types.get(id), now)
      yield* outbox.postAll(accountId, drafts, now)
    }
  })
}
