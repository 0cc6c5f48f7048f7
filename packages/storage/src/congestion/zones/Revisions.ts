import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const RevisionRow = Schema.Struct({ revision: Schema.Int })

/** The name of the revision of the calls and covered days of a port. */
export const portRevisionName = (port: string): string => `port ${port}`

/** The name of the revision of zones and berths. */
export const ZONE_REVISION_NAME = "zones"

/** Named numbers that each change raises. */
export const makeRevisions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const find = SqlSchema.findAll({
    Request: Schema.String,
    Result: RevisionRow,
    execute: (name) => sql`SELECT revision FROM congestion_revision WHERE name = ${name}`
  })
  const raise = SqlSchema.findAll({
    Request: Schema.String,
    Result: RevisionRow,
    execute: (name) =>
      sql`INSERT INTO congestion_revision (name, revision) VALUES (${name}, 1)
        ON CONFLICT (name) DO UPDATE SET revision = congestion_revision.revision + 1
        RETURNING revision`
  })

  const only = (rows: ReadonlyArray<typeof RevisionRow.Type>): number => rows[0]?.revision ?? 0

  return {
    /** The current revision, 0 at first. */
    current: (name: string) => Effect.map(find(name), only),
    /** Raises a revision and returns it. Concurrent changes wait until this transaction ends. */
    next: (name: string) => Effect.map(raise(name), only)
  }
})
