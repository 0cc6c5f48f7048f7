import { StorageProbe, type StorageProblem } from "@landfall/core/health/StorageProbe"
import { Effect, Layer, Option, Predicate } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { LeaseClock } from "../sql/LeaseClock.ts"
import { SqliteCode, SqliteFailure } from "../sql/SqliteFailure.ts"
import { DatabaseFile, readUncached } from "../sqlite/DatabaseFile.ts"
import { runWithDeferredSync } from "../sqlite/DeferredSync.ts"
import { DatabaseFileMoved } from "../sqlite/FileIdentity.ts"
import { WriteShortage } from "./WriteShortage.ts"

const PROBLEMS_OF_SQLITE: Readonly<Record<number, StorageProblem>> = {
  [SqliteCode.readOnly]: "unwritable",
  [SqliteCode.full]: "unwritable",
  [SqliteCode.corrupt]: "damaged",
  [SqliteCode.notADatabase]: "damaged"
}

/** SQLSTATEs of a standby, a full disk, and damaged data or indexes (postgresql.org/docs/current/errcodes-appendix.html). */
const PROBLEMS_OF_POSTGRES: Readonly<Record<string, StorageProblem>> = {
  "25006": "unwritable",
  "53100": "unwritable",
  "42501": "unwritable",
  XX001: "damaged",
  XX002: "damaged"
}

const problemOf = (error: unknown): StorageProblem => {
  const cause = SqlError.isSqlError(error) ? error.reason.cause : error
  if (cause instanceof DatabaseFileMoved) return "moved"
  if (cause instanceof SqliteFailure) return PROBLEMS_OF_SQLITE[cause.code ?? 0] ?? "unavailable"
  const state = Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : ""
  return PROBLEMS_OF_POSTGRES[state] ?? "unavailable"
}

const QUERY = "SELECT at FROM stored_instant WHERE name = 'probe'"

/** The rows that fill some pages, and the names of none of the others. */
const FILLING_ROWS = 1_000

/** Stores rows that need room on Postgres, and rolls back. */
const storeRows = (sql: SqlClient.SqlClient) => {
  const rows = sql`INSERT INTO stored_instant (name, at)
    SELECT 'probe ' || n, 0 FROM generate_series(1, ${sql.literal(String(FILLING_ROWS))}) AS n`
  return Effect.catch(sql.withTransaction(Effect.andThen(rows, Effect.fail("stored" as const))), (error) =>
    error === "stored" ? Effect.void : Effect.fail(error)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const file = yield* DatabaseFile
  const shortage = yield* WriteShortage

  const store = (at: number) =>
    runWithDeferredSync(sql`INSERT INTO stored_instant (name, at) VALUES ('probe', ${at}) ON CONFLICT (name)
      DO UPDATE SET at = CASE WHEN excluded.at > stored_instant.at THEN excluded.at ELSE stored_instant.at END`)

  const read = Option.match(file.path, {
    onNone: () =>
      Effect.map(sql<{ readonly at: number }>`${sql.literal(QUERY)}`, (rows): number | undefined => rows[0]?.at),
    onSome: (path) => Effect.map(readUncached(path, QUERY), (row) => (typeof row?.at === "number" ? row.at : undefined))
  })

  const probe = Effect.gen(function* () {
    const move = file.findMove()
    if (Option.isSome(move)) return yield* Effect.fail(move.value)
    const at = yield* clock.now
    yield* store(at)
    if (shortage.isObserved()) yield* Effect.tap(storeRows(sql), () => Effect.sync(shortage.clear))
    const stored = yield* read
    if (file.isDamaged()) return Option.some<StorageProblem>("damaged")
    // What was just written is not in the file at this path: another file took its place.
    return stored !== undefined && stored >= at ? Option.none() : Option.some<StorageProblem>("moved")
  })

  return StorageProbe.of({
    run: Effect.catch(probe, (error) =>
      Effect.as(
        Effect.logWarning("The database failed its probe; /readyz responds with 503 until it passes.", error),
        Option.some(problemOf(error))
      )
    )
  })
})

/**
 * `StorageProbe` in the table `stored_instant`. After a statement failed because the disk was full, it also stores rows that need
 * room, until there is room again. On SQLite it reads through a new connection, which no cache serves.
 */
export const layer = Layer.effect(StorageProbe, make)
