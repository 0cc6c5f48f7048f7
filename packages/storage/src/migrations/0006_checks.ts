import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is asked of carriers about shipments, and when. */
export const checks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clustered = sql.onDialectOrElse({ sqlite: () => sql.literal("WITHOUT ROWID"), orElse: () => sql.literal("") })

  // account_id and number: the shipment's own, which never change, so that a claim reads nothing else. scac and kind: whom it asks next and for what; none while no question was found. due_at: when it is next looked at, be
  // it to ask, to look for a question, or because a lease ends; none when never. last, failures and quiet_until: how the
  // last round of questions went. why: why the next check is when it is.
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
  // The queue of each carrier, in the order in which claims take from it.
  yield* sql`CREATE INDEX shipment_check_queue ON shipment_check (scac, due_at, shipment_id)
    WHERE scac IS NOT NULL AND due_at IS NOT NULL`
  // Those for which no question was found yet.
  yield* sql`CREATE INDEX shipment_check_new ON shipment_check (due_at, shipment_id)
    WHERE scac IS NULL AND due_at IS NOT NULL`
  // Those that are asked about right now: as many as questions are under way.
  yield* sql`CREATE INDEX shipment_check_leased ON shipment_check (scac, due_at) WHERE lease_token IS NOT NULL`
  yield* sql`INSERT INTO shipment_check (shipment_id, account_id, number, due_at)
    SELECT id, account_id, number, CASE WHEN status = 'tracking' THEN created_at END FROM shipment WHERE number <> 'ZZZZ0000000'`

  // day: days since 1970, UTC, on which that many requests were made.
  yield* sql`CREATE TABLE carrier_allowance (
    scac TEXT NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    used BIGINT NOT NULL,
    quiet_until BIGINT
  ) ${clustered}`

  // The meanings of the events in the last answer about a shipment, so that what a complete one lacks is told.
  yield* sql`CREATE TABLE source_answer (
    shipment_id TEXT NOT NULL PRIMARY KEY REFERENCES shipment (id),
    meanings TEXT NOT NULL
  )`

  // What a carrier pushes concerns every account that follows the number.
  yield* sql`CREATE INDEX shipment_of_number ON shipment (number, account_id)`
})
