import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { ensureStarterVessels } from "../../src/service/StarterVessels.ts"
import { converse, resetConnection, type Step } from "../support/RawSocket.ts"
import { newCaller, serviceLayer, serviceOf, serviceUrl } from "../support/Service.ts"

const metrics = Effect.flatMap(serviceUrl, (url) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/metrics`)
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() }
  })
)

const voyage = { vessel: { imo: 9706906 }, departure: { portCode: "FRLEH" }, arrival: { portCode: "ESBCN" } }

/** The value of a line that begins with a name and labels. */
const valueOf = (text: string, name: string): number | undefined => {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

const requestsOf = (text: string, operation: string, status: number) =>
  valueOf(text, `landfall_http_request_duration_seconds_count{operation="${operation}",status="${status}"}`)

layer(serviceOf({ metrics: { _tag: "OnServer" } }), { excludeTestServices: true })("the metrics", (it) => {
  it.effect("count requests by path pattern and status, on fast paths and through the router", () =>
    Effect.gen(function* () {
      yield* ensureStarterVessels
      const caller = yield* newCaller()
      const before = (yield* metrics).text
      const send = (method: string, path: string, body?: unknown, headers = {}) =>
        Effect.promise(() => caller.send(method, path, body, headers))
      yield* send("POST", `${CO2_PREFIX}/compute-co2`, voyage)
      yield* send("POST", `${CO2_PREFIX}/compute-co2`, voyage, { "content-type": "application/json; charset=utf-8" })
      yield* send("POST", `${CO2_PREFIX}/compute-co2`, {})
      yield* send("GET", `${CONGESTION_PREFIX}/congestion/USHOU`)
      yield* send("GET", `${ALERTS_PREFIX}/endpoint`, undefined, { api_key: "lf_nobody_has_this_key" })
      yield* send("GET", "/nowhere/4711")
      const { status, type, text } = yield* metrics
      assert.deepStrictEqual([status, type], [200, "text/plain; version=0.0.4; charset=utf-8"])
      const more = (operation: string, of: number) =>
        (requestsOf(text, operation, of) ?? 0) - (requestsOf(before, operation, of) ?? 0)
      assert.strictEqual(more(`POST ${CO2_PREFIX}/compute-co2`, 200), 2)
      assert.strictEqual(more(`POST ${CO2_PREFIX}/compute-co2`, 400), 1)
      assert.strictEqual(more(`GET ${CONGESTION_PREFIX}/congestion/:portCode`, 404), 1)
      assert.strictEqual(more(`GET ${ALERTS_PREFIX}/endpoint`, 401), 1)
      assert.strictEqual(more("none", 404), 1)
      const debited = 'landfall_credits_debited_total{operation="co2.compute"}'
      assert.strictEqual((valueOf(text, debited) ?? 0) - (valueOf(before, debited) ?? 0), 2)
      assert.notInclude(text, "4711")
      assert.notInclude(text, "USHOU")
    })
  )

  it.effect("count bytes that are not an HTTP request by the kind of the fault, and no lost connection", () =>
    Effect.gen(function* () {
      const host = "Host: landfall.test\r\n"
      const sent: ReadonlyArray<readonly [fault: string, steps: ReadonlyArray<Step>]> = [
        ["method", ["NONSENSE\r\n\r\n"]],
        ["method", [`BREW /pot HTTP/1.1\r\n${host}\r\n`]],
        ["tls", [new Uint8Array([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00])]],
        ["connect", [`CONNECT landfall.test:443 HTTP/1.1\r\n${host}\r\n`]],
        ["headers_too_large", [`GET /healthz HTTP/1.1\r\n${host}a: ${"x".repeat(20_000)}\r\n\r\n`]],
        ["chunk_size", [`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`]],
        ["incomplete", [`POST / HTTP/1.1\r\n${host}Content-Length: 20\r\n\r\n{}`, "(end)"]]
      ]
      const url = yield* serviceUrl
      const countsOf = (text: string) =>
        new Map(
          Array.from(
            text.matchAll(/^landfall_http_framing_faults_total\{fault="(\w+)"\} (\d+)$/gm),
            ([, fault = "", count]) => [fault, Number(count)]
          )
        )
      const before = countsOf((yield* metrics).text)
      assert.isAbove(before.size, 10, "every kind is served before the first fault")
      assert.deepStrictEqual([...new Set(before.values())], [0])
      for (const [, steps] of sent) yield* converse(url, steps)
      yield* resetConnection(url, `GET /healthz HTTP/1.1\r\n${host}\r\n`)
      const expected = [...before.keys()].map((kind) => [kind, sent.filter(([fault]) => fault === kind).length])
      assert.deepStrictEqual([...countsOf((yield* metrics).text)], expected)
    })
  )

  it.effect("are at one form of their path alone, so that a proxy can block it", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      assert.strictEqual((yield* metrics).status, 200)
      for (const path of [
        "/METRICS",
        "/metrics/",
        "//metrics",
        "/metrics;",
        "/metrics;a=1",
        "/metrics#a",
        "/metrics;?b"
      ]) {
        const request = `GET ${path} HTTP/1.1\r\nHost: landfall.test\r\nConnection: close\r\n\r\n`
        const [response] = yield* converse(url, [request])
        assert.strictEqual(response?.status, 404, path)
        assert.include(response?.body, '"errorCode":40400', path)
      }
    })
  )

  it.effect("describe deliveries, storage and process", () =>
    Effect.gen(function* () {
      const { text } = yield* metrics
      for (const outcome of ["succeeded", "retried", "exhausted", "lease_lost"]) {
        assert.strictEqual(valueOf(text, `landfall_delivery_attempts_total{outcome="${outcome}"}`), 0)
      }
      for (const name of ["due", "oldest_due_age_seconds", "in_flight", "leased_waiting", "unrecorded"]) {
        assert.strictEqual(valueOf(text, `landfall_deliveries_${name}`), 0)
      }
      assert.strictEqual(valueOf(text, "landfall_storage_up"), 1)
      assert.strictEqual(valueOf(text, "landfall_worker_storage_up"), 1)
      assert.include(text, 'landfall_build_info{version="')
      assert.isAbove(valueOf(text, "process_resident_memory_bytes") ?? 0, 1e7)
      assert.isAbove(valueOf(text, "process_cpu_seconds_total") ?? 0, 0)
      assert.isAtLeast(valueOf(text, 'landfall_event_loop_delay_seconds{quantile="0.99"}') ?? -1, 0)
    })
  )
})

layer(serviceLayer, { excludeTestServices: true })("without the setting", (it) => {
  it.effect("no metrics are served", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* metrics).status, 404)
    })
  )
})
