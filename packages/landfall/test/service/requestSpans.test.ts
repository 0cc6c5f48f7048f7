import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect, Layer, Tracer } from "effect"
import { constTrue } from "effect/Function"
import { HttpMiddleware } from "effect/http"
import { newCaller, serviceLayer } from "../support/Service.ts"

/** Records the spans of requests as they end, as an exporter sees them. */
const ended: Array<Tracer.Span> = []
const tracer = Tracer.make({
  span: (options) => {
    const span = new Tracer.NativeSpan(options)
    const end = span.end.bind(span)
    span.end = (endTime, exit) => {
      end(endTime, exit)
      if (span.kind === "server") ended.push(span)
    }
    return span
  }
})

const tracedService = serviceLayer.pipe(
  Layer.provide([Layer.succeed(Tracer.Tracer, tracer), Layer.succeed(HttpMiddleware.TracerDisabledWhen, constTrue)])
)

const voyage = { vessel: { imo: 9706906 }, departure: { portCode: "FRLEH" }, arrival: { portCode: "ESBCN" } }

layer(tracedService, { excludeTestServices: true })("the spans of requests", (it) => {
  it.effect("name the operation and the path template, on fast paths as through the router", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const spanOf = Effect.fnUntraced(function* (method: string, path: string, body?: unknown, headers = {}) {
        ended.length = 0
        const { status } = yield* Effect.promise(() => caller.send(method, path, body, headers))
        const [span, ...more] = ended
        assert.deepStrictEqual(more, [])
        assert.strictEqual(span?.attributes.get("http.request.method"), method)
        assert.strictEqual(span?.attributes.get("http.response.status_code"), status)
        return [span?.name, span?.attributes.get("http.route")]
      })
      const compute = `${CO2_PREFIX}/compute-co2`
      const routedType = { "content-type": "application/json; charset=utf-8" }
      const voyages = ["co2.compute", compute]
      assert.deepStrictEqual(yield* spanOf("POST", compute, voyage), voyages)
      assert.deepStrictEqual(yield* spanOf("POST", compute, voyage, routedType), voyages)
      const figures = ["portCongestion.get", `${CONGESTION_PREFIX}/congestion/:portCode`]
      assert.deepStrictEqual(yield* spanOf("GET", `${CONGESTION_PREFIX}/congestion/USHOU`), figures)
      assert.deepStrictEqual(yield* spanOf("GET", `${CONGESTION_PREFIX}/congestion/ushou`), figures)
      assert.deepStrictEqual(yield* spanOf("GET", `${ALERTS_PREFIX}/endpoint`), [
        "endpoints.list",
        `${ALERTS_PREFIX}/endpoint`
      ])
      assert.deepStrictEqual(yield* spanOf("GET", "/nowhere/4711"), ["GET", undefined])
    })
  )
})
