import { Effect, Layer } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { initial } from "./migrations/0001_initial.ts"
import { queues } from "./migrations/0002_queues.ts"
import { vesselsAndFactors } from "./migrations/0003_vessels_and_factors.ts"
import { congestion } from "./migrations/0004_congestion.ts"
import { reviews } from "./migrations/0005_reviews.ts"
import { checks } from "./migrations/0006_checks.ts"
import { fleetWatch } from "./migrations/0007_fleet_watch.ts"
import { ownPorts } from "./migrations/0008_own_ports.ts"
import { portWatches } from "./migrations/0009_port_watches.ts"
import { answers } from "./migrations/0010_answers.ts"
import { DatabaseUnusable } from "./sql/DatabaseUnusable.ts"
import { rowLocks } from "./sql/RowLocks.ts"

/** Every migration by number and name. A released migration never changes: a later change is a new migration. */
const migrations = {
  "0001_initial": initial,
  "0002_queues": queues,
  "0003_vessels_and_factors": vesselsAndFactors,
  "0004_congestion": congestion,
  "0005_reviews": reviews,
  "0006_checks": checks,
  "0007_fleet_watch": fleetWatch,
  "0008_own_ports": ownPorts,
  "0009_port_watches": portWatches,
  "0010_answers": answers
}

const MIGRATION_TABLE = "landfall_migration"
const NEWEST_MIGRATION = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

const migrator = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: MIGRATION_TABLE })

/** On SQLite the migrator's transaction locks the database. On Postgres it has no table to lock at first: a named lock serialises. */
const runMigrations = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => sql.withTransaction(Effect.andThen(rowLocks(sql).lockName(MIGRATION_TABLE), migrator)),
    orElse: () => migrator
  })
)

/**
 * Rejects a SQLite file of another program. A schema of Postgres may hold tables of several programs, so that only a
 * conflicting name is an error there, which the migration reports.
 */
const rejectForeignDatabase = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () =>
      Effect.gen(function* () {
        const rows = yield* sql<{ readonly name: string }>`SELECT name FROM sqlite_schema
          WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name`
        const names = rows.map(({ name }) => name)
        if (names.length === 0 || names.includes(MIGRATION_TABLE)) return
        return yield* new DatabaseUnusable({
          message: `The database belongs to another program: it has the tables ${names.slice(0, 3).join(", ")}. It was not changed; name another file`
        })
      })
  })
)

/** The number of the newest migration that was applied to the database. */
const newestApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly newest: number | null
  }>`SELECT max(migration_id) AS newest FROM ${sql(MIGRATION_TABLE)}`
  return rows[0]?.newest ?? 0
})

/**
 * Applies the pending migrations. Several processes may start at once: one migrates while the others wait. A database of a
 * newer version is rejected and not changed.
 */
export const migrate = Effect.gen(function* () {
  yield* rejectForeignDatabase
  yield* runMigrations
  const newest = yield* newestApplied
  if (newest > NEWEST_MIGRATION) {
    return yield* new DatabaseUnusable({
      message: `The database was created by a newer version of Landfall (schema ${newest}; this version supports ${NEWEST_MIGRATION}): install the newer version, or name another database`
    })
  }
}).pipe(
  Effect.catchTags({
    SqlError: (error) =>
      new DatabaseUnusable({
        message: `The database cannot be prepared (${error.message}): check its disk space and privileges`
      }),
    MigrationError: (error) =>
      new DatabaseUnusable({
        message: `The migration of the database failed (${error.message}). The database was not changed: run the previous version and report this`
      })
  })
)

/** `migrate` as a layer that provides nothing. */
export const layer = Layer.effectDiscard(migrate)
