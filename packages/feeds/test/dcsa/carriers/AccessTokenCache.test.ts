import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { journey } from "../payloads.ts"
import {
  ask,
  type Behaviour,
  bare,
  carrierAt,
  carrierServer,
  json,
  sourceFor,
  withCredentials
} from "../support/CarrierServer.ts"

/** A carrier that takes the tokens `valid` says, and whose issuer behaves as told. */
const carrier = (issue: Behaviour, valid: (token: string) => boolean = () => true) =>
  carrierServer((request, response) => {
    if (request.url.pathname === "/token") return issue(request, response)
    const token = request.headers.authorization?.replace("Bearer ", "") ?? ""
    return valid(token) ? json(response, journey()) : bare(response, 401)
  })

/** An issuer that numbers its tokens. */
const numbered = (answer: Record<string, unknown> = { expires_in: 3600 }): Behaviour => {
  let issued = 0
  return (_, response) => json(response, { access_token: `token-${++issued}`, token_type: "Bearer", ...answer })
}

const paths = (heard: ReadonlyArray<{ readonly url: URL }>) => heard.map(({ url }) => url.pathname)

describe("an access token", () => {
  it.live("is fetched with the client credentials in the body, and used with the key headers", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numbered())
      const secrets = {
        ...withCredentials(server.origin),
        keyHeaders: [{ name: "Consumer-Key", value: Redacted.make("k3y") }]
      }
      yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, secrets)])))
      const [token, events] = server.heard
      assert.strictEqual(token?.method, "POST")
      assert.strictEqual(token?.headers["content-type"], "application/x-www-form-urlencoded")
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(token?.body)), {
        grant_type: "client_credentials",
        scope: "tnt",
        client_id: "landfall",
        client_secret: "pass:word"
      })
      assert.isUndefined(token?.headers["consumer-key"])
      assert.strictEqual(events?.headers.authorization, "Bearer token-1")
      assert.strictEqual(events?.headers["consumer-key"], "k3y")
    })
  )

  it.live("is fetched with a Basic header where the carrier wants that, and no secret in the body", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numbered())
      const secrets = withCredentials(server.origin, "basic")
      yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, secrets)])))
      const [token] = server.heard
      assert.strictEqual(token?.headers.authorization, `Basic ${btoa("landfall:pass%3Aword")}`)
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(token?.body)), {
        grant_type: "client_credentials",
        scope: "tnt"
      })
    })
  )

  it.live("is fetched once for many questions at once, and kept for later ones", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numbered({ expires_in: "3600" }))
      yield* Effect.gen(function* () {
        yield* Effect.forEach([1, 2, 3, 4], () => ask(), { concurrency: "unbounded" })
        yield* ask()
      }).pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))])))
      assert.strictEqual(paths(server.heard).filter((path) => path === "/token").length, 1)
    })
  )

  it.live("is renewed when its time is over", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numbered({ expires_in: 0 }))
      yield* Effect.andThen(ask(), ask()).pipe(
        Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
      )
      assert.deepStrictEqual(paths(server.heard), ["/token", "/v2/events", "/token", "/v2/events"])
    })
  )

  it.live("is renewed once when the carrier takes it no longer", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numbered(), (token) => token !== "token-1")
      const snapshot = yield* ask().pipe(
        Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
      )
      assert.strictEqual(snapshot.requests, 2)
      assert.deepStrictEqual(paths(server.heard), ["/token", "/v2/events", "/token", "/v2/events"])
    })
  )

  it.live("that is refused though it is fresh is not renewed again", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numbered(), () => false)
      const error = yield* Effect.flip(ask()).pipe(
        Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
      )
      assert.strictEqual(error._tag, "SourceUnauthorised")
      assert.strictEqual(server.heard.length, 4)
    })
  )
})

describe("an issuer that", () => {
  const refusals: Record<string, readonly [Behaviour, string]> = {
    "refuses the credentials": [
      (_, response) => json(response, { error: "invalid_client" }, {}, 400),
      "SourceUnauthorised"
    ],
    "does not know us": [(_, response) => bare(response, 401), "SourceUnauthorised"],
    "is down": [(_, response) => bare(response, 503), "SourceUnavailable"],
    "is busy": [(_, response) => bare(response, 429, { "retry-after": "60" }), "SourceThrottled"],
    redirects: [(_, response) => bare(response, 307, { location: "/elsewhere" }), "SourceUnavailable"],
    "sends a page": [(_, response) => void response.end("<html>"), "SourceUnavailable"],
    "sends no token": [(_, response) => json(response, { token_type: "Bearer" }), "SourceUnavailable"],
    "sends a token that would break a header": [
      (_, response) => json(response, { access_token: "a\r\nX-Evil: 1" }),
      "SourceUnavailable"
    ],
    "sends a token of another kind": [
      (_, response) => json(response, { access_token: "t", token_type: "mac" }),
      "SourceUnavailable"
    ],
    "answers without end": [(_, response) => json(response, { access_token: "t".repeat(100_000) }), "SourceUnavailable"]
  }
  for (const [name, [issue, expected]] of Object.entries(refusals)) {
    it.live(`${name} leaves the carrier unasked, and says so without a secret`, () =>
      Effect.gen(function* () {
        const server = yield* carrier(issue)
        const error = yield* Effect.flip(ask()).pipe(
          Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
        )
        assert.strictEqual(error._tag, expected)
        assert.strictEqual(error.requests, 0)
        assert.notInclude(error.message, "pass:word")
        assert.notInclude(paths(server.heard), "/v2/events")
      })
    )
  }

  it.live("refuses the credentials is not asked again by every shipment", () =>
    Effect.gen(function* () {
      const server = yield* carrier((_, response) => bare(response, 401))
      yield* Effect.forEach([1, 2, 3], () => Effect.flip(ask())).pipe(
        Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
      )
      assert.strictEqual(server.heard.length, 1)
    })
  )
})
