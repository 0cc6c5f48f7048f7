import { randomUUID } from "node:crypto"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import type { SourceError } from "@landfall/core/tracking/carriers/TrackingSource"
import { Duration, Effect } from "effect"
import type { QueryLimits } from "../../src/dcsa/carriers/DcsaTrackingSource.ts"
import { SOURCE_JSON_LIMITS } from "../../src/json/JsonParser.ts"
import { journey } from "./payloads.ts"
import {
  type Behaviour,
  type CarrierServer,
  CLOSED_ORIGIN,
  carrierAt,
  carrierServer,
  poll,
  respondWithJson,
  respondWithStatus,
  sourceFor,
  writeRepeatedly
} from "./support/CarrierServer.ts"

/** Polls a carrier with this behaviour; returns its server and the error. */
const pollFailure = (behave: Behaviour, limits: Partial<QueryLimits> = {}) =>
  Effect.gen(function* () {
    const server: CarrierServer = yield* carrierServer(behave)
    const error: SourceError = yield* Effect.flip(poll()).pipe(
      Effect.provide(sourceFor([carrierAt(server.origin)], limits))
    )
    return { server, error }
  })

/** Limits for a poll that must time out. */
const shortDeadline = { requestDeadline: Duration.millis(500) }

const reasonOf = (error: SourceError) => (error._tag === "SourceUnavailable" ? error.reason : error._tag)

