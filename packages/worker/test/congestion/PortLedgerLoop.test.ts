import { assert, describe, it } from "@effect/vitest"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as PortLedgerLoop from "../../src/congestion/PortLedgerLoop.ts"

const NLRTM = Unlocode.make("NLRTM")

const stores = PortCongestion.layer.pipe(Layer.provideMerge(MemoryStorage.layer))

const storedRevision = Effect.map(
  Effect.flatMap(PortCallLog, (log) => log.findLedger(NLRTM)),
  Option.map(({ revision }) => revision)
)

describe("the port ledger loop", () => {
  it.effect(
    "stores each port's ledger, and again once it is behind; the first request gets the figures of all port calls",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))
        const log = yield* PortCallLog
        yield* log.put([samplePortCall(1), samplePortCall(2)])
        yield* log.addCoverage([{ port: NLRTM, days: [20_000], lastReceivedAt: Option.some(sampleHour(0)) }])
        yield* Layer.build(PortLedgerLoop.layer({ ...PortLedgerLoop.defaultPortLedgerSettings, revisionsBehind: 3 }))
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* storedRevision, Option.some(2))
        yield* log.put([samplePortCall(3)])
        yield* TestClock.adjust("31 seconds")
        assert.deepStrictEqual(yield* storedRevision, Option.some(2))
        const first = yield* (yield* PortCongestion).now(NLRTM)
        assert.deepStrictEqual(
          Option.flatMap(first, ({ vesselsInPortCount }) => vesselsInPortCount.cargo ?? Option.none()),
          Option.some(3)
        )
        for (const n of [4, 5]) yield* log.put([samplePortCall(n)])
        yield* TestClock.adjust("31 seconds")
        assert.deepStrictEqual(yield* storedRevision, Option.some(5))
      }).pipe(Effect.scoped, Effect.provide(stores))
  )
})
