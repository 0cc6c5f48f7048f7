import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The ports that an operator places, their other codes as JSON, and how often they were changed. */
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

  // One row at most, with the id 1: who changes ports changes it first, and so waits for others who do.
  yield* sql`CREATE TABLE own_port_revision (
    id BIGINT NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL
  )`
})
