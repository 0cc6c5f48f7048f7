import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The first schema. Instants are milliseconds since the epoch, booleans are 0 or 1, and JSON is text. Column types have the
 * same meaning in SQLite and Postgres.
 */
export const initial = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // SQLite stores the rows of such a table in the order of its key, without a separate index.
  const clustered = sql.onDialectOrElse({ sqlite: () => sql.literal("WITHOUT ROWID"), orElse: () => sql.literal("") })

  yield* sql`CREATE TABLE account (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    monthly_credits BIGINT,
    created_at BIGINT NOT NULL
  )`

  yield* sql`CREATE TABLE api_key (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
  )`
  yield* sql`CREATE INDEX api_key_of_account ON api_key (account_id)`

  yield* sql`CREATE TABLE idempotency_answer (
    account_id TEXT NOT NULL REFERENCES account (id),
    operation TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, operation, idempotency_key)
  )`
  yield* sql`CREATE INDEX idempotency_answer_expiry ON idempotency_answer (expires_at)`

  yield* sql`CREATE TABLE consumption_period (
    account_id TEXT NOT NULL REFERENCES account (id),
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    granted BIGINT NOT NULL,
    consumed BIGINT NOT NULL,
    PRIMARY KEY (account_id, starts_at),
    CHECK (consumed >= 0 AND consumed <= granted)
  )`

  yield* sql`CREATE TABLE usage_count (
    account_id TEXT NOT NULL REFERENCES account (id),
    day TEXT NOT NULL,
    operation TEXT NOT NULL,
    calls BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    PRIMARY KEY (account_id, day, operation)
  ) ${clustered}`

  yield* sql`CREATE TABLE application (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`
  yield* sql`CREATE INDEX application_of_account ON application (account_id, id)`

  yield* sql`CREATE TABLE endpoint (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    application_id TEXT NOT NULL REFERENCES application (id),
    url TEXT NOT NULL,
    description TEXT,
    filter_types TEXT,
    metadata TEXT NOT NULL,
    disabled INTEGER NOT NULL,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_secret_expires_at BIGINT,
    paused_until BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    removed_at BIGINT
  )`
  yield* sql`CREATE INDEX endpoint_of_account ON endpoint (account_id, id) WHERE removed_at IS NULL`

  // asked_type and asked_sealine: type and sealine of the request, '' for none; they identify the shipment. type and sealine
  // change when more is known.
  yield* sql`CREATE TABLE shipment (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    number TEXT NOT NULL,
    asked_type TEXT NOT NULL,
    asked_sealine TEXT NOT NULL,
    type TEXT,
    sealine TEXT,
    reference TEXT,
    metadata TEXT,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    UNIQUE (account_id, number, asked_type, asked_sealine)
  )`
  yield* sql`CREATE INDEX shipment_of_account ON shipment (account_id, id)`

  // demo_due_at: when the next demo round is due; null except for the demo container.
  yield* sql`CREATE TABLE registration (
    shipment_id TEXT NOT NULL REFERENCES shipment (id),
    endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
    registered_at BIGINT NOT NULL,
    threshold_hours DOUBLE PRECISION NOT NULL,
    notified TEXT NOT NULL,
    demo_due_at BIGINT,
    PRIMARY KEY (shipment_id, endpoint_id)
  )`
  yield* sql`CREATE INDEX registration_of_endpoint ON registration (endpoint_id)`
  yield* sql`CREATE INDEX registration_demo ON registration (demo_due_at, shipment_id, endpoint_id)
    WHERE demo_due_at IS NOT NULL`

  yield* sql`CREATE TABLE carrier_event (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    meaning TEXT NOT NULL,
    written_at BIGINT,
    received_at BIGINT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account_id, meaning)
  )`

  // The references by which events are found: containers (type EQ), and documents with the container of the event. A
  // foreign key would require an index by event_id that nothing else uses.
  yield* sql`CREATE TABLE carrier_event_name (
    account_id TEXT NOT NULL,
    type TEXT NOT NULL,
    value TEXT NOT NULL,
    container TEXT NOT NULL,
    event_id TEXT NOT NULL,
    PRIMARY KEY (account_id, type, value, container, event_id)
  ) ${clustered}`

  yield* sql`CREATE TABLE message (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    shipment_id TEXT,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    example INTEGER NOT NULL,
    created_at BIGINT NOT NULL
  )`

  // due_at: when the next attempt is due or the lease ends; null once settled_at is set.
  yield* sql`CREATE TABLE delivery (
    message_id TEXT NOT NULL REFERENCES message (id),
    endpoint_id TEXT NOT NULL REFERENCES endpoint (id),
    state TEXT NOT NULL,
    due_at BIGINT,
    lease_token TEXT,
    attempts INTEGER NOT NULL,
    skip_reason TEXT,
    settled_at BIGINT,
    PRIMARY KEY (message_id, endpoint_id),
    CHECK ((due_at IS NULL) = (settled_at IS NOT NULL))
  ) ${clustered}`
  // Claims read this index from its start. It contains unsettled deliveries only, so its size is that of the backlog.
  yield* sql`CREATE INDEX delivery_due ON delivery (due_at, message_id, endpoint_id) WHERE due_at IS NOT NULL`
  // Claims and retries do not change this index; only new and settled deliveries do.
  yield* sql`CREATE INDEX delivery_open ON delivery (endpoint_id, message_id) WHERE settled_at IS NULL`

  // Thousands are inserted each second after their delivery was read: a foreign key would read it again.
  yield* sql`CREATE TABLE attempt (
    message_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    started_at BIGINT NOT NULL,
    duration_millis BIGINT NOT NULL,
    response_status INTEGER,
    failure_reason TEXT,
    detail TEXT NOT NULL,
    PRIMARY KEY (message_id, endpoint_id, number)
  ) ${clustered}`
})
