import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import { Effect, Layer } from "effect"
import { type Caller, callerOf, newCaller, serviceOf, serviceUrl } from "../support/Service.ts"
import { ServiceClock, stoppedClock } from "../support/ServiceClock.ts"

const PATH = "/mcp"

const post = (caller: Caller, body: unknown, headers?: Record<string, string>) =>
  Effect.promise(() => caller.send("POST", PATH, body, headers))

const messageOf = (method: string, params?: unknown, id: number | undefined = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params === undefined ? {} : { params })
})

const callOf = (name: string, args: Record<string, unknown> = {}) => messageOf("tools/call", { name, arguments: args })

/** Forty requests of a key in one burst, and then none while the clock does not advance. */
const BURST = 40
const service = serviceOf({}).pipe(
  Layer.provide(Layer.succeed(Limits, { ...DEFAULT_LIMITS, "key.requests": BURST / 10 })),
  Layer.provideMerge(stoppedClock)
)

layer(service, { excludeTestServices: true })("a request to /mcp", (it) => {
  it.effect("without a valid key is 401, and distinguishes a missing key from an unknown one", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const missing = yield* post(callerOf(url, ""), messageOf("ping"))
      assert.deepStrictEqual([missing.status, missing.body.errorCode], [401, 40100])
      const unknown = yield* post(callerOf(url, "lf_nobody_has_this_key"), messageOf("ping"))
      assert.deepStrictEqual([unknown.status, unknown.body.errorCode], [401, 40101])
    })
  )

  it.effect("with another method than POST is 405, and names the allowed one", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const method of ["GET", "DELETE", "PUT"]) {
        const { body, headers, status } = yield* Effect.promise(() => caller.send(method, PATH))
        assert.deepStrictEqual([method, status, body.errorCode], [method, 405, 40500])
        assert.strictEqual(headers.get("allow"), "POST, OPTIONS")
      }
    })
  )

  it.effect("over 1 MiB is 413, whether it declares its length or not", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const text = JSON.stringify(callOf("search_ports", { search: "x".repeat(1024 * 1024) }))
      const declared = yield* post(caller, text)
      assert.deepStrictEqual([declared.status, declared.body.errorCode], [413, 41300])
      const url = yield* serviceUrl
      const streamed = yield* Effect.promise(async () => {
        const init = {
          method: "POST",
          headers: { api_key: caller.key, "content-type": "application/json" },
          body: new Blob([text]).stream(),
          duplex: "half"
        }
        const response = await fetch(url + PATH, init)
        return { status: response.status, body: await response.json() }
      })
      assert.deepStrictEqual([streamed.status, streamed.body.errorCode], [413, 41300])
    })
  )

  it.effect("that nests more than request.jsonDepth is 413 before it is parsed", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const depth = DEFAULT_LIMITS["request.jsonDepth"] + 1
      const nested = `${"[".repeat(depth)}${" ".repeat(2000)}${"]".repeat(depth)}`
      const { body, status } = yield* post(caller, nested)
      assert.strictEqual(status, 413)
      assert.include(body.details[0], "request.jsonDepth")
    })
  )

  it.effect("of another content type is 415, and names the expected one", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const type of ["text/plain", "application/xml", "application/jsonp"]) {
        const { body, status } = yield* post(caller, JSON.stringify(messageOf("ping")), { "content-type": type })
        assert.deepStrictEqual([type, status, body.errorCode], [type, 415, 41500])
        assert.include(body.details[0], "application/json")
      }
      const charset = { "content-type": "application/json; charset=utf-8" }
      assert.strictEqual((yield* post(caller, JSON.stringify(messageOf("ping")), charset)).status, 200)
    })
  )

  it.effect("that is not a message is 400 with a JSON-RPC error; a notification and a response are 202", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      for (const [text, code] of [
        ["{", -32700],
        ["[]", -32600],
        ["7", -32600],
        ['{"id":1,"method":"ping"}', -32600],
        ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
        ['{"jsonrpc":"2.0","id":1}', -32600]
      ] as const) {
        const { body, status } = yield* post(caller, text)
        assert.deepStrictEqual([text, status, body.jsonrpc, body.error.code], [text, 400, "2.0", code])
      }
      for (const message of [
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", id: 1, result: {} }
      ]) {
        const { body, status } = yield* post(caller, message)
        assert.deepStrictEqual([status, body], [202, undefined])
      }
    })
  )

  it.effect("with a batch responds to each request in its order in 2025-03-26, and rejects it in other versions", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const search = callOf("search_ports", { search: "rotterdam" })
      const notification = { jsonrpc: "2.0", method: "notifications/initialized" }
      const batch = [
        { ...search, id: "a" },
        notification,
        messageOf("nothing", {}, 2),
        7,
        messageOf("ping", undefined, 3),
        { jsonrpc: "2.0", id: 4, result: {} }
      ]
      const { body, status } = yield* post(caller, batch)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        body.map(({ id, error }: { id: unknown; error?: { code: number } }) => [id, error?.code]),
        [
          ["a", undefined],
          [2, -32601],
          [null, -32600],
          [3, undefined]
        ]
      )
      assert.include(JSON.stringify(body[0].result), "NLRTM")
      assert.strictEqual((yield* post(caller, [notification, notification])).status, 202)

      const opening = messageOf("initialize", { protocolVersion: "2025-03-26" })
      for (const [invalid, version] of [
        [batch, "2025-06-18"],
        [batch, "2025-11-25"],
        [[], "2025-03-26"],
        [[opening, messageOf("ping")], "2025-03-26"],
        [Array.from({ length: 21 }, () => messageOf("ping")), "2025-03-26"]
      ] as const) {
        const rejected = yield* post(caller, JSON.stringify(invalid), { "mcp-protocol-version": version })
        assert.deepStrictEqual([rejected.status, rejected.body.id, rejected.body.error.code], [400, null, -32600])
      }
    })
  )

  it.effect("with a batch counts each of its messages against the rates", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const search = callOf("search_ports", { search: "rotterdam" })
      for (const requests of [20, 15]) {
        const { body, status } = yield* post(
          caller,
          Array.from({ length: requests }, () => search)
        )
        assert.deepStrictEqual([status, body.length], [200, requests])
      }
      const tooMany = yield* post(
        caller,
        Array.from({ length: 6 }, () => search)
      )
      assert.deepStrictEqual([tooMany.status, tooMany.body.errorCode], [429, 42900])
    })
  )

  it.effect("counts once against the rates when its tool makes one request, and else as the requests of the tool", () =>
    Effect.gen(function* () {
      const [caller, other, third] = [yield* newCaller(), yield* newCaller(), yield* newCaller()]
      const remainingTokens = ({ headers }: { readonly headers: Headers }) =>
        Number(/"key\.requests";r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])
      const search = callOf("search_ports", { search: "rotterdam" })
      for (let sent = 0; sent < BURST; sent++) {
        const { body, status } = yield* post(caller, search)
        assert.deepStrictEqual([status, body.result?.isError ?? false], [200, false])
      }
      const { body, headers, status } = yield* post(caller, search)
      assert.deepStrictEqual([status, body.errorCode], [429, 42900])
      assert.match(headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      assert.include(body.details[0], "key.requests")

      // A message without a tool counts as one, and so does the tool that makes one request.
      yield* post(other, messageOf("ping"))
      yield* post(other, search)
      assert.strictEqual(
        remainingTokens(yield* Effect.promise(() => other.send("GET", `${ALERTS_PREFIX}/tariff`))),
        BURST - 3
      )

      // get_usage makes several requests: the message has paid for the first.
      yield* post(third, callOf("get_usage"))
      const operations = yield* Effect.promise(() => third.send("GET", `${ALERTS_PREFIX}/usages/operations`))
      const counted: ReadonlyArray<{ operation: string; allCalls: number }> = operations.body.operations
      const requests = counted
        .filter(({ operation }) => operation !== "mcp.message")
        .reduce((sum, { allCalls }) => sum + allCalls, 0)
      assert.isAbove(requests, 1)
      assert.strictEqual(remainingTokens(operations), BURST - requests - 1)

      yield* Effect.flatMap(ServiceClock, ({ advance }) => advance("1 hour"))
      assert.strictEqual((yield* post(caller, search)).status, 200)
    })
  )

  it.effect("whose tool exceeds a rate returns the error of the operation to the model", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/endpoint`, { url: "https://example.com/hook" })
      )
      yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/endpoint/${body.id}/send-example`, {
          eventType: "vessel.arrival.at.final.pod"
        })
      )
      // 15 of 40 are left, and a resend counts as 20.
      const resend = callOf("resend_message", { messageId: "msg_01J00000000000000000000000", endpointId: body.id })
      const limited = yield* post(caller, resend, { "landfall-allow-writes": "true" })
      assert.strictEqual(limited.status, 200)
      assert.isTrue(limited.body.result.isError)
      assert.include(JSON.stringify(limited.body.result.content), "tooManyRequests 42900")
    })
  )
})
