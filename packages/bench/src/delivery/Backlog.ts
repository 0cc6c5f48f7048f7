import { DatabaseSync } from "node:sqlite"
import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import * as PostgresClient from "@landfall/storage/postgres/PostgresClient"
import { Clock, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

const NUMBER_WIDTH = 12

/** Statements that make the messages and deliveries numbered from `first` up to `end`, due now, and put them in line. */
const statements = (series: string, id: string, accountId: AccountId, endpointId: EndpointId, now: number) => [
  `INSERT INTO message (id, account_id, type, body, example, created_at)
    ${series} SELECT ${id}, '${accountId}', 'vessel.arrival.at.final.pod', '{"data":{}}', 0, ${now} FROM n`,
  `INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts)
    ${series} SELECT ${id}, '${endpointId}', 'pending', ${now}, 0 FROM n`,
  `UPDATE endpoint_queue SET next_at = ${now} WHERE endpoint_id = '${endpointId}'`
]

const onSqlite = (filename: string, run: (database: DatabaseSync) => void) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new DatabaseSync(filename)),
    (database) => Effect.sync(() => run(database)),
    (database) => Effect.sync(() => database.close())
  )

/** Makes deliveries that wait for an endpoint, in a few statements: a million through the outbox would take an hour. */
export const fillQueue = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  accountId: AccountId,
  endpointId: EndpointId,
  first: number,
  end: number
) {
  const now = yield* Clock.currentTimeMillis
  const [scheme, filename] = Redacted.value(url).split(/^sqlite:/)
  if (scheme === "" && filename !== undefined) {
    const series = `WITH RECURSIVE n (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${end})`
    const all = statements(series, `printf('msg_0%0${NUMBER_WIDTH}d', i)`, accountId, endpointId, now)
    return yield* onSqlite(filename, (database) => database.exec(`BEGIN IMMEDIATE; ${all.join("; ")}; COMMIT`))
  }
  const series = `WITH n (i) AS (SELECT generate_series(${first}, ${end} - 1))`
  const all = statements(series, `'msg_0' || lpad(i::text, ${NUMBER_WIDTH}, '0')`, accountId, endpointId, now)
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of [...all, "ANALYZE"]) yield* sql`${sql.literal(statement)}`.unprepared
  }).pipe(Effect.provide(PostgresClient.layer({ url })))
})
