import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import { Array as Arrays, Console, DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** The months over which messages are spread, the present one included. */
const MONTHS = 6
const SMALL_ACCOUNTS = 99
const ENDPOINTS = 10
/** The messages of a shipment, on average. */
const MESSAGES_PER_SHIPMENT = 20
const TASKS = 200_000
/** The newest messages whose deliveries are due. */
const OPEN = 2_000

/** The account with half of all rows, and its endpoints, of which the first has more than half of them. */
export const large = accountOf(1)
const application = applicationOf(large, 1)
const endpoints = Arrays.makeBy(ENDPOINTS, (n) => endpointOf(application, n + 1))
const small = Arrays.makeBy(SMALL_ACCOUNTS, (n) => {
  const account = accountOf(n + 2)
  const owned = applicationOf(account, n + 2)
  return { account, application: owned, endpoint: endpointOf(owned, ENDPOINTS + n + 1) }
})

/** The endpoint with more than half of the messages of the large account, and another one. */
export const [busy = endpointOf(application, 1), quiet = endpointOf(application, 2)] = endpoints

export const RARE_TYPE = "delivery.exhausted"
export const FREQUENT_TYPE = "vessel.arrival.at.final.pod"

const idOf = (prefix: string, n: string) => `'${prefix}' || lpad((${n})::text, 26, '0')`

/** The shipment `n` of the large account: every second shipment is one of it. */
export const shipmentOf = (n: number): string => `shp_${String(2 * n).padStart(26, "0")}`

const arrayOf = (ids: ReadonlyArray<string>) => `(ARRAY[${ids.map((id) => `'${id}'`).join(", ")}])`

/** The first ten letters of a ULID: an instant in milliseconds since the epoch. */
const ulidTime = (millis: string): string =>
  Arrays.makeBy(
    10,
    (place) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (((${millis}) >> ${45 - 5 * place}) & 31)::int + 1, 1)`
  ).join(" || ")

const account = `CASE WHEN i % 2 = 0 THEN '${large.id}'
  ELSE ${arrayOf(small.map((one) => one.account.id))}[1 + (i / 2) % ${SMALL_ACCOUNTS}] END`
const endpoint = `CASE WHEN i % 2 = 1 THEN ${arrayOf(small.map((one) => one.endpoint.id))}[1 + (i / 2) % ${SMALL_ACCOUNTS}]
  WHEN i % 4 = 0 THEN '${busy.id}' ELSE ${arrayOf(endpoints.map(({ id }) => id))}[1 + (i / 4) % ${ENDPOINTS}] END`
const outcome = (
  messages: number
) => `CASE WHEN i >= ${messages - OPEN} THEN 'pending' WHEN i % 1000 = 2 THEN 'exhausted'
  WHEN i % 5000 = 4 THEN 'skipped' ELSE 'succeeded' END`

/** Statements that fill the partition of a month with the messages from a number on, and their deliveries and attempts. */
const monthStatements = (name: string, first: number, last: number, start: number, end: number, messages: number) => {
  const millis = `${start} + (i - ${first})::bigint * ${end - start} / ${last - first}`
  const series = `generate_series(${first}, ${last - 1}) AS i`
  // The last sixteen letters of the id are the number of the message.
  const numbered = `(SELECT substr(id, 15)::bigint AS i, id, created_at FROM message_${name}) AS m`
  const bounds = ["message", "attempt"].map((table) => {
    const [from, to] = [start, end].map((at) => `('msg_' || ${ulidTime(String(at))})`)
    return `DO $$ BEGIN EXECUTE format('ALTER TABLE ${table} ATTACH PARTITION ${table}_${name} FOR VALUES FROM (%L) TO (%L)',
      ${from}, ${to}); END $$`
  })
  return [
    ...["message", "attempt"].map(
      (table) => `CREATE TABLE ${table}_${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`
    ),
    `INSERT INTO message_${name} (id, account_id, shipment_id, type, body, example, created_at)
      SELECT 'msg_' || ${ulidTime("at")} || lpad(i::text, 16, '0'), ${account},
        ${idOf("shp_", `i % ${Math.ceil(messages / MESSAGES_PER_SHIPMENT / 2) * 2}`)},
        CASE WHEN i % 400000 = 6 THEN '${RARE_TYPE}' WHEN i % 3 = 0 THEN '${FREQUENT_TYPE}'
          ELSE 'transhipment.' || i % 31 END, '{}', 0, at
      FROM (SELECT i, ${millis} AS at FROM ${series}) AS n`,
    `INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts, skip_reason, settled_at)
      SELECT id, ${endpoint}, ${outcome(messages)}, CASE WHEN i >= ${messages - OPEN} THEN created_at END, 1,
        CASE WHEN i % 5000 = 4 AND i < ${messages - OPEN} THEN 'filter' END,
        CASE WHEN i < ${messages - OPEN} THEN created_at + 200 END FROM ${numbered}`,
    `INSERT INTO attempt_${name} (message_id, endpoint_id, number, started_at, duration_millis, response_status, detail)
      SELECT id, ${endpoint}, 1, created_at + 100, 100, CASE WHEN i % 1000 = 2 THEN 500 ELSE 200 END, ''
      FROM ${numbered} WHERE i % 5000 <> 4 AND i < ${messages - OPEN}`,
    ...bounds
  ]
}

const seriesOf = (count: number) => `generate_series(0, ${count - 1}) AS i`

const otherStatements = (messages: number, now: number) => [
  `INSERT INTO shipment (id, account_id, number, asked_type, asked_sealine, sealine, reference, status, created_at, updated_at,
      sequence, tracked_since)
    SELECT ${idOf("shp_", "i")}, ${account}, 'BOOKING' || i, '', '', CASE WHEN i % 50 = 0 THEN 'HLCU' ELSE 'MAEU' END,
      'Order ' || i, 'tracking', ${now}, ${now}, 0, ${now}
    FROM ${seriesOf(Math.ceil(messages / MESSAGES_PER_SHIPMENT / 2) * 2)}`,
  `INSERT INTO registration (account_id, shipment_id, endpoint_id, registered_at, notified)
    SELECT account_id, id, ${endpoint}, ${now}, '{}' FROM (SELECT substr(id, 5)::bigint AS i, id, account_id FROM shipment) AS s`,
  `INSERT INTO delivery_task (id, account_id, endpoint_id, kind, since, until, status, total, done, settled_after, message_after,
      settled_last, created_at, updated_at, finished_at)
    SELECT ${idOf("task_", "i")}, ${account}, ${endpoint}, 'recover', ${now}, ${now}, 'completed', 1, 1, 0, '', 0, ${now}, ${now},
      ${now} FROM ${seriesOf(TASKS)}`
]

/** The indexes and constraints of a table, as statements that remove and that add them. */
const readIndexes = (sql: SqlClient.SqlClient, table: string) =>
  Effect.gen(function* () {
    const constraints = yield* sql`SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
      WHERE conrelid = to_regclass(${table}) AND contype IN ('p', 'f') ORDER BY contype DESC`.values
    const named = constraints.map(([name]) => String(name))
    const indexes = (yield* sql`SELECT indexname, indexdef FROM pg_indexes
      WHERE schemaname = current_schema() AND tablename = ${table}`.values).filter(
      ([name]) => !named.includes(String(name))
    )
    return {
      remove: [
        ...constraints.map(([name]) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
        ...indexes.map(([name]) => `DROP INDEX ${name}`)
      ],
      add: [
        ...constraints.map(([name, definition]) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
        ...indexes.map(([, definition]) => String(definition))
      ]
    }
  })

/**
 * Fills a new database on Postgres with messages of several months, each with a delivery and an attempt, and with shipments,
 * registrations and tasks. The indexes are built after the rows. The statistics are current.
 *
 * @param messages the number of messages, at least 100,000
 */
export const fillLists = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, messages: number) {
  for (const one of [
    { account: large, application, owned: endpoints },
    ...small.map((other) => ({ ...other, owned: [other.endpoint] }))
  ]) {
    yield* (yield* AccountStore).create(one.account)
    yield* (yield* ApplicationStore).create(one.application)
    for (const endpoint of one.owned) yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  }
  const run = (statement: string) => sql`${sql.literal(statement)}`.unprepared
  const now = yield* DateTime.now
  const { add, remove } = yield* readIndexes(sql, "delivery")
  for (const statement of [
    "ALTER SYSTEM SET maintenance_work_mem = '512MB'",
    "ALTER SYSTEM SET max_wal_size = '16GB'",
    "SELECT pg_reload_conf()",
    "DROP TABLE message_first",
    "DROP TABLE attempt_first",
    ...remove
  ]) {
    yield* run(statement)
  }
  const thisMonth = DateTime.startOf(now, "month")
  for (let month = 0; month < MONTHS; month++) {
    const start = DateTime.add(thisMonth, { months: month - MONTHS + 1 })
    const end = DateTime.add(start, { months: 1 })
    const name = DateTime.formatIsoDateUtc(start).slice(0, 7).replace("-", "_")
    const [first, last] = [month, month + 1].map((n) => Math.floor((messages * n) / MONTHS))
    if (first === undefined || last === undefined) continue
    for (const statement of monthStatements(
      name,
      first,
      last,
      start.epochMilliseconds,
      end.epochMilliseconds,
      messages
    )) {
      yield* run(statement)
    }
    yield* Console.error(`  lists: ${last.toLocaleString("en")} of ${messages.toLocaleString("en")} messages`)
  }
  for (const statement of [...add, ...otherStatements(messages, now.epochMilliseconds), "VACUUM (ANALYZE)"]) {
    yield* run(statement)
  }
})