describe("a carrier that", () => {
  it.live("responds without end is disconnected", () =>
    Effect.gen(function* () {
      const { server, error } = yield* pollFailure(
        (_, response) => {
          response.writeHead(200, { "content-type": "application/json" }).write("[")
          writeRepeatedly(response, 0, `${JSON.stringify(journey()[0])},`.repeat(50))
        },
        { maxResponseBytes: 200_000 }
      )
      assert.strictEqual(reasonOf(error), "too_large")
      yield* server.allClosed
    })
  )

  it.live("compresses a huge response into a small one is disconnected", () =>
    Effect.gen(function* () {
      const compressed = gzipSync(" ".repeat(64 * 1024 * 1024))
      assert.isBelow(compressed.length, 100_000)
      const { error } = yield* pollFailure(
        (_, response) => {
          response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(compressed)
        },
        { maxResponseBytes: 200_000 }
      )
      assert.strictEqual(reasonOf(error), "too_large")
    })
  )

  it.live("responds with JSON of more levels or values than are parsed gives no snapshot", () =>
    Effect.gen(function* () {
      const { maxDepth, maxValues } = SOURCE_JSON_LIMITS
      for (const body of ["[".repeat(maxDepth + 1), `[${"0,".repeat(maxValues)}0]`]) {
        const { error } = yield* pollFailure((_, response) => {
          response.writeHead(200, { "content-type": "application/json" }).end(body)
        })
        assert.strictEqual(reasonOf(error), "too_large")
        assert.include(error.message, "levels")
      }
    })
  )

  it.live("responds with more events than a shipment can have gives no snapshot, on one page or several", () =>
    Effect.gen(function* () {
      const maxEvents = 3 * journey().length
      const pages = [
        [
          [
            [...journey(), ...journey()],
            [...journey(), ...journey()]
          ]
        ],
        [...journey(), ...journey()]
      ]
      for (const page of pages) {
        const { error } = yield* pollFailure(
          ({ url }, response) => {
            const cursor = Number(url.searchParams.get("cursor") ?? 0) + 1
            respondWithJson(response, page, { "next-page": `${url.origin}/v2/events?cursor=${cursor}` })
          },
          { maxEvents }
        )
        assert.strictEqual(error.message, "MAEU responded with more events than a shipment can have.")
      }
    })
  )

  it.live("responds byte by byte times out at the deadline, however small the gaps are", () =>
    Effect.gen(function* () {
      const { server, error } = yield* pollFailure((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).write("[")
        writeRepeatedly(response, 20, " ")
      }, shortDeadline)
      assert.strictEqual(reasonOf(error), "timeout")
      assert.strictEqual(error.requests, 1)
      yield* server.allClosed
    })
  )

  it.live("never responds times out at the deadline", () =>
    Effect.gen(function* () {
      const { server, error } = yield* pollFailure(() => {}, shortDeadline)
      assert.strictEqual(reasonOf(error), "timeout")
      assert.strictEqual(error.message, "MAEU did not respond within 0.5 s.")
      yield* server.allClosed
    })
  )

  it.live("responds with an HTML page and 200 gives no snapshot", () =>
    Effect.gen(function* () {
      const { error } = yield* pollFailure((_, response) => {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>Down for repair</html>")
      })
      assert.strictEqual(reasonOf(error), "unreadable")
      assert.strictEqual(error.message, "MAEU responded with an HTML page (text/html) instead of JSON; check baseUrl.")
    })
  )

  it.live("labels its JSON as plain text is read as JSON", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => {
        response.writeHead(200, { "content-type": "text/plain" }).end(JSON.stringify(journey()))
      })
      const snapshot = yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.strictEqual(snapshot.events.length, journey().length)
    })
  )

  it.live("responds with truncated JSON gives no snapshot", () =>
    Effect.gen(function* () {
      const { error } = yield* pollFailure((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(journey()).slice(0, 500))
      })
      assert.strictEqual(reasonOf(error), "unreadable")
    })
  )

  it.live("sends fewer bytes than its Content-Length gives no snapshot", () =>
    Effect.gen(function* () {
      const { error } = yield* pollFailure((_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "5000" }).write("[]")
        response.destroy()
      })
      assert.strictEqual(reasonOf(error), "unreachable")
    })
  )

  it.live("sends an error with 200 gives no snapshot, because a snapshot would retract all stored events", () =>
    Effect.gen(function* () {
      for (const body of [{ error: "no route" }, null, 7, "none"]) {
        const { error } = yield* pollFailure((_, response) => respondWithJson(response, body))
        assert.strictEqual(reasonOf(error), "unreadable")
      }
    })
  )

  it.live("redirects gets no request at the new location, so that no key is sent there", () =>
    Effect.gen(function* () {
      const redirectTarget = yield* carrierServer((_, response) => respondWithJson(response, journey()))
      const { error } = yield* pollFailure((_, response) =>
        respondWithStatus(response, 302, { location: `${redirectTarget.origin}/v2/events` })
      )
      assert.strictEqual(reasonOf(error), "unexpected_status")
      assert.strictEqual(
        error.message,
        "MAEU responded with status 302; redirects are not followed: set baseUrl to the final URL."
      )
      assert.strictEqual(redirectTarget.requests.length, 0)
    })
  )

  it.live("is unreachable gets three requests and is unavailable", () =>
    Effect.gen(function* () {
      const layer = sourceFor([carrierAt(CLOSED_ORIGIN)])
      const error = yield* Effect.flip(poll()).pipe(Effect.provide(layer))
      assert.deepStrictEqual([reasonOf(error), error.requests], ["unreachable", 3])
      // Not every runtime reports the cause.
      assert.match(error.message, /^MAEU could not be reached( \(ECONNREFUSED\))?\.$/)
    })
  )

  it.live("responds with 500 gets three requests and is unavailable", () =>
    Effect.gen(function* () {
      const { error } = yield* pollFailure((_, response) => respondWithStatus(response, 500))
      assert.deepStrictEqual([reasonOf(error), error.requests], ["server_error", 3])
    })
  )

  it.live("recovers within three requests gives a snapshot", () =>
    Effect.gen(function* () {
      let requestCount = 0
      const server = yield* carrierServer((_, response) =>
        ++requestCount < 3 ? respondWithStatus(response, 502) : respondWithJson(response, journey())
      )
      const snapshot = yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepStrictEqual([snapshot.requests, snapshot.complete], [3, true])
    })
  )

  it.live("requires a short delay gets another request", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) =>
        server.requests.length === 1
          ? respondWithStatus(response, 429, { "retry-after": "1" })
          : respondWithJson(response, journey())
      )
      const snapshot = yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepStrictEqual([snapshot.requests, server.requests.length], [2, 2])
    })
  )

  it.live("requires a long delay gets no request of any query until then", () =>
    Effect.gen(function* () {
      for (const status of [429, 503]) {
        const server = yield* carrierServer((_, response) =>
          respondWithStatus(response, status, { "retry-after": "120" })
        )
        yield* Effect.gen(function* () {
          const before = Date.now()
          const [first, second] = [yield* Effect.flip(poll()), yield* Effect.flip(poll())]
          if (first._tag !== "SourceThrottled" || second._tag !== "SourceThrottled") return assert.fail(first._tag)
          assert.deepStrictEqual([first.requests, second.requests], [1, 0])
          assert.isAtLeast(first.until, before + 120_000)
          assert.isAtMost(first.until, Date.now() + 120_000)
          assert.strictEqual(second.until, first.until)
        }).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
        assert.strictEqual(server.requests.length, 1)
      }
    })
  )

  it.live("rejects the keys fails the poll immediately", () =>
    Effect.gen(function* () {
      for (const status of [401, 403]) {
        const { error } = yield* pollFailure((_, response) => respondWithStatus(response, status))
        assert.deepStrictEqual([error._tag, error.requests], ["SourceUnauthorised", 1])
      }
    })
  )

  it.live("responds with pages without end times out at the deadline of the query", () =>
    Effect.gen(function* () {
      const { error } = yield* pollFailure(
        (_, response) => respondWithJson(response, journey(), { "next-page": `p${randomUUID()}` }),
        { queryDeadline: Duration.seconds(1), maxPages: Number.MAX_SAFE_INTEGER, maxResponseBytes: 2 ** 40 }
      )
      assert.strictEqual(reasonOf(error), "timeout")
      assert.strictEqual(error.message, "MAEU did not complete the query within 1 s.")
    })
  )
})
