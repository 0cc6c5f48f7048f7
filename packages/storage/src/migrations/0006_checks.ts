import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Adds the polls of shipments and the usage of carriers. */
export const checks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clustered = sql.onDialectOrElse({ sqlite: () => sql.literal("WITHOUT ROWID"), orElse: () => sql.literal("") })

  // account_id and number: copies from the shipment, which never change, so that a claim reads no other table. scac and
  // kind: the next query; null without one. due_at: when the next poll or search for a query is due, or the lease ends; null
  // when none is due. last, failures and quiet_until: the outcome of the last round. why: the reason for the time of the
  // next poll.
  yield* sql`CREATE TABLE shipment_check (
    shipment_id TEXT NOT NULL PRIMARY KEY REFERENCES shipment (id),
    account_id TEXT NOT NULL,
    number TEXT NOT NULL,
    scac TEXT,
    kind TEXT,
    matched INTEGER NOT NULL DEFAULT 0,
    tried INTEGER NOT NULL DEFAULT 0,
    last TEXT NOT NULL DEFAULT 'Never',
    failures INTEGER NOT NULL DEFAULT 0,
    quiet_until BIGINT,
    due_at BIGINT,
    lease_token TEXT,
    checked_at BIGINT,
    why TEXT,
    error TEXT
  ) ${clustered}`
  // The queue of each carrier, in the order in which claims read it.
  yield* sql`CREATE INDEX shipment_check_queue ON shipment_check (scac, due_at, shipment_id)
    WHERE scac IS NOT NULL AND due_at IS NOT NULL`
  // The shipments without a query.
  yield* sql`CREATE INDEX shipment_check_new ON shipment_check (due_at, shipment_id)
    WHERE scac IS NULL AND due_at IS NOT NULL`
  // The polls in progress.
  yield* sql`CREATE INDEX shipment_check_leased ON shipment_check (scac, due_at) WHERE lease_token IS NOT NULL`
  yield* sql`INSERT INTO shipment_check (shipment_id, account_id, number, due_at)
    SELECT id, account_id, number, CASE WHEN status = 'tracking' THEN created_at END FROM shipment WHERE number <> 'ZZZZ0000000'`

  // used: the number of requests on the day, in days since 1970 (UTC).
  yield* sql`CREATE TABLE carrier_allowance (
    scac TEXT NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    used BIGINT NOT NULL,
    quiet_until BIGINT
  ) ${clustered}`

  // The keys of the events in the last response about a shipment, with which a complete response is compared.
  yield* sql`CREATE TABLE source_answer (
    shipment_id TEXT NOT NULL PRIMARY KEY REFERENCES shipment (id),
    meanings TEXT NOT NULL
  )`

  // Events that a carrier pushes concern every account that tracks the number.
  yield* sql`CREATE INDEX shipment_of_number ON shipment (number, account_id)`
})
