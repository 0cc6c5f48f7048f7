import { AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { type CreditNotice, draftCreditMessages } from "@landfall/core/usage/CreditNotice"
import { type DateTime, Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import type { OutboxRows } from "../alerts/messages/OutboxRows.ts"
import { ID_COLUMN, jsonRows } from "../sql/JsonRows.ts"

const SubscriberRow = Schema.Struct({
  id: EndpointId,
  accountId: AccountId,
  filterTypes: Schema.OptionFromNullOr(Schema.fromJsonString(FilterTypes)),
  disabled: Schema.BooleanFromBit,
  plan: Plan
})

/** Posts the messages that notify accounts of their remaining credits. Run it in a transaction. */
export const makeCreditMessages = (sql: SqlClient.SqlClient, outbox: OutboxRows) => {
  const findSubscribers = SqlSchema.findAll({
    Request: Schema.Array(AccountId),
    Result: SubscriberRow,
    execute: (accountIds) =>
      sql`SELECT endpoint.id, account_id, filter_types, disabled, plan
        FROM endpoint JOIN account ON account.id = endpoint.account_id
        WHERE account_id IN (SELECT id FROM ${jsonRows(
          sql,
          ID_COLUMN,
          accountIds.map((id) => [id])
        )} AS notified) AND removed_at IS NULL AND filter_types LIKE '%"credits.%'
        ORDER BY account_id, endpoint.id`
  })

  return Effect.fnUntraced(function* (notices: ReadonlyArray<CreditNotice>, now: DateTime.Utc) {
    if (notices.length === 0) return
    const noticesByAccount = Map.groupBy(notices, ({ period }) => period.accountId)
    const subscribers = yield* findSubscribers([...noticesByAccount.keys()])
    const groups = [...Map.groupBy(subscribers, ({ accountId }) => accountId)].flatMap(([accountId, endpoints]) => {
      const [first] = endpoints
      if (first === undefined) return []
      return [
        { accountId, drafts: draftCreditMessages(noticesByAccount.get(accountId) ?? [], endpoints, first.plan, now) }
      ]
    })
    yield* outbox.postGroups(groups, now)
  })
}
