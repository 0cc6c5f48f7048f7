import { assert, layer } from "@effect/vitest"
import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { ThresholdData } from "@landfall/core/congestion/thresholds/ThresholdAlert"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Clock, Effect, Option, Schema } from "effect"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { type Caller, newCaller, serviceLayer } from "../support/Service.ts"

const TYPE = "port.congestion.threshold"
const Alert = Schema.Struct({ type: Schema.Literal(TYPE), timestamp: Schema.String, data: ThresholdData })
const SUBSCRIPTION = { filterTypes: [TYPE] }

/** The next delivery, which is of the shape that the catalogue shows. */
const alert = (next: Effect.Effect<unknown>) => Effect.flatMap(next, Schema.decodeUnknownEffect(Alert))

const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, path, body))

/** The same for every call, whatever day the test ends on. */
const STARTED_AT = Instant.make(Date.now() - DAY_MILLIS)

/** Stores vessels that are in port now by the machine's clock, or have just left it, and the coverage of the port. */
const fill = Effect.fnUntraced(function* (
  port: string,
  inPort: ReadonlyArray<number>,
  departed: ReadonlyArray<number>
) {
  const log = yield* PortCallLog
  const now = yield* Clock.currentTimeMillis
  const today = Math.floor(now / DAY_MILLIS)
  const later = (at: Instant) => Instant.make(at + now - sampleHour(0))
  const call = (n: number, hasDeparted: boolean): PortCall => {
    const sample = samplePortCall(n, { port })
    const endedAt = hasDeparted ? Option.some(Instant.make(now - 1)) : Option.none()
    return {
      ...sample,
      startedAt: STARTED_AT,
      endedAt,
      stays: sample.stays.map((stay) => ({ ...stay, from: later(stay.from), to: endedAt })),
      lastReceivedAt: Instant.make(now)
    }
  }
  yield* log.addCoverage([
    { port: Unlocode.make(port), days: [today - 1, today], lastReceivedAt: Option.some(Instant.make(now)) }
  ])
  yield* log.put([...inPort.map((n) => call(n, false)), ...departed.map((n) => call(n, true))])
})

layer(serviceLayer, { excludeTestServices: true })("port watches", (it) => {
  it.effect(
    "notify an endpoint when a figure reaches its threshold and when it falls below it again, with a signature",
    () =>
      Effect.gen(function* () {
        yield* fill("NLRTM", [1, 2], [])
        const caller = yield* newCaller()
        const { id, next, assertNothingElse } = yield* createReceivingEndpoint(caller, SUBSCRIPTION)
        const path = `${ALERTS_PREFIX}/endpoint/${id}/port-watch`
        const body = { portCode: "nlrtm", figure: "vesselsInPortCount.cargo", threshold: 4, hysteresis: 1 }
        const created = yield* send(caller, "POST", path, body)
        assert.strictEqual(created.status, 201, JSON.stringify(created.body))
        const { id: watchId, createdAt: _, asOf, ...stored } = created.body
        assert.match(asOf, /^\d{4}-.*Z$/)
        assert.deepStrictEqual(stored, {
          endpointId: id,
          portCode: "NLRTM",
          figure: "vesselsInPortCount.cargo",
          unit: "vessels",
          threshold: 4,
          hysteresis: 1,
          side: "below",
          value: 2,
          crossings: 0
        })
        yield* fill("NLRTM", [1, 2, 3, 4, 5], [])
        const up = yield* alert(next)
        assert.strictEqual(up.type, TYPE)
        assert.deepInclude(up.data, {
          watchId,
          portCode: "NLRTM",
          direction: "up",
          value: 5,
          previousValue: 2
        })
        assert.deepInclude(up.data, { threshold: 4, hysteresis: 1, sequence: 1, figure: "vesselsInPortCount.cargo" })
        assert.strictEqual(up.data.quality.asOf, up.data.asOf)
        yield* fill("NLRTM", [1, 2], [3, 4, 5])
        const down = yield* alert(next)
        assert.deepInclude(down.data, { direction: "down", value: 2, previousValue: 5, sequence: 2 })
        yield* assertNothingElse
        const now = yield* send(caller, "GET", `${path}/${watchId}`)
        assert.deepInclude(now.body, { side: "below", value: 2, crossings: 2 })
      })
  )

  it.effect("are listed, replaced and deleted, and warn if the endpoint is not notified", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id } = yield* createReceivingEndpoint(caller)
      const path = `${ALERTS_PREFIX}/endpoint/${id}/port-watch`
      const body = { portCode: "BEANR", figure: "rateOccupation.tanker.rateOccupationGapWithMean", threshold: -10 }
      const first = yield* send(caller, "POST", path, body)
      assert.deepInclude(first.body, {
        side: "unknown",
        value: null,
        asOf: null,
        hysteresis: 5,
        unit: "percentage points",
        warning: "type_not_in_filter"
      })
      const again = yield* send(caller, "POST", path, { ...body, hysteresis: 2.5 })
      assert.deepStrictEqual([again.status, again.body.id, again.body.hysteresis], [201, first.body.id, 2.5])
      yield* send(caller, "PATCH", `${ALERTS_PREFIX}/endpoint/${id}`, SUBSCRIPTION)
      const listed = yield* send(caller, "GET", path)
      assert.deepStrictEqual(
        [listed.body.data.length, listed.body.done, listed.body.data[0].warning],
        [1, true, undefined]
      )
      const stranger = yield* newCaller()
      assert.strictEqual((yield* send(stranger, "GET", path)).status, 404)
      assert.strictEqual((yield* send(stranger, "DELETE", `${path}/${first.body.id}`)).status, 404)
      assert.strictEqual((yield* send(caller, "DELETE", `${path}/${first.body.id}`)).status, 204)
      const repeated = yield* send(caller, "DELETE", `${path}/${first.body.id}`)
      assert.deepStrictEqual([repeated.status, repeated.body.errorCode], [404, ERRORS.portWatchUnknown.code])
    })
  )

  it.effect("are rejected with the fault of port, figure, threshold or hysteresis", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id } = yield* createReceivingEndpoint(caller, SUBSCRIPTION)
      const path = `${ALERTS_PREFIX}/endpoint/${id}/port-watch`
      const right = { portCode: "NLRTM", figure: "vesselsInPortCount.roro", threshold: 3 }
      const cases: ReadonlyArray<readonly [change: object, detail: RegExp]> = [
        [{ portCode: "NLRTN" }, /^\$\.portCode: .*did you mean NLRTM\?/],
        [{ portCode: "ROTTERDAM" }, /^\$\.portCode must be a UN\/LOCODE/],
        [{ figure: "vesselsInPortCount" }, /^\$\.figure/],
        [{ threshold: 0 }, /^\$\.threshold must be above 0/],
        [{ threshold: "3" }, /^\$\.threshold/],
        [{ hysteresis: -1 }, /^\$\.hysteresis must be 0 or more/],
        [{ hysteresis: 3 }, /^\$\.hysteresis must be less than the threshold of 3/]
      ]
      for (const [change, detail] of cases) {
        const { status, body } = yield* send(caller, "POST", path, { ...right, ...change })
        assert.strictEqual(status, 400, JSON.stringify(change))
        assert.match(body.details[0], detail)
      }
      const unknown = yield* send(caller, "POST", path, { ...right, port: "NLRTM" })
      assert.strictEqual(unknown.body.errorCode, ERRORS.propertyUnknown.code)
      const free = yield* newCaller("free")
      assert.strictEqual((yield* send(free, "POST", path, right)).status, 403)
    })
  )
})
