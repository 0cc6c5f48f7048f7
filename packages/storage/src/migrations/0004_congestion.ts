import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Adds port calls, the zones and numbers of berths of operators, the covered days of ports, and the detection state of each
 * vessel. Instants are milliseconds since the epoch, days are whole days since then, and JSON is text.
 */
export const congestion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clustered = sql.onDialectOrElse({ sqlite: () => sql.literal("WITHOUT ROWID"), orElse: () => sql.literal("") })
  // Postgres: states change often without changing an index, so that the new row version fits on the page of the old one.
  const roomy = sql.onDialectOrElse({
    sqlite: () => sql.literal(""),
    orElse: () => sql.literal("WITH (fillfactor = 60)")
  })

  yield* sql`CREATE TABLE port_zone (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT,
    ports TEXT NOT NULL,
    shape TEXT NOT NULL,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    vessel_type TEXT
  )`

  yield* sql`CREATE TABLE port_berths (
    port TEXT NOT NULL,
    vessel_class TEXT NOT NULL,
    berths BIGINT NOT NULL,
    PRIMARY KEY (port, vessel_class)
  )`

  // name: 'zones' for zones and berths, 'port NLRTM' for the calls and covered days of a port.
  yield* sql`CREATE TABLE congestion_revision (
    name TEXT NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL
  )`

  yield* sql`CREATE TABLE port_call (
    id TEXT NOT NULL PRIMARY KEY,
    port TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    revision BIGINT NOT NULL,
    body TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX port_call_changed ON port_call (port, revision)`
  yield* sql`CREATE INDEX port_call_started ON port_call (port, started_at)`

  yield* sql`CREATE TABLE port_day (
    port TEXT NOT NULL,
    day BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (port, day)
  ) ${clustered}`

  yield* sql`CREATE TABLE port_heard (
    port TEXT NOT NULL PRIMARY KEY,
    last_heard_at BIGINT NOT NULL
  )`

  yield* sql`CREATE TABLE vessel_state (
    mmsi BIGINT NOT NULL PRIMARY KEY,
    heard_at BIGINT NOT NULL,
    body TEXT NOT NULL
  ) ${roomy}`
  yield* sql`CREATE INDEX vessel_state_heard ON vessel_state (heard_at)`
})
