import { assert, describe, it } from "@effect/vitest"
import { Metrics } from "@landfall/http/metrics/Metrics"
import { Deferred, Effect, Layer, Redacted, Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { metricsLayer, metricUnitOf } from "../../src/telemetry/Otlp.ts"

const Exported = Schema.fromJsonString(
  Schema.Struct({
    resourceMetrics: Schema.Array(
      Schema.Struct({
        scopeMetrics: Schema.Array(
          Schema.Struct({ metrics: Schema.Array(Schema.Struct({ name: Schema.String, unit: Schema.String })) })
        )
      })
    )
  })
)

describe("the unit of a metric", () => {
  it("follows from the end of its name, and is empty for counts and states", () => {
    assert.strictEqual(metricUnitOf("landfall_http_request_duration_seconds"), "s")
    assert.strictEqual(metricUnitOf("process_cpu_seconds_total"), "s")
    assert.strictEqual(metricUnitOf("process_resident_memory_bytes"), "By")
    assert.strictEqual(metricUnitOf("landfall_deliveries_due"), "")
    assert.strictEqual(metricUnitOf("landfall_carrier_polls_total"), "")
    assert.strictEqual(metricUnitOf("landfall_seconds_since"), "")
  })

  it.effect("is part of the exported metrics", () =>
    Effect.gen(function* () {
      const sent = yield* Deferred.make<unknown>()
      const collector: typeof fetch = async (input, init) => {
        Deferred.doneUnsafe(sent, Effect.succeed(await new Request(input, init).text()))
        return new Response("{}", { headers: { "content-type": "application/json" } })
      }
      const options = {
        endpoint: "http://collector.test",
        protocol: "http/json",
        headers: Redacted.make({}),
        serviceName: "landfall",
        instance: "one",
        tracesShare: 1,
        metricIntervalMillis: 60_000
      } as const
      const exporting = metricsLayer(options).pipe(
        Layer.provideMerge(Metrics.layer),
        Layer.provide(Layer.succeed(FetchHttpClient.Fetch, collector))
      )
      const body = yield* Effect.gen(function* () {
        const metrics = yield* Metrics
        metrics.observeSeconds("landfall_wait_seconds", "A duration", 1)
        metrics.gauge("landfall_ships", "A count", 3)
        yield* TestClock.adjust(options.metricIntervalMillis)
        return yield* Deferred.await(sent)
      }).pipe(Effect.provide(exporting))
      const { resourceMetrics } = Schema.decodeUnknownSync(Exported)(body)
      const exported = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
      assert.deepStrictEqual(exported.map(({ name, unit }) => [name, unit]).toSorted(), [
        ["landfall_ships", ""],
        ["landfall_wait_seconds", "s"]
      ])
    })
  )
})
