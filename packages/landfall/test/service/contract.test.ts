import { assert, layer } from "@effect/vitest"
import { ERRORS, httpStatusOf } from "@landfall/api/conventions/ErrorCode"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { callerOf, newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
}

const operations: Array<Operation> = []
HttpApi.reflect(LandfallApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint }) => {
    const path = endpoint.path.replaceAll(/:[A-Za-z]+/g, "x")
    operations.push({ name: `${group.identifier}.${endpoint.identifier}`, method: endpoint.method, path })
  }
})

layer(serviceLayer, { excludeTestServices: true })("the contract", (it) => {
  it.effect("every operation requires an API key before it reads the request, except notifications of carriers", () =>
    Effect.gen(function* () {
      const stranger = callerOf(yield* serviceUrl, "")
      const guarded = operations.filter(({ path }) => path !== `${ALERTS_PREFIX}/carriers/x/events`)
      assert.isAbove(guarded.length, 25)
      assert.strictEqual(guarded.length, operations.length - 2)
      for (const { method, path } of guarded) {
        const body = method === "POST" || method === "PUT" || method === "PATCH" ? "{" : undefined
        const response = yield* Effect.promise(() => stranger.send(method, path, body))
        assert.deepStrictEqual(
          [response.status, response.body.errorCode],
          [401, ERRORS.keyMissing.code],
          `${method} ${path}`
        )
      }
    })
  )

  it.effect("every response has an X-Request-Id: the one of the caller if it is valid", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const paths = [
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/nowhere",
        `${ALERTS_PREFIX}/endpoint`,
        `${ALERTS_PREFIX}/endpoint/none`
      ]
      for (const path of paths) {
        const response = yield* Effect.promise(() => caller.send("GET", path))
        assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/, path)
        const echoed = yield* Effect.promise(() => caller.send("GET", path, undefined, { "x-request-id": "mine-7" }))
        assert.strictEqual(echoed.headers.get("x-request-id"), "mine-7", path)
        const rejected = yield* Effect.promise(() =>
          caller.send("GET", path, undefined, { "x-request-id": `${"x".repeat(200)}` })
        )
        assert.match(rejected.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/, path)
      }
    })
  )

  it.effect("the OpenAPI document has every operation with its API key and errorInfo", () =>
    Effect.gen(function* () {
      const caller = callerOf(yield* serviceUrl, "")
      const whole = yield* Effect.promise(() => caller.send("GET", "/openapi.json"))
      const described = Object.values<Record<string, unknown>>(whole.body.paths).flatMap((path) => Object.keys(path))
      assert.strictEqual(described.length, operations.length)
      const create = whole.body.paths[`${ALERTS_PREFIX}/endpoint`].post
      assert.include(JSON.stringify(create.security), "apiKey")
      for (const status of ["201", "400", "401", "403", "404", "409", "413", "415", "422", "500", "503"]) {
        assert.property(create.responses, status)
      }
      for (const prefix of [ALERTS_PREFIX, CONGESTION_PREFIX, CO2_PREFIX]) {
        const area = yield* Effect.promise(() => caller.send("GET", `${prefix}/openapi.json`))
        const paths = Object.keys(area.body.paths)
        assert.isTrue(paths.every((path) => path.startsWith(prefix) || path === "/application"))
        for (const path of ["/consumption/current-period", "/consumption/periods", "/usages", "/usages/operations"]) {
          assert.include(paths, prefix + path)
        }
      }
    })
  )

  it.effect("the OpenAPI document describes the limit of every list as an integer with its bounds", () =>
    Effect.gen(function* () {
      const caller = callerOf(yield* serviceUrl, "")
      for (const area of ["", ALERTS_PREFIX, CO2_PREFIX]) {
        const { body } = yield* Effect.promise(() => caller.send("GET", `${area}/openapi.json`))
        const text = JSON.stringify(body.paths)
        const limits = text.match(/\{"name":"limit","in":"query"[^{]*"schema":\{[^}]*\}/gu) ?? []
        assert.isAbove(limits.length, 0)
        for (const limit of limits) assert.include(limit, '"type":"integer","minimum":1,"maximum":250,"default":50')
      }
    })
  )

  it.effect("an unknown path is 40400, and a known path with another method 40500 with the allowed methods", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const nowhere = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/endpoints/of/nobody`))
      assert.deepStrictEqual([nowhere.status, nowhere.body.errorCode], [404, 40400])
      const method = yield* Effect.promise(() => caller.send("DELETE", `${ALERTS_PREFIX}/easy-shipment`))
      assert.deepStrictEqual([method.status, method.body.errorCode], [405, 40500])
      assert.strictEqual(method.headers.get("allow"), "POST, OPTIONS")
      for (const id of ["a".repeat(101), "a".repeat(10_000), "%00"]) {
        const response = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/endpoint/${id}`))
        assert.deepStrictEqual([response.status, response.body.errorCode], [404, 40402], id.slice(0, 10))
      }
      const broken = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/endpoint/%E0%A4%A`))
      assert.strictEqual(broken.status, 404)
    })
  )

  it.effect("credits are never overdrawn, and a call without credits is 40200", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 25)
      const numbers = ["MSKU7194304", "MSCU1234566", "CSQU3054383"]
      const responses = yield* Effect.promise(() =>
        Promise.all(numbers.map((number) => caller.send("POST", `${ALERTS_PREFIX}/shipment`, { number })))
      )
      assert.deepStrictEqual(responses.map(({ status }) => status).toSorted(), [201, 201, 402])
      const rejected = responses.find(({ status }) => status === 402)
      assert.strictEqual(rejected?.body.errorCode, 40200)
      const period = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/consumption/current-period`))
      assert.deepStrictEqual([period.body.creditsInitial, period.body.credits], [25, 5])
      const list = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/shipment`))
      assert.strictEqual(list.body.data.length, 2)
    })
  )

  it.effect("a repeated idempotency-key gets the first response, and concurrent requests create one endpoint", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const headers = { "idempotency-key": "0d6f1c2a-6a43-4c37-9b56-2f0d1f5f8a10" }
      const body = { url: "https://example.com/hook", metadata: { a: "1", b: "2" } }
      const send = (sent: unknown) =>
        Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/endpoint`, sent, headers))
      const responses = yield* Effect.all([send(body), send(body), send(body)], { concurrency: 3 })
      const created = responses.filter(({ status }) => status === 201)
      assert.isAbove(created.length, 0)
      assert.isTrue(responses.every(({ status }) => status === 201 || status === 409))
      headers["idempotency-key"] = headers["idempotency-key"].toUpperCase()
      const again = yield* send({ metadata: { b: "2", a: "1" }, url: body.url })
      assert.deepStrictEqual([again.status, again.body], [201, created[0]?.body])
      const other = yield* send({ url: "https://example.com/other" })
      assert.deepStrictEqual([other.status, other.body.errorCode], [422, 42200])
      const list = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/endpoint`))
      assert.strictEqual(list.body.data.length, 1)
    })
  )

  it.effect("a repeated easy-shipment gets the first results, with the reasons of the lines that were rejected", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const send = (path: string, sent: unknown, key: string) =>
        Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}${path}`, sent, { "idempotency-key": key }))
      const first = yield* send("/endpoint", { url: "https://example.com/1" }, "7a6f1c2a-6a43-4c37-9b56-2f0d1f5f8a11")
      const second = yield* send("/endpoint", { url: "https://example.com/2" }, "7a6f1c2a-6a43-4c37-9b56-2f0d1f5f8a12")
      const lines = {
        shipments: [{ number: containerOf(71) }, { number: "MSKU7194305" }, { number: "?", sealine: "X" }]
      }
      const key = "7a6f1c2a-6a43-4c37-9b56-2f0d1f5f8a13"
      const registered = yield* send("/easy-shipment", { [first.body.id]: lines, [second.body.id]: lines }, key)
      assert.strictEqual(registered.status, 202)
      assert.deepStrictEqual(
        registered.body.results.map(({ status }: { status: string }) => status),
        ["accepted", "rejected", "rejected", "accepted", "rejected", "rejected"]
      )
      const repeated = yield* send("/easy-shipment", { [second.body.id]: lines, [first.body.id]: lines }, key)
      assert.deepStrictEqual([repeated.status, repeated.body], [202, registered.body])
      const again = yield* send("/easy-shipment", { [first.body.id]: lines }, "7a6f1c2a-6a43-4c37-9b56-2f0d1f5f8a14")
      assert.strictEqual(again.body.results[0].status, "already_tracked")
    })
  )

  it.effect("an iterator is valid only for its own list", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      yield* Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/endpoint`, { url: "https://example.com/" }))
      const list = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/endpoint?limit=1`))
      const response = yield* Effect.promise(() =>
        caller.send("GET", `${ALERTS_PREFIX}/shipment?iterator=${list.body.iterator}`)
      )
      assert.deepStrictEqual([response.status, response.body.errorCode], [400, 40004])
    })
  )

  it.effect("every error of the catalogue has the status that its code begins with", () =>
    Effect.sync(() => {
      for (const { code } of Object.values(ERRORS)) assert.isTrue(httpStatusOf(code) >= 400 && httpStatusOf(code) < 600)
    })
  )
})
