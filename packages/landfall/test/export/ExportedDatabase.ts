import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import * as SqlPortCallLog from "@landfall/storage/congestion/ledger/SqlPortCallLog"
import { migrate } from "@landfall/storage/Migrations"
import { samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { toCrockford } from "@landfall/testing/samples/Crockford"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseLocation } from "../../src/settings/DatabaseLocation.ts"
import { openDatabase } from "../../src/transfer/OpenDatabase.ts"
import { SERVICE_START } from "../support/ServiceClock.ts"

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Twenty days before the clock of the tests, in the month before. */
export const START = SERVICE_START - 20 * DAY

/** The id of the message with this number that is created at an instant: a ULID. */
const messageId = (millis: number, number: number): string => `msg_${toCrockford(millis, 10)}${toCrockford(number, 16)}`

const inDatabase = <A, E, R>(location: DatabaseLocation, effect: Effect.Effect<A, E, R | SqlClient.SqlClient>) =>
  Effect.scoped(
    Effect.flatMap(openDatabase(location, { exclusive: false }), (sql) =>
      Effect.provideService(effect, SqlClient.SqlClient, sql)
    )
  )

/** Creates the tables, two accounts and an endpoint of each. */
export const prepareDatabase = (location: DatabaseLocation) =>
  inDatabase(
    location,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrate
      for (const account of ["acc_1", "acc_2"]) {
        yield* sql`INSERT INTO account (id, name, plan, created_at) VALUES (${account}, 'A', 'pay-as-you-go', 1)`
        yield* sql`INSERT INTO application (id, account_id, name, created_at, updated_at)
          VALUES (${`app_${account}`}, ${account}, 'A', 1, 2)`
        yield* sql`INSERT INTO endpoint
          (id, account_id, application_id, url, metadata, disabled, secret, created_at, updated_at)
          VALUES (${`ep_${account}`}, ${account}, ${`app_${account}`}, 'https://example.com', '{}', 0, 's', 1, 2)`
      }
    })
  )

const messageRow = (from: number) => (number: number) => ({
  id: messageId(from + number * MINUTE, number),
  account_id: number % 2 === 0 ? "acc_1" : "acc_2",
  shipment_id: number % 3 === 0 ? null : `shp_${number}`,
  type: "container.gate.in",
  body: JSON.stringify({ number, text: `Ünïcode 港 "quoted"` }),
  example: number % 5 === 0 ? 1 : 0,
  created_at: from + number * MINUTE
})

const attemptRow =
  (number: 1 | 2) =>
  (message: ReturnType<ReturnType<typeof messageRow>>): Record<string, unknown> => ({
    message_id: message.id,
    endpoint_id: `ep_${message.account_id}`,
    number,
    started_at: message.created_at + number * 5_000,
    duration_millis: 12,
    response_status: number === 1 ? null : 204,
    failure_reason: number === 1 ? "timeout" : null,
    detail: ""
  })

/** Adds messages from an instant on, a minute apart, each with two attempts; odd ones belong to the second account. */
export const addMessages = (location: DatabaseLocation, from: number, count: number) =>
  inDatabase(
    location,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const messages = Array.makeBy(count, messageRow(from))
      yield* sql`INSERT INTO message ${sql.insert(messages)}`
      for (const number of [1, 2] as const) {
        yield* sql`INSERT INTO attempt ${sql.insert(Array.map(messages, attemptRow(number)))}`
      }
    })
  )

/** Adds the calls of an hour to those of an account. */
export const addUsage = (location: DatabaseLocation, account: string, hour: number, calls: number) =>
  inDatabase(
    location,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql`INSERT INTO usage_hour
          (account_id, hour, operation, success_calls, client_error_calls, server_error_calls, credits)
          VALUES (${account}, ${Math.floor(hour / HOUR) * HOUR}, 'GET /congestion/{portCode}', ${calls}, 1, 0, ${calls})
          ON CONFLICT (account_id, hour, operation) DO UPDATE SET success_calls = excluded.success_calls`
    )
  )

/** Stores calls at NLRTM: each a vessel with the hours of its call. */
export const addCalls = (
  location: DatabaseLocation,
  calls: Readonly<Record<number, readonly [from: number, to: number | null]>>
) =>
  inDatabase(
    location,
    Effect.flatMap(PortCallLog, (log) =>
      log.put(Object.entries(calls).map(([vessel, hours]) => samplePortCall(Number(vessel), { hours })))
    ).pipe(Effect.provide(SqlPortCallLog.layer))
  )

/** The number of rows of the exported tables. */
export const tableCounts = (location: DatabaseLocation) =>
  inDatabase(
    location,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const count = (table: string) =>
        Effect.map(sql`SELECT count(*) FROM ${sql(table)}`.values, ([row]) => Number(row?.[0]))
      return yield* Effect.all({
        messages: count("message"),
        attempts: count("attempt"),
        usage: count("usage_hour"),
        calls: count("port_call")
      })
    })
  )
