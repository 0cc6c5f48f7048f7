import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Endpoint } from "@landfall/core/alerts/Endpoint"
import { type PostgresServer, startPostgres, whyNoPostgres } from "@landfall/postgres-server/PostgresServer"
import { MemoryTransport } from "@landfall/testing/MemoryTransport"
import { Effect, Layer } from "effect"
import { onPostgres, post, sqliteInMemory, storeAccount, storeEndpoint, worker } from "./Worker.ts"

const ENDPOINTS = 10_000
/** How many are made at once. */
const MAKERS = 16
/** How many get the same message. */
const RECIPIENTS = 1_000
const TIMEOUT = 240_000

const noPostgres = await whyNoPostgres()
if (noPostgres !== undefined) console.log(`skipped: ten thousand endpoints on Postgres, since ${noPostgres}`)

/** What is to come: a message, and where. */
const keyOf = (id: string, url: string) => `${id} at ${url}`

/** Posts messages to many endpoints each, so that every endpoint has one; answers what is to come. */
const postToAll = Effect.fnUntraced(function* (endpoints: ReadonlyArray<Endpoint>) {
  const expected = new Set<string>()
  for (let first = 0; first < endpoints.length; first += RECIPIENTS) {
    const some = endpoints.slice(first, first + RECIPIENTS)
    const id = yield* post(...some.map((endpoint) => endpoint.id))
    for (const { url } of some) expected.add(keyOf(id, url))
  }
  return expected
})

const allGetTheirs = Effect.gen(function* () {
  yield* storeAccount
  const numbers = Array.from({ length: ENDPOINTS }, (_, n) => n + 1)
  const endpoints = yield* Effect.forEach(numbers, (n) => storeEndpoint(n), { concurrency: MAKERS })
  const waiting = yield* postToAll(endpoints)
  assert.strictEqual(waiting.size, ENDPOINTS)
  const transport = yield* MemoryTransport
  const receiveAll = Effect.gen(function* () {
    while (waiting.size > 0) {
      const { headers, url } = yield* transport.next
      const come = keyOf(headers["webhook-id"] ?? "", url)
      assert.isTrue(waiting.delete(come), `${come} was not for it, or came twice`)
    }
  })
  yield* Effect.provide(receiveAll, worker)
})

describe("ten thousand endpoints with a message each", () => {
  let postgres: PostgresServer | undefined

  beforeAll(async () => {
    if (noPostgres === undefined) postgres = await startPostgres({ durable: false })
  }, TIMEOUT)
  afterAll(() => postgres?.end())

  it.live(
    "all get theirs, once, on SQLite",
    () => Effect.provide(allGetTheirs, sqliteInMemory.pipe(Layer.provideMerge(MemoryTransport.layer))),
    TIMEOUT
  )

  it.live.skipIf(noPostgres !== undefined)(
    "all get theirs, once, on Postgres",
    () =>
      Effect.suspend(() =>
        Effect.provide(allGetTheirs, onPostgres(postgres?.url ?? "").pipe(Layer.provideMerge(MemoryTransport.layer)))
      ),
    TIMEOUT
  )
})
