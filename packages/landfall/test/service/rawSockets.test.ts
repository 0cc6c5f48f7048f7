import { assert, layer } from "@effect/vitest"
import { ERRORS, type ErrorName, httpStatusOf } from "@landfall/api/conventions/ErrorCode"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect, Schema } from "effect"
import { converse, type Step } from "../support/RawSocket.ts"
import { newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

const HOST = "Host: landfall.test\r\n"
const CLOSE = "Connection: close\r\n"
const GOOD = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`
const LAST = `GET /healthz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`
const PATH = `${ALERTS_PREFIX}/application`
const JSON_TYPE = "Content-Type: application/json\r\n"

const post = (key: string, headers: string, body: string) =>
  `POST ${PATH} HTTP/1.1\r\n${HOST}${JSON_TYPE}API-Key: ${key}\r\n${headers}\r\n${body}`

/** What is sent with an API key, and the error of each response in order; null for a success. */
type Case = readonly [
  name: string,
  steps: (key: string) => ReadonlyArray<Step>,
  errors: ReadonlyArray<ErrorName | null>
]

const cases: ReadonlyArray<Case> = [
  ["no Host", () => [`GET /healthz HTTP/1.1\r\n${CLOSE}\r\n`], ["requestMalformed"]],
  ["two Hosts", () => [`GET /healthz HTTP/1.1\r\n${HOST}HOST: other.test\r\n${CLOSE}\r\n`], ["requestMalformed"]],
  ...["a b", "a/b", "user@a", "a:port", "[::1", "a,b c"].map(
    (host): Case => [
      `the Host ${host}`,
      () => [`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}\r\n`],
      ["requestMalformed"]
    ]
  ),
  ...["", "a", "a.test:8080", "127.0.0.1", "[::1]:8080"].map(
    (host): Case => [`the Host "${host}"`, () => [`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}\r\n`], [null]]
  ),
  ["an absolute URL", () => [`GET http://landfall.test/healthz HTTP/1.1\r\n${HOST}${CLOSE}\r\n`], [null]],
  ["the target *", () => [`GET * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`], ["routeUnknown"]],
  ["the target * of OPTIONS", () => [`OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`], ["routeUnknown"]],
  ["HTTP/1.0 without Host", () => ["GET /healthz HTTP/1.0\r\n\r\n"], [null]],
  ["an unknown expectation", (key) => [post(key, `Expect: 200-ok\r\n${CLOSE}`, "")], ["expectationUnsupported"]],
  ["an unknown method", () => [`BREW /healthz HTTP/1.1\r\n${HOST}\r\n`], ["notImplemented"]],
  ["CONNECT", () => [`CONNECT landfall.test:443 HTTP/1.1\r\n${HOST}\r\n`], ["notImplemented"]],
  ["a request line of nonsense", () => ["NONSENSE\r\n\r\n"], ["requestMalformed"]],
  ["a request line without a version", () => [`GET /healthz\r\n${HOST}\r\n`], ["versionUnsupported"]],
  ["a request line of HTTP/2", () => [`GET /healthz HTTP/2.0\r\n${HOST}\r\n`], ["versionUnsupported"]],
  ["TLS", () => [new Uint8Array([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00])], ["requestMalformed"]],
  ["HTTP/2", () => ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], ["versionUnsupported"]],
  ["a line feed alone after the request line", () => [`GET /healthz HTTP/1.1\n${HOST}\r\n`], ["requestMalformed"]],
  [
    "a NUL in the query",
    () => [`GET /webhook/api/v1/shipment?search=a%00b HTTP/1.1\r\n${HOST}${CLOSE}\r\n`],
    ["parameterInvalid"]
  ],
  ["HTTP/3.0", () => [`GET /healthz HTTP/3.0\r\n${HOST}\r\n`], ["versionUnsupported"]],
  ["a header name with a blank", () => [`GET /healthz HTTP/1.1\r\n${HOST}a b: c\r\n\r\n`], ["requestMalformed"]],
  ["a header with a NUL", () => [`GET /healthz HTTP/1.1\r\n${HOST}a: \0\r\n\r\n`], ["requestMalformed"]],
  ["a folded header", () => [`GET /healthz HTTP/1.1\r\n${HOST}a: b\r\n c\r\n${CLOSE}\r\n`], ["requestMalformed"]],
  [
    "a header of 20 KB",
    () => [`GET /healthz HTTP/1.1\r\n${HOST}a: ${"x".repeat(20_000)}\r\n\r\n`],
    ["headersTooLarge"]
  ],
  ["a path of 20 KB", () => [`GET /${"x".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`], ["headersTooLarge"]],
  ["a length that is not a number", (key) => [post(key, "Content-Length: many\r\n", "{}")], ["requestMalformed"]],
  ["two lengths", (key) => [post(key, "Content-Length: 2\r\nContent-Length: 3\r\n", "{}}")], ["requestMalformed"]],
  [
    "a length beside chunks",
    (key) => [post(key, "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n")],
    ["requestMalformed"]
  ],
  [
    "an unknown transfer coding",
    (key) => [post(key, `Transfer-Encoding: gzip, chunked\r\n${CLOSE}`, "2\r\n{}\r\n0\r\n\r\n")],
    ["notImplemented"]
  ],
  [
    "a chunk without a size",
    (key) => [post(key, "Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n")],
    ["requestMalformed"]
  ],
  [
    "a long chunk extension",
    (key) => [post(key, "Transfer-Encoding: chunked\r\n", `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
    ["bodyTooLarge"]
  ],
  [
    "a body that is shorter than declared",
    (key) => [post(key, "Content-Length: 20\r\n", "{}"), "(end)"],
    ["requestMalformed"]
  ],
  [
    "chunks without an end",
    (key) => [post(key, "Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n"), "(end)"],
    ["requestMalformed"]
  ],
  [
    "a body that is longer than declared",
    (key) => [post(key, "Content-Length: 13\r\n", '{"name": "a"}{"name": "b"}')],
    [null, "requestMalformed"]
  ],
  ["nonsense after a good request", () => [`${GOOD}${GOOD}NONSENSE\r\n\r\n`], [null, null, "requestMalformed"]],
  [
    "a chunk without a size after a good request",
    (key) => [`${GOOD}${post(key, "Transfer-Encoding: chunked\r\n", "zz\r\n")}`],
    [null, "requestMalformed"]
  ],
  ["nonsense after a response", () => [GOOD, "(response)", "NONSENSE\r\n\r\n"], [null, "requestMalformed"]],
  [
    "an upgrade, which is ignored",
    (key) => [
      post(key, "Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 13\r\n", '{"name": "a"}'),
      "(response)",
      `GET /healthz HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      "(response)",
      LAST
    ],
    [null, null, null]
  ]
]

