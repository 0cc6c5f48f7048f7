import { type ClockRecord, observeClock, trustedClock } from "@landfall/core/alerts/operations/RetentionClock"
import { DateTime, Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { insertRows, jsonColumns } from "../sql/JsonRows.ts"
import type { LeaseClock } from "../sql/LeaseClock.ts"
import { rowLocks } from "../sql/RowLocks.ts"

interface StoredInstant {
  readonly name: string
  readonly at: number
}

const INSTANT_COLUMNS = jsonColumns({ name: "TEXT", at: "BIGINT" })

const recordOf = (rows: ReadonlyArray<StoredInstant>): ClockRecord => {
  const find = (name: string) => Option.fromUndefinedOr(rows.find((row) => row.name === name)?.at)
  return {
    trustedAt: find("retention"),
    suspect: Option.zipWith(find("retention.suspect-since"), find("retention.suspect"), (since, at) => ({ since, at }))
  }
}

const rowsOf = ({ trustedAt, suspect }: ClockRecord): ReadonlyArray<readonly [name: string, at: number]> => [
  ...Option.toArray(trustedAt).map((at) => ["retention", at] as const),
  ...Option.toArray(suspect).flatMap(
    ({ since, at }) =>
      [
        ["retention.suspect", at],
        ["retention.suspect-since", since]
      ] as const
  )
]

/** Makes the clock of retention, whose record is stored. Run its effects in transactions. */
export const makeRetentionClock = (sql: SqlClient.SqlClient, clock: LeaseClock["Service"]) => {
  const { lockName } = rowLocks(sql)

  const instants = sql<StoredInstant>`SELECT name, at FROM stored_instant WHERE name IN ('retention', 'retention.suspect', 'retention.suspect-since')`

  const storeInstants = (rows: ReadonlyArray<readonly [name: string, at: number]>) =>
    Effect.andThen(
      sql`DELETE FROM stored_instant WHERE name IN ('retention', 'retention.suspect', 'retention.suspect-since')`,
      insertRows(sql, "stored_instant", INSTANT_COLUMNS, rows)
    )

  /** The time; none while the clock is not trusted. */
  const now = Effect.gen(function* () {
    yield* lockName("retention clock")
    const time = yield* clock.now
    const { record, isTrusted } = observeClock(recordOf(yield* instants), time)
    yield* storeInstants(rowsOf(record))
    return isTrusted ? DateTime.make(time) : Option.none()
  })

  /** Trusts the clock of now, and returns its time. */
  const trustClock = Effect.gen(function* () {
    yield* lockName("retention clock")
    const time = yield* clock.now
    yield* storeInstants(rowsOf(trustedClock(time)))
    return DateTime.makeUnsafe(time)
  })

  return { now, trustClock }
}
