import { assert, describe, layer } from "@effect/vitest"
import { CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { converse, type Step } from "../support/RawSocket.ts"
import { seedPort } from "../support/SeededPort.ts"
import { type Caller, newCaller, serviceOn, serviceUrl } from "../support/Service.ts"
import { stoppedClock } from "../support/ServiceClock.ts"

interface Call {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** The response to a call, without the headers and properties that depend on the time of the call. */
const responseTo = (caller: Caller, { method, path, body, headers }: Call) =>
  Effect.promise(async () => {
    const {
      status,
      headers: received,
      body: responseBody
    } = await caller.send(method, path, body, {
      "accept-encoding": "identity",
      ...headers
    })
    const stable = [...received].filter(([name]) => !["date", "x-request-id", "content-length"].includes(name))
    return {
      status,
      headers: stable,
      body: { ...responseBody, time: undefined, quality: { ...responseBody.quality, asOf: undefined } }
    }
  })

const voyage = { vessel: { imo: 9706906, speed: 13 }, departure: { portCode: "frleh" }, arrival: { portCode: "ESBCN" } }
const figures = `${CONGESTION_PREFIX}/congestion/NLRTM`
const compute = `${CO2_PREFIX}/compute-co2`

/** Requests that take the fast path, each with an equivalent request that takes the router. */
const pairs: ReadonlyArray<readonly [name: string, fast: Call, routed: Call]> = [
  [
    "the figures of a port",
    { method: "GET", path: figures },
    { method: "GET", path: `${CONGESTION_PREFIX}/congestion/nlrtm` }
  ],
  [
    "a port without data",
    { method: "GET", path: `${CONGESTION_PREFIX}/congestion/USHOU` },
    { method: "GET", path: `${CONGESTION_PREFIX}/congestion/ushou` }
  ],
  ...[
    voyage,
    { ...voyage, vessel: { imo: 9706906 }, options: { cargo: "reefer", avoid: ["suez"] } },
    { ...voyage, vessel: { mmsi: 211000001 } },
    { ...voyage, vessel: { imo: 9706905 }, arrival: {} },
    { ...voyage, vessel: { imo: "9706906" } },
    { ...voyage, note: 1 },
    []
  ].map((body): readonly [string, Call, Call] => [
    `the voyage ${JSON.stringify(body)}`,
    { method: "POST", path: compute, body },
    { method: "POST", path: compute, body, headers: { "content-type": "application/json; charset=utf-8" } }
  ]),
  [
    "an empty body",
    { method: "POST", path: compute, body: "" },
    { method: "POST", path: compute, body: "", headers: { "content-type": "application/json; charset=utf-8" } }
  ],
  [
    "a body that is not JSON",
    { method: "POST", path: compute, body: "{" },
    { method: "POST", path: compute, body: "{", headers: { "content-type": "application/json; charset=utf-8" } }
  ]
]

const usageOf = (caller: Caller) =>
  Effect.promise(async () => {
    const { body: period } = await caller.send("GET", `${CO2_PREFIX}/consumption/current-period`)
    const { body } = await caller.send("GET", `${CO2_PREFIX}/usages/operations`)
    const counted: ReadonlyArray<{ operation: string }> = body.operations
    return {
      consumed: period.creditsInitial - period.credits,
      counted: counted.filter(({ operation }) => /^(co2|portCongestion)\./.test(operation))
    }
  })

layer(serviceOn(stoppedClock), { excludeTestServices: true })("a call on a fast path", (it) => {
  describe("has the status, headers, body, cost and count of a call through the router", () => {
    for (const [name, fast, routed] of pairs) {
      it.effect(name, () =>
        Effect.gen(function* () {
          yield* seedPort
          for (const credits of [1000, 0]) {
            const [one, other] = [
              yield* newCaller("pay-as-you-go", credits),
              yield* newCaller("pay-as-you-go", credits)
            ]
            assert.deepStrictEqual(yield* responseTo(one, fast), yield* responseTo(other, routed))
            assert.deepStrictEqual(yield* usageOf(one), yield* usageOf(other))
          }
        })
      )
    }
  })

  it.effect("has the same response text as a call through the router", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller()
      for (const [, fast, routed] of pairs.slice(2, 5)) {
        const [one, other] = [fast, routed].map(({ method, path, body, headers }) =>
          Effect.promise(() =>
            caller.send(method, path, body, headers).then((response) => JSON.stringify(response.body))
          )
        )
        assert.strictEqual(yield* one ?? Effect.succeed(""), yield* other ?? Effect.succeed(""))
      }
    })
  )

  it.effect("echoes a valid X-Request-Id, and has a new one otherwise", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller()
      const idOf = (headers: Record<string, string>) =>
        Effect.promise(() =>
          caller.send("GET", figures, undefined, headers).then((response) => response.headers.get("x-request-id"))
        )
      assert.strictEqual(yield* idOf({ "x-request-id": "mine-1" }), "mine-1")
      assert.match(String(yield* idOf({ "x-request-id": "not valid!" })), /^[0-9a-f-]{36}$/)
      assert.notStrictEqual(yield* idOf({}), yield* idOf({}))
    })
  )

  it.effect("rejects a key that is missing, unknown or too long", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller()
      const codeOf = (key: string) =>
        Effect.promise(() =>
          caller.send("GET", figures, undefined, { api_key: key }).then(({ body }) => body.errorCode)
        )
      assert.deepStrictEqual(
        [yield* codeOf(""), yield* codeOf("lf_nobody_has_this_key"), yield* codeOf("x".repeat(300))],
        [40100, 40101, 40101]
      )
    })
  )

  it.effect("never overdraws an account under concurrent calls, and charges each response", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller("pay-as-you-go", 25)
      const responses = yield* Effect.promise(() =>
        Promise.all(
          Array.from({ length: 60 }, (_, n) =>
            n % 2 ? caller.send("GET", figures) : caller.send("POST", compute, voyage)
          )
        )
      )
      const paid = responses.filter(({ status }) => status === 200).length
      assert.strictEqual(paid, 25)
      assert.isTrue(responses.every(({ status }) => status === 200 || status === 402))
      assert.strictEqual((yield* usageOf(caller)).consumed, 25)
    })
  )

  it.effect("reads a body that arrives in parts, also where they part a character", () =>
    Effect.gen(function* () {
      yield* seedPort
      const { key } = yield* newCaller()
      const url = yield* serviceUrl
      const computed = new TextEncoder().encode(JSON.stringify(voyage))
      // 0xc3 0xa4 is one character in UTF-8.
      const rejected = new TextEncoder().encode('{"ä": 1')
      const parts = (bytes: Uint8Array): ReadonlyArray<Step> => [
        `POST ${compute} HTTP/1.1\r\nhost: x\r\napi_key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length}\r\n\r\n`,
        ...Array.from(bytes, (byte) => Uint8Array.of(byte)),
        "(response)"
      ]
      const responses = yield* converse(url, [...parts(computed), ...parts(rejected), "(end)"])
      const [one, other] = responses
      assert.deepStrictEqual([one?.status, other?.status], [200, 400])
      assert.include(other?.body, "$ ends before the JSON is complete.")
    })
  )

  it.effect("sends 100 Continue to a caller that waits for it before it sends a small body", () =>
    Effect.gen(function* () {
      yield* seedPort
      const { key } = yield* newCaller()
      const body = JSON.stringify(voyage)
      const responses = yield* converse(yield* serviceUrl, [
        `POST ${compute} HTTP/1.1\r\nhost: x\r\napi_key: ${key}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`,
        "(response)",
        body,
        "(response)",
        "(end)"
      ])
      assert.deepStrictEqual(
        responses.map(({ status }) => status),
        [100, 200]
      )
    })
  )

  it.effect("charges nothing for a body that does not arrive to its end", () =>
    Effect.gen(function* () {
      yield* seedPort
      const caller = yield* newCaller()
      const head = `POST ${compute} HTTP/1.1\r\nhost: x\r\napi_key: ${caller.key}\r\ncontent-type: application/json\r\n`
      const responses = yield* converse(yield* serviceUrl, [`${head}content-length: 900\r\n\r\n{"vessel"`, "(end)"])
      assert.isTrue(responses.every(({ status }) => status === 400))
      assert.strictEqual((yield* usageOf(caller)).consumed, 0)
      assert.strictEqual((yield* Effect.promise(() => caller.send("POST", compute, voyage))).status, 200)
    })
  )

  it.effect("rejects a content encoding", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const compressed = yield* Effect.promise(() =>
        caller.send("GET", figures, undefined, { "content-encoding": "gzip" })
      )
      assert.deepStrictEqual([compressed.status, compressed.body.errorCode], [415, 41500])
    })
  )
})
