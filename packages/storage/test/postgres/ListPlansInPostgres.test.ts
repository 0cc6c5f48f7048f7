import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId } from "@landfall/core/alerts/Message"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { CongestionThresholdStore } from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { FIRST_PAGE_REQUEST, type PageRequest } from "@landfall/core/listing/Page"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { UsageStore } from "@landfall/core/usage/Usage"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import {
  accountOf,
  apiKeyOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { firstMessageIdAt } from "../../src/alerts/messages/MessageIdRange.ts"
import { MAX_INDEX_ROWS } from "../../src/alerts/messages/MessageIndexes.ts"
import { MAX_SCANNED_MESSAGES } from "../../src/alerts/messages/MessagePages.ts"
import * as PostgresDatabase from "../../src/postgres/PostgresDatabase.ts"
import * as Stores from "../../src/Stores.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import * as LeaseClock from "../../src/sql/LeaseClock.ts"
import { longTransaction } from "../../src/sql/LongWork.ts"
import { MAX_SCANNED_SHIPMENTS } from "../../src/tracking/shipments/ShipmentPages.ts"
import { executedPlansOf } from "./PostgresPlans.ts"
import { newSchema, skipReason, withServer } from "./TestServer.ts"

const NOW = DateTime.toEpochMillis(SAMPLE_TIME)
const HOUR = 3_600_000

/** An account with two thirds of all rows, one with few, and one with the rest. */
const [large, small, third] = [accountOf(1), accountOf(2), accountOf(3)]
const accounts = [large, small, third]
const applications = accounts.map((account, n) => applicationOf(account, n + 1))
const [ofLarge, ofSmall, ofThird] = applications
if (ofLarge === undefined || ofSmall === undefined || ofThird === undefined) throw new Error("no applications")
const [busy, quiet] = [endpointOf(ofLarge, 1), endpointOf(ofLarge, 2)]
const [atSmall, atThird] = [endpointOf(ofSmall, 3), endpointOf(ofThird, 4)]
const ROTTERDAM = Unlocode.make("NLRTM")
const VESSEL = ImoNumber.make("9811000")

const SHIPMENTS = 60_000
const MESSAGES = 120_000
const COPIES = 20_000
const TASKS = 100_000
const PORT_CALLS = 60_000
const FEW = 100

const idAt = (prefix: string, n: number): string => prefix + String(n).padStart(26, "0")
const SHIPMENT = ShipmentId.make(idAt("shp_", 3_001))

/** Rows as an installation has them after years: one account and one endpoint have most, and the statistics are current. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const account of accounts) yield* (yield* AccountStore).create(account)
  for (const application of applications) yield* (yield* ApplicationStore).create(application)
  for (const endpoint of [busy, quiet, atSmall, atThird]) {
    yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  }
  yield* (yield* ApiKeyStore).add(apiKeyOf(large, 1))
  yield* (yield* PortCallLog).put([samplePortCall(1, { port: "NLRTM", hours: [-10, -5] })])

  const id = (prefix: string) => sql.literal(`'${prefix}' || lpad(i::text, 26, '0')`)
  const rows = (count: number) => sql`generate_series(1, ${count}::int) AS i`
  /** The account of a row: two thirds belong to the large one, 100 to the small one. */
  const owner = <A extends string>(...[first, second, last]: readonly [A, A, A]) =>
    sql`CASE WHEN i <= ${FEW} THEN ${second}::text WHEN i % 3 = 0 THEN ${last}::text ELSE ${first}::text END`
  const account = owner(large.id, small.id, third.id)
  const endpoint = owner(busy.id, atSmall.id, atThird.id)
  /** Copies of the first row of a table with other values. */
  const copy = (table: string, count: number, changes: string) => {
    const name = sql.literal(table)
    return sql`INSERT INTO ${name} SELECT made.* FROM (SELECT * FROM ${name} LIMIT 1) AS model, ${rows(count)},
      LATERAL json_populate_record(model::text::${name}, json_build_object(${sql.literal(changes)})) AS made`
  }
  const numbered = (prefix: string) => `'id', '${prefix}' || lpad(i::text, 26, '0')`
  yield* copy("account", COPIES, numbered("acc_"))
  // One key for each account; the large one has more.
  yield* copy(
    "api_key",
    COPIES,
    `${numbered("key_")}, 'hash', lpad(to_hex(i + 1000), 64, '0'), 'account_id', 'acc_' || lpad(i::text, 26, '0')`
  )
  yield* copy(
    "application",
    COPIES,
    `${numbered("app_")}, 'account_id', CASE WHEN i % 4 = 0 THEN '${large.id}' ELSE 'acc_' || lpad(i::text, 26, '0') END`
  )
  yield* copy(
    "endpoint",
    COPIES,
    `${numbered("ep_")}, 'account_id', CASE WHEN i % 4 = 0 THEN '${large.id}' ELSE 'acc_' || lpad(i::text, 26, '0') END,
      'application_id', 'app_' || lpad(i::text, 26, '0')`
  )

  yield* sql`INSERT INTO shipment (id, account_id, number, asked_type, asked_sealine, sealine, reference, status, created_at,
      updated_at, sequence, tracked_since)
    SELECT ${id("shp_")}, ${account}, 'BOOKING' || i, '', '', CASE WHEN i % 50 = 0 THEN 'HLCU' ELSE 'MAEU' END,
      'Order ' || i, 'tracking', ${NOW}, ${NOW}, 0, ${NOW} FROM ${rows(SHIPMENTS)}`
  yield* sql`INSERT INTO registration (account_id, shipment_id, endpoint_id, registered_at, notified)
    SELECT ${account}, ${id("shp_")}, ${endpoint}, ${NOW}, '{}' FROM ${rows(SHIPMENTS)}`
  yield* sql`INSERT INTO registration (account_id, shipment_id, endpoint_id, registered_at, notified)
    SELECT ${account}, ${id("shp_")}, ${quiet.id}, ${NOW}, '{}' FROM ${rows(SHIPMENTS)} WHERE i % 3 = 1 AND i > 59000`

  const message = sql`${firstMessageIdAt(NOW)}::text || lpad(i::text, 16, '0')`
  yield* sql`INSERT INTO message (id, account_id, shipment_id, type, body, example, created_at)
    SELECT ${message}, ${account}, 'shp_' || lpad((i / 2 + 1)::text, 26, '0'),
      CASE WHEN i % 40000 = 1 THEN 'delivery.exhausted' ELSE 'test' END, repeat('x', 300), 0, ${NOW}::bigint + i
    FROM ${rows(MESSAGES)}`
  yield* sql`INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts, skip_reason, settled_at)
    SELECT ${message}, ${endpoint},
      CASE WHEN i > ${MESSAGES - FEW} THEN 'pending' WHEN i % 10000 = 1 THEN 'exhausted'
        WHEN i % 100 = 7 THEN 'skipped' ELSE 'succeeded' END,
      CASE WHEN i > ${MESSAGES - FEW} THEN ${NOW}::bigint END, 1,
      CASE WHEN i <= ${MESSAGES - FEW} AND i % 100 = 7 THEN 'filter' END,
      CASE WHEN i > ${MESSAGES - FEW} THEN NULL ELSE ${NOW}::bigint + i END FROM ${rows(MESSAGES)}`
  yield* sql`INSERT INTO attempt (message_id, endpoint_id, number, started_at, duration_millis, response_status, detail)
    SELECT ${message}, ${endpoint}, 1, ${NOW}::bigint + i, 100, CASE WHEN i % 10000 = 1 THEN 500 ELSE 200 END, ''
    FROM ${rows(MESSAGES - FEW)}`
  yield* sql`INSERT INTO delivery_task (id, account_id, endpoint_id, kind, since, until, status, total, done, settled_after,
      message_after, settled_last, created_at, updated_at, finished_at)
    SELECT ${id("task_")}, ${account}, ${endpoint}, 'recover', ${NOW}, ${NOW}, 'completed', 1, 1, 0, '', 0, ${NOW}, ${NOW},
      ${NOW} FROM ${rows(TASKS)}`
  // Ten years of calls at a large port: one every 90 minutes, most of 40 hours and some of 40 days.
  yield* copy(
    "port_call",
    PORT_CALLS,
    `'id', 'call-' || i, 'port', CASE WHEN i % 6 = 0 THEN 'USHOU' ELSE 'NLRTM' END, 'revision', i,
      'started_at', ${NOW} - (${PORT_CALLS} - i)::bigint * 5400000,
      'ended_at', CASE WHEN i > ${PORT_CALLS - 30} THEN NULL ELSE ${NOW} - (${PORT_CALLS} - i)::bigint * 5400000
        + CASE WHEN i % 600 = 1 THEN 3456000000 ELSE 144000000 END END,
      'vessel_imo', (9000000 + i % 1000)::text`
  )
  yield* sql`UPDATE port_call SET vessel_imo = ${VESSEL} WHERE vessel_imo = '9000001'`
  yield* sql`INSERT INTO port_watch (id, account_id, endpoint_id, port, figure, threshold, hysteresis, crossings, created_at)
    SELECT ${id("pw_")}, ${large.id}, 'ep_' || lpad(i::text, 26, '0'), 'NLRTM', 'occupation', 80, 5, 0, ${NOW}
    FROM ${rows(COPIES)} WHERE i % 4 = 0`
  // Two years of hours of five operations, for every account some.
  yield* sql`INSERT INTO usage_hour (account_id, hour, operation, success_calls, client_error_calls, server_error_calls,
      credits)
    SELECT ${owner(large.id, small.id, third.id)}, ${NOW}::bigint - i::bigint * ${HOUR}, operation, 1, 0, 0, 1
    FROM ${rows(17_000)}, unnest(ARRAY['a', 'b', 'c', 'd', 'e']) AS operation`
  yield* sql`ANALYZE`
})