const Bytes = Schema.String.check(Schema.isBetweenLength(1, 60))

layer(serviceLayer, { excludeTestServices: true })("whatever bytes arrive", (it) => {
  for (const [name, steps, errors] of cases) {
    it.effect(`${name} gets its response in order, with an errorInfo, an id and the right status`, () =>
      Effect.gen(function* () {
        const { key } = yield* newCaller()
        const responses = yield* converse(yield* serviceUrl, steps(key))
        const codes = errors.map((error) => (error === null ? null : ERRORS[error].code))
        assert.deepStrictEqual(
          responses.map(({ status, body }) => (status < 400 ? null : JSON.parse(body).errorCode)),
          codes
        )
        for (const [index, { status, headers, body }] of responses.entries()) {
          assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
          const code = codes[index] ?? null
          if (code === null) continue
          assert.strictEqual(status, httpStatusOf(code))
          assert.strictEqual(headers.get("content-type"), "application/json")
          assert.match(JSON.parse(body).details[0], /^[A-Z].*\.$/)
        }
      })
    )
  }

  it.effect.prop(
    "every response is a success or an errorInfo, and the server handles the next request",
    [Bytes],
    ([bytes]) =>
      Effect.gen(function* () {
        const url = yield* serviceUrl
        for (const { status, headers, body } of yield* converse(url, [bytes, "\r\n\r\n", "(end)"])) {
          assert.isTrue(headers.has("x-request-id"))
          if (status >= 400) assert.strictEqual(Math.floor(JSON.parse(body).errorCode / 100), status)
        }
        assert.deepStrictEqual(
          (yield* converse(url, [LAST])).map(({ status }) => status),
          [200]
        )
      })
  )
})
