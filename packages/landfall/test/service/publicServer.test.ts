import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { Effect, Option } from "effect"
import { HttpApi } from "effect/http-api"
import { IpNetwork } from "effect/net"
import { converse } from "../support/RawSocket.ts"
import { callerOf, newCaller, serviceLayer, serviceOf, serviceUrl } from "../support/Service.ts"

const OPENAPI = "/openapi.json"
const EVENT_TYPES = `${ALERTS_PREFIX}/event-types`
const FIGURES = `${CONGESTION_PREFIX}/congestion/USHOU`

/** The operations that need an API key, with a value for each parameter of the path. */
const operations: Array<{ readonly method: string; readonly path: string; readonly hasQuery: boolean }> = []
HttpApi.reflect(LandfallApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint }) => {
    if (group.identifier === "notifications") return
    const path = endpoint.path
      .replaceAll(":portCode", "NLRTM")
      .replaceAll(":imo", "9706906")
      .replaceAll(/:[A-Za-z]+/g, "x")
    operations.push({ method: endpoint.method, path, hasQuery: endpoint.query !== undefined })
  }
})

/** One exchange over a socket, with the body as it was sent. */
const exchange = (url: string, path: string, headers: Record<string, string>, method = "GET") =>
  Effect.map(
    converse(url, [
      `${method} ${path} HTTP/1.1\r\n${Object.entries({ host: "landfall.test", connection: "close", ...headers })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n`
    ]),
    ([response]) => {
      if (response === undefined) throw new Error(`No response to ${method} ${path}`)
      return response
    }
  )

