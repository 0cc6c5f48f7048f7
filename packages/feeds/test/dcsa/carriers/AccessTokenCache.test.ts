import { generateKeyPairSync, verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { journey } from "../payloads.ts"
import {
  type Behaviour,
  carrierAt,
  carrierServer,
  poll,
  respondWithJson,
  respondWithStatus,
  sourceFor,
  withCredentials
} from "../support/CarrierServer.ts"

/** A carrier that accepts the tokens for which `valid` is true, with an issuer that runs `issue`. */
const carrier = (issue: Behaviour, valid: (token: string) => boolean = () => true) =>
  carrierServer((request, response) => {
    if (request.url.pathname === "/token") return issue(request, response)
    const token = request.headers.authorization?.replace("Bearer ", "") ?? ""
    return valid(token) ? respondWithJson(response, journey()) : respondWithStatus(response, 401)
  })

/** Credentials that are proved by an assertion, with the thumbprint as a certificate shows it. */
const withAssertion = (origin: string, key: string) => ({
  credentials: Option.map(withCredentials(origin).credentials, (credentials) => ({
    ...credentials,
    clientAuthentication: "private_key_jwt" as const,
    clientSecret: Redacted.make(key),
    certificateThumbprint: "84:E0:5C:1D:98:BC:E3:A5:42:1D:02:6B:E1:B5:49:CC:B5:65:52:09"
  }))
})

/** An issuer of numbered tokens. */
const numberedTokens = (fields: Record<string, unknown> = { expires_in: 3600 }): Behaviour => {
  let issued = 0
  return (_, response) =>
    respondWithJson(response, { access_token: `token-${++issued}`, token_type: "Bearer", ...fields })
}

const paths = (requests: ReadonlyArray<{ readonly url: URL }>) => requests.map(({ url }) => url.pathname)

describe("an access token", () => {
  it.live("is fetched with the client credentials in the body, and used with the key headers", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numberedTokens())
      const secrets = {
        ...withCredentials(server.origin),
        keyHeaders: [{ name: "Consumer-Key", value: Redacted.make("k3y") }]
      }
      yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, secrets)])))
      const [token, events] = server.requests
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

  it.live("is fetched with the key headers where the carrier requires them", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numberedTokens())
      const secrets = {
        ...withCredentials(server.origin, "body", true),
        keyHeaders: [{ name: "Consumer-Key", value: Redacted.make("k3y") }]
      }
      yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, secrets)])))
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["consumer-key"]),
        ["k3y", "k3y"]
      )
    })
  )

  it.live("is fetched with a Basic header and no secret in the body where the carrier requires it", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numberedTokens())
      const secrets = withCredentials(server.origin, "basic")
      yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, secrets)])))
      const [token] = server.requests
      assert.strictEqual(token?.headers.authorization, `Basic ${btoa("landfall:pass%3Aword")}`)
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(token?.body)), {
        grant_type: "client_credentials",
        scope: "tnt"
      })
    })
  )

  it.live("is fetched with an assertion that the private key of the client signs", () =>
    Effect.gen(function* () {
      const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
      const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
      for (const key of [pem, pem.trim().replaceAll("\n", "\\n"), pem.replaceAll(/-----.*-----|\n/g, "")]) {
        const server = yield* carrier(numberedTokens())
        yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, withAssertion(server.origin, key))])))
        const body = new URLSearchParams(server.requests[0]?.body)
        assert.strictEqual(body.get("client_assertion_type"), "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        assert.isNull(body.get("client_secret"))
        const [header = "", claims = "", signature = ""] = body.get("client_assertion")?.split(".") ?? []
        const data = Buffer.from(`${header}.${claims}`)
        assert.isTrue(verify("sha256", data, publicKey, Buffer.from(signature, "base64url")))
        const parse = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString())
        assert.deepStrictEqual(parse(header), { alg: "RS256", typ: "JWT", x5t: "hOBcHZi846VCHQJr4bVJzLVlUgk" })
        const { iss, sub, aud, iat, exp } = Schema.decodeUnknownSync(
          Schema.Struct({
            iss: Schema.String,
            sub: Schema.String,
            aud: Schema.String,
            iat: Schema.Int,
            exp: Schema.Int
          })
        )(parse(claims))
        assert.deepStrictEqual([iss, sub, aud, exp - iat], ["landfall", "landfall", `${server.origin}/token`, 300])
        assert.strictEqual(server.requests[1]?.headers.authorization, "Bearer token-1")
      }
    })
  )

  it.live("of a key that cannot sign fails as rejected credentials, and sends nothing to the issuer", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numberedTokens())
      const failure = yield* Effect.flip(
        poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, withAssertion(server.origin, "AAAA"))])))
      )
      assert.strictEqual(failure._tag, "SourceUnauthorised")
      assert.include(failure.message, "check privateKey")
      assert.deepStrictEqual(paths(server.requests), [])
    })
  )

  it.live("is fetched once for concurrent queries, and cached for later ones", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numberedTokens({ expires_in: "3600" }))
      yield* Effect.gen(function* () {
        yield* Effect.forEach([1, 2, 3, 4], () => poll(), { concurrency: "unbounded" })
        yield* poll()
      }).pipe(Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))])))
      assert.strictEqual(paths(server.requests).filter((path) => path === "/token").length, 1)
    })
  )

  it.live("is renewed after its expiry", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numberedTokens({ expires_in: 0 }))
      yield* Effect.andThen(poll(), poll()).pipe(
        Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
      )
      assert.deepStrictEqual(paths(server.requests), ["/token", "/v2/events", "/token", "/v2/events"])
    })
  )

  it.live("is renewed once when the carrier no longer accepts it", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numberedTokens(), (token) => token !== "token-1")
      const snapshot = yield* poll().pipe(
        Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
      )
      assert.strictEqual(snapshot.requests, 2)
      assert.deepStrictEqual(paths(server.requests), ["/token", "/v2/events", "/token", "/v2/events"])
    })
  )

  it.live("that is rejected although it is new is not renewed again", () =>
    Effect.gen(function* () {
      const server = yield* carrier(numberedTokens(), () => false)
      const error = yield* Effect.flip(poll()).pipe(
        Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
      )
      assert.strictEqual(error._tag, "SourceUnauthorised")
      assert.strictEqual(server.requests.length, 4)
    })
  )
})

