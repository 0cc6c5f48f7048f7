import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import type { SourceError } from "@landfall/core/tracking/carriers/TrackingSource"
import { Duration, Effect } from "effect"
import type { QueryLimits } from "../../src/dcsa/carriers/DcsaTrackingSource.ts"
import { journey } from "./payloads.ts"
import {
  ask,
  type Behaviour,
  bare,
  type CarrierServer,
  carrierAt,
  carrierServer,
  json,
  sourceFor,
  writeForEver
} from "./support/CarrierServer.ts"

/** What a question to a carrier that behaves like this comes to. */
const refused = (behave: Behaviour, limits: Partial<QueryLimits> = {}) =>
  Effect.gen(function* () {
    const server: CarrierServer = yield* carrierServer(behave)
    const error: SourceError = yield* Effect.flip(ask()).pipe(
      Effect.provide(sourceFor([carrierAt(server.origin)], limits))
    )
    return { server, error }
  })

/** For what must run into the deadline. */
const hurried = { requestDeadline: Duration.millis(500) }

const reasonOf = (error: SourceError) => (error._tag === "SourceUnavailable" ? error.reason : error._tag)

describe("a carrier that", () => {
  it.live("answers without end is cut off", () =>
    Effect.gen(function* () {
      const { server, error } = yield* refused(
        (_, response) => {
          response.writeHead(200, { "content-type": "application/json" }).write("[")
          writeForEver(response, 0, `${JSON.stringify(journey()[0])},`.repeat(50))
        },
        { maxResponseBytes: 200_000 }
      )
      assert.strictEqual(reasonOf(error), "too_large")
      yield* server.allClosed
    })
  )

  it.live("packs an endless answer into a small one is cut off as well", () =>
    Effect.gen(function* () {
      const packed = gzipSync(" ".repeat(64 * 1024 * 1024))
      assert.isBelow(packed.length, 100_000)
      const { error } = yield* refused(
        (_, response) => {
          response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(packed)
        },
        { maxResponseBytes: 200_000 }
      )
      assert.strictEqual(reasonOf(error), "too_large")
    })
  )

  it.live("answers byte by byte is left at the deadline, though every byte is in time", () =>
    Effect.gen(function* () {
      const { server, error } = yield* refused((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).write("[")
        writeForEver(response, 20, " ")
      }, hurried)
      assert.strictEqual(reasonOf(error), "timeout")
      assert.strictEqual(error.requests, 1)
      yield* server.allClosed
    })
  )

  it.live("never answers is left at the deadline", () =>
    Effect.gen(function* () {
      const { server, error } = yield* refused(() => {}, hurried)
      assert.strictEqual(reasonOf(error), "timeout")
      assert.strictEqual(error.message, "MAEU did not answer within 0.5 s.")
      yield* server.allClosed
    })
  )

  it.live("answers with a page for people, even with 200, gives no snapshot", () =>
    Effect.gen(function* () {
      const { error } = yield* refused((_, response) => {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>Down for repair</html>")
      })
      assert.strictEqual(reasonOf(error), "unreadable")
      assert.strictEqual(error.message, "MAEU answered with a page for people (text/html).")
    })
  )

  it.live("calls its JSON plain text is understood all the same", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => {
        response.writeHead(200, { "content-type": "text/plain" }).end(JSON.stringify(journey()))
      })
      const snapshot = yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.strictEqual(snapshot.events.length, journey().length)
    })
  )

  it.live("breaks off in the middle of its JSON gives no snapshot", () =>
    Effect.gen(function* () {
      const { error } = yield* refused((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(journey()).slice(0, 500))
      })
      assert.strictEqual(reasonOf(error), "unreadable")
    })
  )

  it.live("promises more bytes than it sends gives no snapshot", () =>
    Effect.gen(function* () {
      const { error } = yield* refused((_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "5000" }).write("[]")
        response.destroy()
      })
      assert.strictEqual(reasonOf(error), "unreachable")
    })
  )

  it.live("sends an error with 200 gives no snapshot, which would retract all that is known", () =>
    Effect.gen(function* () {
      for (const body of [{ error: "no route" }, null, 7, "none"]) {
        const { error } = yield* refused((_, response) => json(response, body))
        assert.strictEqual(reasonOf(error), "unreadable")
      }
    })
  )

  it.live("redirects is not followed, so that no key goes elsewhere", () =>
    Effect.gen(function* () {
      const elsewhere = yield* carrierServer((_, response) => json(response, journey()))
      const { error } = yield* refused((_, response) =>
        bare(response, 302, { location: `${elsewhere.origin}/v2/events` })
      )
      assert.strictEqual(reasonOf(error), "unexpected_status")
      assert.strictEqual(error.message, "MAEU answered 302; set baseUrl to where it answers.")
      assert.strictEqual(elsewhere.heard.length, 0)
    })
  )

  it.live("cannot be reached is tried three times and away", () =>
    Effect.gen(function* () {
      const { origin } = yield* Effect.scoped(carrierServer(() => {}))
      const layer = sourceFor([carrierAt(origin)])
      const error = yield* Effect.flip(ask()).pipe(Effect.provide(layer))
      assert.deepStrictEqual([reasonOf(error), error.requests], ["unreachable", 3])
      // Not every runtime tells why.
      assert.match(error.message, /^MAEU could not be reached( \(ECONNREFUSED\))?\.$/)
    })
  )

  it.live("has a fault of its own is tried three times and away", () =>
    Effect.gen(function* () {
      const { error } = yield* refused((_, response) => bare(response, 500))
      assert.deepStrictEqual([reasonOf(error), error.requests], ["server_error", 3])
    })
  )

  it.live("recovers is answered for", () =>
    Effect.gen(function* () {
      let asked = 0
      const server = yield* carrierServer((_, response) =>
        ++asked < 3 ? bare(response, 502) : json(response, journey())
      )
      const snapshot = yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepStrictEqual([snapshot.requests, snapshot.complete], [3, true])
    })
  )

  it.live("asks for a short rest gets it and is asked again", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const server = yield* carrierServer((_, response) => {
        times.push(performance.now())
        return times.length === 1 ? bare(response, 429, { "retry-after": "1" }) : json(response, journey())
      })
      yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.isAtLeast((times[1] ?? 0) - (times[0] ?? 0), 990)
    })
  )

  it.live("asks for a long rest is left in peace until then, by every question", () =>
    Effect.gen(function* () {
      for (const status of [429, 503]) {
        const server = yield* carrierServer((_, response) => bare(response, status, { "retry-after": "120" }))
        yield* Effect.gen(function* () {
          const until = Date.now() + 120_000
          for (const requests of [1, 0]) {
            const error = yield* Effect.flip(ask())
            if (error._tag !== "SourceThrottled") return assert.fail(error._tag)
            assert.strictEqual(error.requests, requests)
            assert.closeTo(error.until, until, 5_000)
          }
        }).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
        assert.strictEqual(server.heard.length, 1)
      }
    })
  )

  it.live("does not take the keys says so at once", () =>
    Effect.gen(function* () {
      for (const status of [401, 403]) {
        const { error } = yield* refused((_, response) => bare(response, status))
        assert.deepStrictEqual([error._tag, error.requests], ["SourceUnauthorised", 1])
      }
    })
  )

  it.live("takes forever over many pages is left at the deadline of the question", () =>
    Effect.gen(function* () {
      let page = 0
      const { error } = yield* refused(
        (_, response) => {
          setTimeout(() => json(response, journey(), { "next-page": `p${++page}` }), 100)
        },
        { queryDeadline: Duration.seconds(2) }
      )
      assert.strictEqual(reasonOf(error), "timeout")
      assert.isAtLeast(error.requests, 2)
    })
  )
})