const database = Layer.unwrap(
  Effect.map(newSchema, (url) =>
    Stores.layer.pipe(
      Layer.provideMerge(PostgresDatabase.layerWithClock({ url }, LeaseClock.processLayer)),
      Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") }))
    )
  )
)

const page = FIRST_PAGE_REQUEST
/** The maximum number of rows that a page reads for itself: its own and one more, with what each of them joins. */
const PAGE_ROWS = 10 * (page.limit + 1)

type ListCase = readonly [name: string, list: Effect.Effect<unknown, unknown>, most: number]

/** Every list of the stores with its filters, and the maximum number of rows that one page may read. */
const listsOf = Effect.gen(function* () {
  const [accountStore, keys, apps, endpoints] = [
    yield* AccountStore,
    yield* ApiKeyStore,
    yield* ApplicationStore,
    yield* EndpointStore
  ]
  const [log, tasks, shipments, calls, thresholds, usage] = [
    yield* MessageLog,
    yield* DeliveryTasks,
    yield* ShipmentStore,
    yield* PortCallLog,
    yield* CongestionThresholdStore,
    yield* UsageStore
  ]
  const middle = (prefix: string): PageRequest => ({
    limit: page.limit,
    cursor: Option.some({ direction: "after", key: idAt(prefix, 15_000) })
  })
  const newest = MessageId.make(`${firstMessageIdAt(NOW)}${String(MESSAGES - FEW - 4).padStart(16, "0")}`)
  const lastDay = { since: DateTime.makeUnsafe(NOW + MESSAGES - 1_000), until: DateTime.makeUnsafe(NOW + MESSAGES) }
  const [MESSAGE_SCAN, SHIPMENT_SCAN] = [3 * MAX_SCANNED_MESSAGES + 3 * MAX_INDEX_ROWS, 3 * MAX_SCANNED_SHIPMENTS]
  const MONTH = 720
  // The calls of the 30 days and of the 30 days before them are 800, and the long ones 100.
  const WINDOW_CALLS = 1_500
  const cases: ReadonlyArray<ListCase> = [
    ["accounts", accountStore.listPage(page), PAGE_ROWS],
    ["accounts, from the middle", accountStore.listPage(middle("acc_")), PAGE_ROWS],
    ["API keys", keys.listPage(large.id, page), PAGE_ROWS],
    ["applications of many", apps.list(large.id, page), PAGE_ROWS],
    ["applications of few", apps.list(small.id, page), PAGE_ROWS],
    ["endpoints of many", endpoints.list(large.id, page), PAGE_ROWS],
    ["endpoints of many, from the middle", endpoints.list(large.id, middle("ep_")), PAGE_ROWS],
    ["endpoints of few", endpoints.list(small.id, page), PAGE_ROWS],
    ["shipments of many", shipments.list(large.id, page), PAGE_ROWS],
    ["shipments of few", shipments.list(small.id, page), PAGE_ROWS],
    ["shipments of many, from the middle", shipments.list(large.id, middle("shp_")), PAGE_ROWS],
    ["a shipment by its number", shipments.list(large.id, page, { number: "BOOKING3001" }), PAGE_ROWS],
    ["shipments of a rare carrier", shipments.list(large.id, page, { sealine: Scac.make("HLCU") }), PAGE_ROWS],
    ["shipments of a common carrier", shipments.list(large.id, page, { sealine: Scac.make("MAEU") }), PAGE_ROWS],
    ["shipments of no carrier", shipments.list(large.id, page, { sealine: Scac.make("ONEY") }), PAGE_ROWS],
    ["shipments by a search", shipments.list(large.id, page, { search: "order 3001" }), SHIPMENT_SCAN],
    ["shipments at a busy endpoint", shipments.list(large.id, page, { endpointId: busy.id }), SHIPMENT_SCAN],
    ["shipments at a quiet endpoint", shipments.list(large.id, page, { endpointId: quiet.id }), 3 * MAX_INDEX_ROWS],
    [
      "shipments at a large application",
      shipments.list(large.id, page, { applicationId: busy.applicationId }),
      SHIPMENT_SCAN
    ],
    [
      "shipments at a small application",
      shipments.list(small.id, page, { applicationId: atSmall.applicationId }),
      3 * MAX_INDEX_ROWS
    ],
    ["messages of many", log.messages(large.id, {}, page), PAGE_ROWS],
    ["messages of few", log.messages(small.id, {}, page), PAGE_ROWS],
    ["messages of a shipment", log.messages(large.id, { shipmentId: SHIPMENT }, page), PAGE_ROWS],
    ["messages of a rare type", log.messages(large.id, { type: "delivery.exhausted" }, page), MESSAGE_SCAN],
    ["messages since an instant", log.messages(large.id, lastDay, page), MESSAGE_SCAN],
    ["messages to a busy endpoint", log.messages(large.id, { endpointId: busy.id }, page), MESSAGE_SCAN],
    ["messages to a quiet endpoint", log.messages(large.id, { endpointId: quiet.id }, page), PAGE_ROWS],
    [
      "messages to a large application",
      log.messages(large.id, { applicationId: busy.applicationId }, page),
      MESSAGE_SCAN
    ],
    [
      "messages to a small application",
      log.messages(small.id, { applicationId: atSmall.applicationId }, page),
      PAGE_ROWS
    ],
    ["pending messages", log.messages(large.id, { status: "pending" }, page), COPIES],
    ["exhausted messages", log.messages(large.id, { status: "exhausted" }, page), COPIES],
    ["skipped messages", log.messages(large.id, { status: "skipped" }, page), COPIES],
    [
      "skipped messages to an endpoint",
      log.messages(large.id, { status: "skipped", endpointId: busy.id }, page),
      PAGE_ROWS
    ],
    ["succeeded messages", log.messages(large.id, { status: "succeeded" }, page), MESSAGE_SCAN],
    [
      "exhausted messages to an endpoint",
      log.messages(large.id, { status: "exhausted", endpointId: busy.id }, page),
      PAGE_ROWS
    ],
    ["attempts at an endpoint", log.attemptsAtEndpoint(large.id, busy.id, {}, page), PAGE_ROWS],
    ["failed attempts", log.attemptsAtEndpoint(large.id, busy.id, { status: "failed" }, page), PAGE_ROWS],
    ["succeeded attempts", log.attemptsAtEndpoint(large.id, busy.id, { status: "succeeded" }, page), MESSAGE_SCAN],
    [
      "attempts of a rare type",
      log.attemptsAtEndpoint(large.id, busy.id, { type: "delivery.exhausted" }, page),
      MESSAGE_SCAN
    ],
    ["attempts of a message", log.attemptsOfMessage(large.id, newest, {}, page), PAGE_ROWS],
    ["figures of an endpoint", log.stats(large.id, busy.id, lastDay), MESSAGE_SCAN],
    ["tasks of many", tasks.list(large.id, page), PAGE_ROWS],
    ["tasks of few", tasks.list(small.id, page), PAGE_ROWS],
    ["thresholds of an endpoint", thresholds.list(large.id, busy.id, page), PAGE_ROWS],
    ["calls of the last 30 days", calls.calls(ROTTERDAM, sampleHour(-MONTH), sampleHour(0)), WINDOW_CALLS],
    [
      "calls of 30 days a year ago",
      calls.calls(ROTTERDAM, sampleHour(-13 * MONTH), sampleHour(-12 * MONTH)),
      WINDOW_CALLS
    ],
    ["newest calls at a port", calls.latestAt(ROTTERDAM, 10), PAGE_ROWS],
    ["newest calls of a vessel", calls.latestOfVessel({ _tag: "Imo", imo: VESSEL }, 10), PAGE_ROWS],
    ["credit periods", usage.periods(large.id), PAGE_ROWS]
  ]
  return cases
})

