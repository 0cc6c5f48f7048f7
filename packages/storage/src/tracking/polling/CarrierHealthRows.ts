import { Instant } from "@landfall/core/time/Instant"
import {
  type CarrierHealth,
  CarrierOutcome,
  type CarrierPoll,
  changedCarriers,
  healthAfterChange,
  healthAfterPoll,
  NEVER_POLLED,
  pauseAfterChange
} from "@landfall/core/tracking/polling/CarrierHealth"
import { restartPoll } from "@landfall/core/tracking/polling/PollRecord"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { type DuePollRow, lastPollFieldsOf, pollCells } from "../shipments/PollRow.ts"

const HealthRow = Schema.Struct({
  scac: Scac,
  quietUntil: Schema.OptionFromNullOr(Instant),
  outcome: Schema.OptionFromNullOr(CarrierOutcome),
  outcomeAt: Schema.OptionFromNullOr(Instant),
  outcomeMessage: Schema.OptionFromNullOr(Schema.String),
  respondedAt: Schema.OptionFromNullOr(Instant),
  failures: Schema.Int,
  failingSince: Schema.OptionFromNullOr(Instant),
  fingerprint: Schema.OptionFromNullOr(Schema.String)
})
type HealthRow = typeof HealthRow.Type

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(HealthRow))

const healthOf = ({
  outcome,
  outcomeAt,
  outcomeMessage,
  respondedAt,
  failures,
  failingSince
}: HealthRow): CarrierHealth => ({
  lastPoll: Option.map(Option.all([outcome, outcomeAt]), ([last, at]) => ({
    outcome: last,
    at,
    message: outcomeMessage
  })),
  lastRespondedAt: respondedAt,
  failures,
  failingSince
})

const healthCells = ({ lastPoll, lastRespondedAt, failures, failingSince }: CarrierHealth) => ({
  outcome: Option.getOrNull(Option.map(lastPoll, ({ outcome }) => outcome)),
  outcomeAt: Option.getOrNull(Option.map(lastPoll, ({ at }) => at)),
  outcomeMessage: Option.getOrNull(Option.flatMap(lastPoll, ({ message }) => message)),
  respondedAt: Option.getOrNull(lastRespondedAt),
  failures,
  failingSince: Option.getOrNull(failingSince)
})

type FailedPollRow = Pick<
  DuePollRow,
  "account_id" | "shipment_id" | "last" | "failures" | "quiet_until" | "answered_at" | "restarted_at"
>

/** Reads and changes the health of carriers; use it inside a transaction. */
export const makeCarrierHealthRows = (sql: SqlClient.SqlClient) => {
  const locks = rowLocks(sql)

  const readRows = Effect.flatMap(
    sql`SELECT scac, quiet_until, outcome, outcome_at, outcome_message, responded_at, failures, failing_since, fingerprint
      FROM carrier_allowance ORDER BY scac`,
    decodeRows
  )

  const lockRow = Effect.fnUntraced(function* (scac: Scac) {
    const rows = yield* decodeRows(yield* sql`SELECT * FROM carrier_allowance WHERE scac = ${scac} ${locks.forChange}`)
    return Option.fromUndefinedOr(rows[0])
  })

  /** The health of every carrier. */
  const readAll = Effect.map(
    readRows,
    (rows): ReadonlyMap<Scac, CarrierHealth> => new Map(rows.map((row) => [row.scac, healthOf(row)]))
  )

  /** Adds a poll to the health of its carrier, whose row exists. */
  const recordPoll = Effect.fnUntraced(function* (scac: Scac, poll: CarrierPoll, now: Instant) {
    const health = Option.match(yield* lockRow(scac), { onNone: () => NEVER_POLLED, onSome: healthOf })
    yield* sql`UPDATE carrier_allowance SET ${sql.update(healthCells(healthAfterPoll(health, poll, now)))}
      WHERE scac = ${scac}`
  })

  /** As `isRestartedBy`. */
  const findFailed = (scac: Scac, now: Instant, limit: number) =>
    sql<FailedPollRow>`SELECT c.account_id, c.shipment_id, c.last, c.failures, c.quiet_until, c.answered_at,
        c.restarted_at
      FROM shipment_check AS c JOIN shipment AS s ON s.account_id = c.account_id AND s.id = c.shipment_id
      WHERE c.error IS NOT NULL AND c.due_at > ${now}
        AND (c.scac = ${scac} OR (c.scac IS NOT NULL AND c.matched = 0 AND s.sealine IS NULL))
      ORDER BY c.due_at, c.shipment_id LIMIT ${limit}`.withoutTransform

  const restartPolls = Effect.fnUntraced(function* (failed: ReadonlyArray<FailedPollRow>, now: Instant) {
    const restarts = failed.map((row) => ({ row, changes: restartPoll(lastPollFieldsOf(row), now) }))
    for (const group of Map.groupBy(restarts, ({ changes }) => JSON.stringify(changes.last)).values()) {
      const [first] = group
      if (first === undefined) continue
      const rows = group.map(({ row }) => [row.account_id, row.shipment_id])
      yield* sql`UPDATE shipment_check SET ${sql.update(pollCells(first.changes))}
        FROM ${jsonRows(sql, OWNED_ID_COLUMNS, rows)} AS restarted
        WHERE shipment_check.account_id = restarted.account_id AND shipment_check.shipment_id = restarted.id`
    }
  })

  const storeFingerprint = Effect.fnUntraced(function* (
    scac: Scac,
    fingerprint: string,
    before: HealthRow | undefined
  ) {
    yield* sql`INSERT INTO carrier_allowance (scac, day, used, fingerprint) VALUES (${scac}, 0, 0, ${fingerprint})
      ON CONFLICT (scac) DO UPDATE SET fingerprint = excluded.fingerprint`
    if (before === undefined || Option.isNone(before.fingerprint)) return
    const health = healthOf(before)
    const pausedUntil = Option.getOrNull(pauseAfterChange(health, before.quietUntil))
    const changes = { ...healthCells(healthAfterChange(health)), quietUntil: pausedUntil }
    yield* sql`UPDATE carrier_allowance SET ${sql.update(changes)}
      WHERE scac = ${scac}`
  })

  /** As `PollQueue.reconfigure`. A carrier without a stored fingerprint has not changed. */
  const reconfigure = Effect.fnUntraced(function* (
    fingerprints: ReadonlyMap<Scac, string>,
    now: Instant,
    limit: number
  ) {
    const stored = new Map((yield* readRows).map((row) => [row.scac, row]))
    const changed = changedCarriers(fingerprints, (scac) => stored.get(scac)?.fingerprint ?? Option.none())
    let restarted = 0
    for (const { scac } of changed.filter(({ isNew }) => !isNew)) {
      const failed = yield* findFailed(scac, now, limit - restarted)
      yield* restartPolls(failed, now)
      restarted += failed.length
      if (restarted >= limit) return restarted
    }
    for (const { scac, fingerprint } of changed) yield* storeFingerprint(scac, fingerprint, stored.get(scac))
    return restarted
  })

  return { readAll, recordPoll, reconfigure }
}
