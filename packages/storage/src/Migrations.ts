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

/** Every migration by its number and name. Once released, one is never changed again: what comes later is a new one. */
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

/** On SQLite the migrator's own transaction keeps others waiting; on Postgres not before there is a table to lock. */
const runMigrations = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => sql.withTransaction(Effect.andThen(rowLocks(sql).lockName(MIGRATION_TABLE), migrator)),
    orElse: () => migrator
  })
)

/**
 * Leaves the file of another program alone. A schema of Postgres may well hold the tables of several, so there only names
 * that clash are a fault, which the migration itself finds.
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
          message: `The database is not one of Landfall: it has tables of another program (${names.slice(0, 3).join(", ")}). It is left as it is; name another file`
        })
      })
  })
)

/** The number of the newest migration that the database has seen. */
const newestApplied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    readonly newest: number | null
  }>`SELECT max(migration_id) AS newest FROM ${sql(MIGRATION_TABLE)}`
  return rows[0]?.newest ?? 0
})

/**
 * Brings the database to this version. Several processes may start at once: one migrates while the others wait, and then
 * find nothing to do. A database of a newer version is left as it is and refused.
 */
export const migrate = Effect.gen(function* () {
  yield* rejectForeignDatabase
  yield* runMigrations
  const newest = yield* newestApplied
  if (newest > NEWEST_MIGRATION) {
    return yield* new DatabaseUnusable({
      message: `The database was made by a newer version of Landfall (schema ${newest}, this version knows ${NEWEST_MIGRATION}): install the newer version, or name another database`
    })
  }
}).pipe(
  Effect.catchTags({
    SqlError: (error) =>
      new DatabaseUnusable({
        message: `The database cannot be prepared (${error.message}): check its disk and rights`
      }),
    MigrationError: (error) =>
      new DatabaseUnusable({
        message: `The database cannot be brought to this version (${error.message}): it is as it was; go back to the version before and report this`
      })
  })
)

/** `migrate` as a layer that gives nothing: whatever is built on it finds the database ready. */
export const layer = Layer.effectDiscard(migrate)