layer(serviceLayer, { excludeTestServices: true })("the API key", (it) => {
  it.effect("is accepted in each header, on fast paths and through the router; two keys are 40103", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const { key } = yield* newCaller()
      const { key: other } = yield* newCaller()
      for (const [path, status] of [
        [FIGURES, 404],
        [`${ALERTS_PREFIX}/endpoint`, 200]
      ] as const) {
        for (const headers of [
          { api_key: key },
          { "api-key": key },
          { authorization: `Bearer ${key}` },
          { api_key: key, "api-key": key, authorization: `bearer ${key}` },
          { api_key: key, authorization: "Basic dXNlcjpwYXNz" }
        ]) {
          assert.strictEqual((yield* exchange(url, path, headers)).status, status, JSON.stringify(Object.keys(headers)))
        }
        const both = yield* exchange(url, path, { api_key: key, authorization: `Bearer ${other}` })
        assert.deepStrictEqual([both.status, JSON.parse(both.body).errorCode], [401, 40103])
        const basic = yield* exchange(url, path, { authorization: "Basic dXNlcjpwYXNz" })
        assert.deepStrictEqual([basic.status, JSON.parse(basic.body).errorCode], [401, 40100])
      }
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("an unknown query parameter", (it) => {
  it.effect("is rejected by every operation", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      assert.isAbove(operations.length, 40)
      for (const { method, path } of operations) {
        const body = method === "POST" || method === "PUT" || method === "PATCH" ? {} : undefined
        for (const query of ["nonsense=1", "__proto__=1", "constructor"]) {
          const { status, body: rejection } = yield* Effect.promise(() => caller.send(method, `${path}?${query}`, body))
          assert.deepStrictEqual([status, rejection.errorCode], [400, 40004], `${method} ${path}?${query}`)
          const name = query.replace(/=.*/, "")
          assert.include(rejection.details.join("\n"), `query.${name} is not a known parameter`)
        }
      }
    })
  )

  it.effect("is named with the parameter that is meant, or with those that exist", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const detailOf = (path: string) =>
        Effect.map(
          Effect.promise(() => caller.send("GET", path)),
          ({ body }) => body.details
        )
      assert.deepStrictEqual(yield* detailOf(`${ALERTS_PREFIX}/endpoint?limmit=5`), [
        'query.limmit is not a known parameter; did you mean "limit"?'
      ])
      assert.deepStrictEqual(yield* detailOf(`${ALERTS_PREFIX}/endpoint?colour=red`), [
        "query.colour is not a known parameter; known parameters: limit, iterator"
      ])
      assert.deepStrictEqual(yield* detailOf(`${EVENT_TYPES}?a=1&b=2`), [
        "query.a is not a known parameter; the operation has no query parameters",
        "query.b is not a known parameter; the operation has no query parameters"
      ])
      assert.deepStrictEqual(yield* detailOf(`${FIGURES}?vesselTyp=cargo&asOf=never`), [
        'query.vesselTyp is not a known parameter; did you mean "vesselType"?',
        'query.asOf must be an instant of ISO 8601 with its zone, such as 2026-03-01T12:00:00Z, got "never"'
      ])
    })
  )

  it.effect("does not matter to an empty query, to health checks and to documents", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const path of [`${EVENT_TYPES}?`, `${OPENAPI}?v=1`, "/healthz?from=balancer"]) {
        assert.strictEqual((yield* Effect.promise(() => caller.send("GET", path))).status, 200, path)
      }
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("a large response", (it) => {
  it.effect("is compressed as the caller accepts, with Vary; a small one and a fast path are not", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const { key } = yield* newCaller()
      const accept = (coding: string, path = EVENT_TYPES) =>
        Effect.promise(() =>
          fetch(url + path, { headers: { api_key: key, "accept-encoding": coding } }).then(async (response) => ({
            coding: response.headers.get("content-encoding"),
            vary: response.headers.get("vary"),
            text: await response.text()
          }))
        )
      const plain = yield* accept("identity")
      assert.deepStrictEqual([plain.coding, plain.vary], [null, "Accept-Encoding"])
      for (const [coding, chosen] of [
        ["br, gzip", "br"],
        ["gzip", "gzip"],
        ["gzip, br;q=0", "gzip"],
        ["gzip, br;q=0.5", "gzip"],
        ["*;q=0.1", "br"],
        ["identity;q=0, *;q=0.5", "br"],
        ["identity, *;q=0.1", null],
        ["*;q=0", null],
        ["br, gzip;q=high", null],
        ["zstd", null]
      ] as const) {
        const packed = yield* accept(coding)
        assert.deepStrictEqual(
          [packed.coding, packed.vary, packed.text === plain.text],
          [chosen, "Accept-Encoding", true]
        )
      }
      // Errors, and documents, which are held compressed, are negotiated by the same rule.
      const unknown = Array.from({ length: 100 }, (_, index) => `unknownParameter${index}=1`).join("&")
      for (const path of [`${ALERTS_PREFIX}/endpoint?${unknown}`, OPENAPI]) {
        for (const [coding, chosen] of [
          ["*;q=0.1", "br"],
          ["gzip, br;q=0.5", "gzip"],
          ["identity, *;q=0.1", null]
        ] as const) {
          const large = yield* accept(coding, path)
          assert.strictEqual(large.coding, chosen, `${path.slice(0, 40)} ${coding}`)
          assert.doesNotThrow(() => JSON.parse(large.text))
        }
      }
      for (const path of ["/healthz", FIGURES]) {
        const small = yield* exchange(url, path, { api_key: key, "accept-encoding": "br, gzip" })
        assert.isFalse(small.headers.has("content-encoding"), path)
      }
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("a catalogue", (it) => {
  it.effect("has an entity tag, and is 304 without a body to a caller who has it", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const { key } = yield* newCaller()
      for (const [path, cache] of [
        [EVENT_TYPES, "private, no-cache"],
        [`${ALERTS_PREFIX}/sealines`, "private, no-cache"],
        [`${ALERTS_PREFIX}/tariff`, "private, no-cache"],
        [`${CO2_PREFIX}/ports?search=rotterdam`, "private, no-cache"],
        [OPENAPI, "public, no-cache"],
        [`${CO2_PREFIX}/openapi.json`, "public, no-cache"],
        ["/docs", "public, no-cache"]
      ] as const) {
        const first = yield* exchange(url, path, { api_key: key })
        const etag = first.headers.get("etag") ?? ""
        assert.match(etag, /^"[\w-]{22}"$/, path)
        assert.strictEqual(first.headers.get("cache-control"), cache)
        for (const matchingTag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
          const again = yield* exchange(url, path, { api_key: key, "if-none-match": matchingTag })
          assert.deepStrictEqual([again.status, again.body, again.headers.get("etag")], [304, "", etag])
        }
        const changed = yield* exchange(url, path, { api_key: key, "if-none-match": '"other"' })
        assert.strictEqual(changed.status, 200)
      }
      const stranger = yield* exchange(url, EVENT_TYPES, { "if-none-match": "*" })
      assert.strictEqual(stranger.status, 401)
    })
  )

  it.effect("can be read compressed, and validated with the weak tag of the compressed response", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const response = yield* Effect.promise(() => fetch(url + OPENAPI, { headers: { "accept-encoding": "gzip" } }))
      const etag = response.headers.get("etag") ?? ""
      assert.match(etag, /^W\/"/)
      yield* Effect.promise(() => response.text())
      assert.strictEqual((yield* exchange(url, OPENAPI, { "if-none-match": etag })).status, 304)
    })
  )
})

const behindProxy = serviceOf({
  publicUrl: Option.some("https://landfall.example.com"),
  corsOrigins: ["https://app.example.com", "http://localhost:3000"],
  proxies: { networks: [IpNetwork.fromStringUnsafe("127.0.0.0/8")], headers: "x-forwarded" },
  docs: "key"
})

layer(behindProxy, { excludeTestServices: true })("a server at an https URL", (it) => {
  it.effect("sends its security headers with every response, HSTS among them", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const { key } = yield* newCaller()
      for (const path of ["/healthz", FIGURES, EVENT_TYPES, "/nowhere", "/docs"]) {
        const headers = (yield* exchange(url, path, { api_key: key })).headers
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
        assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
        assert.strictEqual(headers.get("strict-transport-security"), "max-age=31536000")
        assert.include(headers.get("content-security-policy") ?? "", "frame-ancestors 'none'")
      }
      const page = (yield* exchange(url, "/docs", { api_key: key })).headers.get("content-security-policy") ?? ""
      assert.include(page, "connect-src 'self' https://landfall.example.com")
    })
  )

  it.effect("allows the pages of configured origins alone, preflights included", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const { key } = yield* newCaller()
      const preflightHeaders = { "access-control-request-method": "POST", "access-control-request-headers": "api_key" }
      for (const origin of ["https://app.example.com", "http://localhost:3000"]) {
        const preflight = yield* exchange(url, FIGURES, { origin, ...preflightHeaders }, "OPTIONS")
        assert.strictEqual(preflight.status, 204)
        assert.strictEqual(preflight.headers.get("access-control-allow-origin"), origin)
        assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /API_KEY.*Content-Type/)
        assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /GET.*PATCH/)
        assert.match(preflight.headers.get("vary") ?? "", /Origin/)
        for (const [path, headers] of [
          [FIGURES, { api_key: key }],
          [EVENT_TYPES, { api_key: key }],
          [EVENT_TYPES, {}]
        ] as const) {
          const response = yield* exchange(url, path, { origin, ...headers })
          assert.strictEqual(response.headers.get("access-control-allow-origin"), origin)
          assert.match(response.headers.get("access-control-expose-headers") ?? "", /X-Request-Id/)
          assert.match(response.headers.get("vary") ?? "", /Accept-Encoding.*Origin/)
        }
      }
      const foreign = yield* exchange(
        url,
        FIGURES,
        { origin: "https://evil.example.com", ...preflightHeaders },
        "OPTIONS"
      )
      assert.isFalse(foreign.headers.has("access-control-allow-origin"))
      assert.strictEqual((yield* exchange(url, FIGURES, {}, "OPTIONS")).status, 204)
    })
  )

  it.effect("gives its documents to callers with an API key alone, and lets a browser prompt for it", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const { key } = yield* newCaller()
      const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString("base64")}`
      for (const path of [OPENAPI, "/docs", `${ALERTS_PREFIX}/openapi.json`]) {
        for (const headers of [{}, { api_key: "lf_nobody_has_this" }, { authorization: basic("wrong") }]) {
          const rejected = yield* exchange(url, path, headers)
          assert.strictEqual(rejected.status, 401)
          assert.match(rejected.headers.get("www-authenticate") ?? "", /^Basic /)
          assert.strictEqual(Math.floor(JSON.parse(rejected.body).errorCode / 100), 401)
        }
        for (const headers of [{ "api-key": key }, { authorization: basic(key) }]) {
          const read = yield* exchange(url, path, headers)
          assert.deepStrictEqual([read.status, read.headers.get("cache-control")], [200, "private, no-cache"])
        }
      }
      assert.strictEqual((yield* exchange(url, "/healthz", {})).status, 200)
    })
  )
})

layer(serviceOf({ docs: "off", corsOrigins: ["*"] }), { excludeTestServices: true })(
  "a server without documents",
  (it) => {
    it.effect("has none of their paths, and allows every origin with *", () =>
      Effect.gen(function* () {
        const caller = callerOf(yield* serviceUrl, "")
        for (const path of ["/", "/docs", OPENAPI, `${ALERTS_PREFIX}/openapi.json`]) {
          const { status, body, headers } = yield* Effect.promise(() => caller.send("GET", path))
          assert.deepStrictEqual([status, body.errorCode], [404, 40400], path)
          assert.isFalse(headers.has("strict-transport-security"))
        }
        const { headers } = yield* Effect.promise(() =>
          caller.send("GET", "/healthz", undefined, { origin: "https://a.test" })
        )
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      })
    )
  }
)
