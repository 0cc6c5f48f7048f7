import { EgressMode, EgressModeSource, type StoredEgressMode } from "@landfall/core/alerts/egress/EgressMode"
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"

/** The table with one row: the egress mode. */
export const EGRESS_MODE_TABLE = "egress_mode"

const ModeRow = Schema.Struct({
  mode: EgressMode,
  source: EgressModeSource,
  previous: EgressMode,
  changedAt: Schema.Int,
  forwardedAt: Schema.OptionFromNullOr(Schema.Int)
})
const decodeModes = Schema.decodeUnknownEffect(Schema.Array(ModeRow))

/** The stored mode; none before the start of the first server. */
export const readStoredMode = (sql: SqlClient.SqlClient) =>
  Effect.map(
    Effect.flatMap(
      sql`SELECT mode, source, previous, changed_at AS "changedAt", forwarded_at AS "forwardedAt"
        FROM ${sql(EGRESS_MODE_TABLE)}`.withoutTransform,
      decodeModes
    ),
    ([row]): Option.Option<StoredEgressMode> => Option.fromUndefinedOr(row)
  )

/** Stores the mode. */
export const writeMode = (
  sql: SqlClient.SqlClient,
  { mode, source, previous, changedAt, forwardedAt }: StoredEgressMode
) => {
  const row = { mode, source, previous, changedAt, forwardedAt: Option.getOrNull(forwardedAt) }
  return sql`INSERT INTO ${sql(EGRESS_MODE_TABLE)} ${sql.insert({ id: 1, ...row })}
    ON CONFLICT (id) DO UPDATE SET ${sql.update(row)}`
}