describe("an issuer that", () => {
  const refusals: Record<string, readonly [Behaviour, string]> = {
    "rejects the credentials": [
      (_, response) => respondWithJson(response, { error: "invalid_client" }, {}, 400),
      "SourceUnauthorised"
    ],
    "responds with 401": [(_, response) => respondWithStatus(response, 401), "SourceUnauthorised"],
    "is down": [(_, response) => respondWithStatus(response, 503), "SourceUnavailable"],
    "is rate limited": [(_, response) => respondWithStatus(response, 429, { "retry-after": "60" }), "SourceThrottled"],
    redirects: [(_, response) => respondWithStatus(response, 307, { location: "/elsewhere" }), "SourceUnavailable"],
    "sends an HTML page": [(_, response) => void response.end("<html>"), "SourceUnavailable"],
    "sends no token": [(_, response) => respondWithJson(response, { token_type: "Bearer" }), "SourceUnavailable"],
    "sends a token that would break a header": [
      (_, response) => respondWithJson(response, { access_token: "a\r\nX-Evil: 1" }),
      "SourceUnavailable"
    ],
    "sends a token of another kind": [
      (_, response) => respondWithJson(response, { access_token: "t", token_type: "mac" }),
      "SourceUnavailable"
    ],
    "responds with too many bytes": [
      (_, response) => respondWithJson(response, { access_token: "t".repeat(100_000) }),
      "SourceUnavailable"
    ]
  }
  for (const [name, [issue, expected]] of Object.entries(refusals)) {
    it.live(`${name} fails the poll without a request to the carrier and without a secret in the error`, () =>
      Effect.gen(function* () {
        const server = yield* carrier(issue)
        const error = yield* Effect.flip(poll()).pipe(
          Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
        )
        assert.strictEqual(error._tag, expected)
        assert.strictEqual(error.requests, 0)
        assert.notInclude(error.message, "pass:word")
        assert.notInclude(paths(server.requests), "/v2/events")
      })
    )
  }

  it.live("rejects the credentials is not requested again for every shipment", () =>
    Effect.gen(function* () {
      const server = yield* carrier((_, response) => respondWithStatus(response, 401))
      yield* Effect.forEach([1, 2, 3], () => Effect.flip(poll())).pipe(
        Effect.provide(sourceFor([carrierAt(server.origin, {}, withCredentials(server.origin))]))
      )
      assert.strictEqual(server.requests.length, 1)
    })
  )
})
