import { type DateTime, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { ShipmentRow } from "./ShipmentRow.ts"

const decodeShipments = Schema.decodeUnknownEffect(Schema.Array(ShipmentRow))
const decodeReviewAt = Schema.decodeUnknownEffect(Schema.Struct({ reviewAt: Schema.Int }))

/** Reads the shipments whose review is due; use it inside a transaction. */
export const makeShipmentReviews = (sql: SqlClient.SqlClient) => {
  const locks = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  const due = Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
    const at = now.epochMilliseconds
    const locked = yield* locks.lockAccountsOf(sql`SELECT id FROM shipment WHERE review_at <= ${at} ${andUnfenced()}
      ORDER BY review_at, id LIMIT ${limit}`)
    const rows = yield* sql`SELECT * FROM shipment WHERE review_at <= ${at} AND ${locked} ${andUnfenced()}
      ORDER BY review_at, id LIMIT ${limit}`
    return yield* decodeShipments(rows)
  })

  const nextDueAt = Effect.fnUntraced(function* () {
    const rows = yield* sql`SELECT review_at FROM shipment WHERE review_at IS NOT NULL ${andUnfenced()}
      ORDER BY review_at, id LIMIT 1`
    const row = rows[0]
    return row === undefined ? Option.none() : Option.some((yield* decodeReviewAt(row)).reviewAt)
  })

  return { due, nextDueAt }
}
