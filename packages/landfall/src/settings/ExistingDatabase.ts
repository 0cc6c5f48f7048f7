import { existsSync, statSync } from "node:fs"
import { MIGRATION_TABLE } from "@landfall/storage/Migrations"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type DatabaseLocation, formatDatabase } from "./DatabaseLocation.ts"

/** There is no database of Landfall where the settings name one, and the command does not create it. */
export class DatabaseMissing extends Schema.TaggedError<DatabaseMissing>()("DatabaseMissing", {
  message: Schema.String
}) {}

const missing = (location: DatabaseLocation, creator: string) => {
  const name = formatDatabase(location)
  return new DatabaseMissing({
    message:
      location._tag === "SqliteFile"
        ? `The database ${name} does not exist: set LANDFALL_DATABASE_URL to the database that the server uses, or run this in the server's folder. To create one, run: ${creator}`
        : `The database ${name} has no tables of Landfall: set LANDFALL_DATABASE_URL to the database that the server uses. To create them, run: ${creator}`
  })
}

/** The command that creates the database of the settings, and nothing else. */
const CREATOR = "landfall migrate"

/** The command that creates the databases of cells. */
export const CELL_CREATION_COMMAND = "landfall cells add"

/** Whether a SQLite file exists and has any content. */
export const hasSqliteFile = (path: string): boolean => existsSync(path) && statSync(path).size > 0

/** Fails when the file of a SQLite database does not exist; opening it would create an empty one. */
export const requireExistingDatabase = (
  location: DatabaseLocation,
  creator: string = CREATOR
): Effect.Effect<void, DatabaseMissing> =>
  location._tag === "PostgresServer" || hasSqliteFile(location.path)
    ? Effect.void
    : Effect.fail(missing(location, creator))

/** Whether any version of Landfall has created its tables. */
const hasTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT 1 WHERE to_regclass(${MIGRATION_TABLE}) IS NOT NULL`,
    orElse: () => sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${MIGRATION_TABLE}`
  }).values
  return rows.length > 0
})

/** Fails when an open database has no tables of Landfall; preparing it would create them. */
export const tablesLayer = (location: DatabaseLocation) =>
  Layer.effectDiscard(Effect.flatMap(hasTables, (has) => (has ? Effect.void : Effect.fail(missing(location, CREATOR)))))
