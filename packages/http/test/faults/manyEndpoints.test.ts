import { assert, describe, it } from "@effect/vitest"
import { MemoryTransport } from "@landfall/testing/MemoryTransport"
import { Effect, Layer } from "effect"
import { post, sqliteInMemory, storeAccount, storeEndpoint, worker } from "./Worker.ts"

const ENDPOINTS = 10_000

describe("ten thousand endpoints", () => {
  it.live(
    "with one message each all get theirs, once",
    () =>
      Effect.gen(function* () {
        yield* storeAccount
        const waiting = new Set<string>()
        for (let n = 1; n <= ENDPOINTS; n++) waiting.add(yield* post((yield* storeEndpoint(n)).id))
        const transport = yield* MemoryTransport
        const urls = new Set<string>()
        const receiveAll = Effect.gen(function* () {
          while (waiting.size > 0) {
            const { headers, url } = yield* transport.next
            assert.isTrue(
              waiting.delete(headers["webhook-id"] ?? ""),
              `${url} got what was not for it, or got it twice`
            )
            urls.add(url)
          }
        })
        yield* Effect.provide(receiveAll, worker)
        assert.strictEqual(urls.size, ENDPOINTS)
      }).pipe(Effect.provide(sqliteInMemory.pipe(Layer.provideMerge(MemoryTransport.layer)))),
    60_000
  )
})