/** Tables with fewer rows than this may be read whole. */
const SMALL_TABLE_ROWS = 1_000
/** Pages of an index and of the table for each row, with room for the levels of the index. */
const BLOCKS_PER_ROW = 5

describe.skipIf(skipReason !== undefined)("the lists of a large installation on Postgres", () => {
  withServer()

  it.effect("find their rows by indexes, and read a bounded number of rows and pages", () =>
    Effect.gen(function* () {
      yield* longTransaction(yield* SqlClient.SqlClient)(fill)
      const violations: Array<string> = []
      let examined = 0
      for (const [name, list, most] of yield* listsOf) {
        const { plans } = yield* executedPlansOf(list)
        assert.isAbove(plans.length, 0, name)
        for (const { statement, wholeTables, rows, blocks } of plans) {
          examined += 1
          const large = wholeTables.filter((table) => Number(/\d+/.exec(table)?.[0]) > SMALL_TABLE_ROWS)
          if (large.length > 0) violations.push(`${name} reads whole tables (${large.join(", ")}): ${statement}`)
          if (rows > most) violations.push(`${name} reads ${rows} rows, and at most ${most} are allowed: ${statement}`)
          if (blocks > BLOCKS_PER_ROW * most) violations.push(`${name} reads ${blocks} pages: ${statement}`)
        }
      }
      assert.isAbove(examined, 40)
      assert.deepStrictEqual(violations, [])
    }).pipe(Effect.provide(database))
  )
})
