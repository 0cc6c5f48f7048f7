import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Adds operator-supplied ports with their aliases as JSON, and their revision. */
export const ownPorts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE own_port (
    code TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    country TEXT NOT NULL,
    latitude DOUBLE PRECISION NOT NULL,
    longitude DOUBLE PRECISION NOT NULL,
    aliases TEXT NOT NULL
  )`

  // At most one row, with the id 1. Each change of ports updates it first, which serialises the changes.
  yield* sql`CREATE TABLE own_port_revision (
    id BIGINT NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL
  )`
})
