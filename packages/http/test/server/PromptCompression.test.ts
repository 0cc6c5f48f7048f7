import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { promptCompression } from "../../src/server/PromptCompression.ts"

/** The compression of a runtime, of which the tests see only that it was used. */
const delegated = HttpServerResponse.text("by the runtime")
const { compressResponse } = promptCompression({
  algorithms: new Set(["br", "gzip", "zstd"]),
  compressResponse: () => Effect.succeed(delegated)
})

const LEVEL = { level: 4 }
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync }

/** The rows of a list, about 50 bytes each. */
const listOf = (rows: number) =>
  Array.from({ length: rows }, (_, n) => ({ id: `msg_${n}`, type: "shipment.rolled", n }))

const bytesOf = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array =>
  body._tag === "Uint8Array" ? body.body : new Uint8Array()

describe("the compression of short responses", () => {
  for (const coding of ["br", "gzip"] as const) {
    it.effect(`decodes to the response that was compressed: ${coding}`, () =>
      Effect.gen(function* () {
        const list = listOf(30)
        const response = yield* HttpServerResponse.json(list)
        const compressed = yield* compressResponse(response, coding, LEVEL)
        const bytes = bytesOf(compressed)
        assert.deepStrictEqual(JSON.parse(DECODERS[coding](bytes).toString()), list)
        assert.isBelow(bytes.length, bytesOf(response).length)
        assert.strictEqual(compressed.status, 200)
        assert.strictEqual(compressed.headers["content-encoding"], coding)
        assert.strictEqual(compressed.headers["content-length"], String(bytes.length))
        assert.strictEqual(compressed.headers["content-type"], "application/json")
      })
    )
  }

  it.effect("leaves long bodies, other codings and unknown levels to the runtime", () =>
    Effect.gen(function* () {
      const [short, long] = [yield* HttpServerResponse.json(listOf(30)), yield* HttpServerResponse.json(listOf(1_000))]
      assert.strictEqual(yield* compressResponse(long, "br", LEVEL), delegated)
      assert.strictEqual(yield* compressResponse(short, "zstd", LEVEL), delegated)
      assert.strictEqual(yield* compressResponse(short, "br"), delegated)
      assert.notStrictEqual(yield* compressResponse(short, "br", LEVEL), delegated)
    })
  )

  it.effect("states that the response varies by coding, and weakens its tag", () =>
    Effect.gen(function* () {
      const list = yield* HttpServerResponse.json(listOf(30))
      const headersOf = (headers: Record<string, string>) =>
        Effect.map(
          compressResponse(HttpServerResponse.setHeaders(list, headers), "gzip", LEVEL),
          (response) => response.headers
        )
      const cases = [
        [{}, "Accept-Encoding"],
        [{ vary: "Origin" }, "Origin, Accept-Encoding"],
        [{ vary: "origin, accept-encoding" }, "origin, accept-encoding"],
        [{ vary: "*" }, "*"]
      ] as const
      for (const [headers, vary] of cases) assert.strictEqual((yield* headersOf(headers)).vary, vary)
      assert.strictEqual((yield* headersOf({ etag: '"a"' })).etag, 'W/"a"')
      assert.strictEqual((yield* headersOf({ etag: 'W/"a"' })).etag, 'W/"a"')
    })
  )
})
