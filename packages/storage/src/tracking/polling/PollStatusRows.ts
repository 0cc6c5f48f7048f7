import { AccountId } from "@landfall/core/accounts/Account"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant } from "@landfall/core/time/Instant"
import { pollStatusOf } from "@landfall/core/tracking/polling/PollRecord"
import { refreshPoll } from "@landfall/core/tracking/polling/PollRefresh"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { ShipmentNotFound } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Option, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { rowLocks } from "../../sql/RowLocks.ts"

const OwnedShipment = Schema.Struct({ accountId: AccountId, id: ShipmentId })

const PollStatusRow = Schema.Struct({
  carrier: Schema.OptionFromNullOr(Scac),
  lastPolledAt: Schema.OptionFromNullOr(Instant),
  dueAt: Schema.OptionFromNullOr(Instant),
  error: Schema.OptionFromNullOr(Schema.String)
})

const DueRow = Schema.Struct({
  dueAt: Schema.OptionFromNullOr(Instant),
  leaseToken: Schema.OptionFromNullOr(Schema.String),
  lastPolledAt: Schema.OptionFromNullOr(Instant)
})

/** The polls of one shipment, as its account sees and refreshes them. */
export const makePollStatusRows = (sql: SqlClient.SqlClient) => {
  const locks = rowLocks(sql)

  const findStatus = SqlSchema.findOneOption({
    Request: OwnedShipment,
    Result: PollStatusRow,
    execute: ({ accountId, id }) => sql`SELECT c.scac AS carrier, c.checked_at AS last_polled_at, c.due_at, c.error
      FROM shipment_check AS c JOIN shipment AS s ON s.account_id = c.account_id AND s.id = c.shipment_id
      WHERE c.account_id = ${accountId} AND c.shipment_id = ${id}`
  })
  const lockPoll = SqlSchema.findOneOption({
    Request: OwnedShipment,
    Result: DueRow,
    execute: ({ accountId, id }) => sql`SELECT due_at, lease_token, checked_at AS last_polled_at
      FROM shipment_check WHERE shipment_id = ${id} AND account_id = ${accountId} ${locks.forChange}`
  })

  const find = (accountId: AccountId, id: ShipmentId) =>
    Effect.map(findStatus({ accountId, id }), Option.map(pollStatusOf))

  /** As `PollQueue.refresh`; use it inside a transaction. */
  const refresh = Effect.fnUntraced(function* (accountId: AccountId, id: ShipmentId, now: Instant) {
    const record = yield* lockPoll({ accountId, id })
    if (Option.isNone(record)) {
      const owned = yield* sql`SELECT 1 FROM shipment WHERE id = ${id} AND account_id = ${accountId}`
      // The demo container has no polls.
      return owned.length > 0 ? Option.none() : yield* new ShipmentNotFound({ id })
    }
    const refreshed = refreshPoll(record.value, now)
    if (Option.isSome(refreshed) && refreshed.value._tag === "Scheduled") {
      yield* sql`UPDATE shipment_check SET due_at = ${refreshed.value.at}
        WHERE account_id = ${accountId} AND shipment_id = ${id}`
    }
    return refreshed
  })

  return { find, refresh }
}
