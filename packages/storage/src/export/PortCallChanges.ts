import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { PortCallRow, portCallOf } from "../congestion/ledger/PortCallRow.ts"

/** A port with its revision, which every change of its calls raises. */
export interface PortRevision {
  readonly port: Unlocode
  readonly revision: number
}

/** A call in its present form, with the revision of the port at which it took that form. */
export interface ChangedPortCall {
  readonly revision: number
  readonly call: PortCall
}

const PAGE_CALLS = 500

const decodePorts = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ port: Unlocode, revision: Schema.Int })))
const decodeCalls = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ id: Schema.String, revision: Schema.Int, ...PortCallRow.fields }))
)

/** Every port with its present revision. */
export const readPortRevisions = (
  sql: SqlClient.SqlClient
): Effect.Effect<ReadonlyArray<PortRevision>, SqlError.SqlError | Schema.SchemaError> =>
  Effect.flatMap(
    sql`SELECT substr(name, 6) AS port, revision FROM congestion_revision WHERE name LIKE 'port %' ORDER BY name`,
    decodePorts
  )

/** Passes on the calls of a port that changed after the revision `since`, up to a later revision of the port. */
export const forEachChangedCall = Effect.fnUntraced(function* <E, R>(
  sql: SqlClient.SqlClient,
  { port, revision }: PortRevision,
  since: number,
  use: (calls: ReadonlyArray<ChangedPortCall>) => Effect.Effect<void, E, R>
): Effect.fn.Return<void, E | SqlError.SqlError | Schema.SchemaError, R> {
  let position = { revision: since, id: "" }
  for (;;) {
    const rows = yield* sql`SELECT id, revision, body FROM port_call WHERE port = ${port}
      AND revision > ${since} AND revision <= ${revision} AND (revision, id) > (${position.revision}, ${position.id})
      ORDER BY revision, id LIMIT ${PAGE_CALLS}`
    const calls = yield* decodeCalls(rows)
    const last = calls.at(-1)
    if (last === undefined) return
    yield* use(calls.map((row) => ({ revision: row.revision, call: portCallOf(row) })))
    if (calls.length < PAGE_CALLS) return
    position = last
  }
})
