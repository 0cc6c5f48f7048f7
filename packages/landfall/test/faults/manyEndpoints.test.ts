import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import { type PostgresServer, postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import * as PostgresClient from "@landfall/storage/postgres/PostgresClient"
import { NO_LIMITS } from "@landfall/storage/postgres/SessionLimits"
import { MemoryTransport } from "@landfall/testing/memory/alerts/MemoryTransport"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres, post, sampleEndpoint, sqliteInMemory, storeAccount, storeEndpoint, worker } from "./Worker.ts"

const ENDPOINTS = 10_000
/** The recipients of each message. */
const RECIPIENTS = 1_000
const TIMEOUT = 900_000

const noPostgres = await postgresUnavailableReason()
if (noPostgres !== undefined) console.log(`skipped, ten thousand endpoints on Postgres: ${noPostgres}`)

/** The key of an expected delivery: its message and its URL. */
const keyOf = (id: string, url: string) => `${id} at ${url}`

/** Posts messages to many endpoints each, so that every endpoint has one. Returns the keys of the expected deliveries. */
const postToAll = Effect.fnUntraced(function* (endpoints: ReadonlyArray<Endpoint>) {
  const expected = new Set<string>()
  for (let first = 0; first < endpoints.length; first += RECIPIENTS) {
    const recipients = endpoints.slice(first, first + RECIPIENTS)
    const id = yield* post(...recipients.map((endpoint) => endpoint.id))
    for (const { url } of recipients) expected.add(keyOf(id, url))
  }
  return expected
})

const limits = Layer.succeed(Limits, { ...DEFAULT_LIMITS, "account.endpoints": ENDPOINTS })

const numbers = Array.from({ length: ENDPOINTS }, (_, n) => n + 1)

/** Stores copies of a stored endpoint, with other ids and URLs, in one statement, which is faster than one by one. */
const storeCopies = Effect.fnUntraced(function* (model: Endpoint, copies: ReadonlyArray<Endpoint>) {
  const sql = yield* SqlClient.SqlClient
  const changes = JSON.stringify(copies.map(({ id, url }) => ({ id, url })))
  yield* sql`INSERT INTO endpoint SELECT made.* FROM endpoint AS model, json_array_elements(${changes}::json) AS change,
    LATERAL json_populate_record(model, change) AS made WHERE model.id = ${model.id}`
  yield* sql`INSERT INTO endpoint_queue (endpoint_id) SELECT id FROM endpoint WHERE id <> ${model.id}`
})

const storeOnPostgres = Effect.fnUntraced(function* (url: string) {
  const model = yield* storeEndpoint(1)
  const copies = numbers.slice(1).map(sampleEndpoint)
  yield* Effect.provide(
    storeCopies(model, copies),
    PostgresClient.layer({ url: Redacted.make(url), limits: NO_LIMITS })
  )
  return [model, ...copies]
})

const assertAllReceive = Effect.fnUntraced(function* <E, R>(storeAll: Effect.Effect<ReadonlyArray<Endpoint>, E, R>) {
  yield* storeAccount
  const endpoints = yield* storeAll
  const waiting = yield* postToAll(endpoints)
  assert.strictEqual(waiting.size, ENDPOINTS)
  const transport = yield* MemoryTransport
  const receiveAll = Effect.gen(function* () {
    while (waiting.size > 0) {
      const { headers, url } = yield* transport.next
      const key = keyOf(headers["webhook-id"] ?? "", url)
      assert.isTrue(waiting.delete(key), `${key} is not expected, or arrived twice`)
    }
  })
  yield* Effect.provide(receiveAll, worker)
})

describe("ten thousand endpoints with a message each", () => {
  let postgres: PostgresServer | undefined

  beforeAll(async () => {
    if (noPostgres === undefined) postgres = await startPostgres({ durable: false })
  }, TIMEOUT)
  afterAll(() => postgres?.destroy())

  it.live(
    "each receive their message once, on SQLite",
    () =>
      assertAllReceive(Effect.forEach(numbers, (n) => storeEndpoint(n))).pipe(
        Effect.provide(sqliteInMemory.pipe(Layer.provide(limits), Layer.provideMerge(MemoryTransport.layer)))
      ),
    TIMEOUT
  )

  it.live.skipIf(noPostgres !== undefined)(
    "each receive their message once, on Postgres",
    () => {
      const url = postgres?.url ?? ""
      return assertAllReceive(storeOnPostgres(url)).pipe(
        Effect.provide(onPostgres(url).pipe(Layer.provideMerge(MemoryTransport.layer)))
      )
    },
    TIMEOUT
  )
})
