import { assert, describe } from "@effect/vitest"
import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Mmsi, MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Effect, Option } from "effect"
import { sampleHour, samplePortCall } from "../../samples/CongestionSamples.ts"
import { assertSame } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"

const NLRTM = Unlocode.make("NLRTM")
const BEANR = Unlocode.make("BEANR")
const ALWAYS = sampleHour(-1000)

const callRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "returns a call as it was stored", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const open = samplePortCall(1, { silences: [[-9, -8]], kind: "anchorage" })
      const over = samplePortCall(2, { hours: [-30, -20], type: "roro", source: "report" })
      assertSame(yield* log.put([open, over]), [
        { before: Option.none(), after: open },
        { before: Option.none(), after: over }
      ])
      assertSame(yield* log.calls(NLRTM, ALWAYS, sampleHour(1)), [over, open])
    })
  )

  rule(layer, "a call replaces the one with its id, and an identical one changes nothing", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const open = samplePortCall(1)
      const over = { ...samplePortCall(1, { hours: [-10, -1] }), id: open.id }
      yield* log.put([open])
      assertSame(yield* log.put([open]), [])
      assertSame(yield* log.put([open, over]), [{ before: Option.some(open), after: over }])
      assertSame(yield* log.calls(NLRTM, ALWAYS, sampleHour(1)), [over])
    })
  )

  rule(layer, "the calls of an interval are those open during it, of that port alone", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const [early, late, open] = [
        samplePortCall(1, { hours: [-20, -15] }),
        samplePortCall(2, { hours: [-12, -5] }),
        samplePortCall(3, { hours: [-11, null] })
      ]
      yield* log.put([open, late, early, samplePortCall(4, { port: "BEANR" })])
      assertSame(yield* log.calls(NLRTM, sampleHour(-15), sampleHour(-12)), [early, late])
      assertSame(yield* log.calls(NLRTM, sampleHour(-14), sampleHour(-13)), [])
      assertSame(yield* log.calls(NLRTM, sampleHour(-1), sampleHour(0)), [open])
    })
  )

  rule(layer, "the calls of an interval are found however long they take", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const DAY = 24
      const calls = [
        samplePortCall(1, { hours: [-400 * DAY, -1] }),
        samplePortCall(2, { hours: [-100 * DAY, null] }),
        samplePortCall(3, { hours: [-31 * DAY, -DAY] }),
        samplePortCall(4, { hours: [-30 * DAY - 1, -1] }),
        samplePortCall(5, { hours: [-30 * DAY, -2] }),
        samplePortCall(6, { hours: [-5, -3] })
      ]
      yield* log.put(calls)
      assertSame(
        yield* log.calls(NLRTM, sampleHour(-3), sampleHour(0)),
        calls.filter((_, n) => n !== 2)
      )
      assertSame(yield* log.calls(NLRTM, sampleHour(-2 * DAY), sampleHour(-DAY)), calls.slice(0, 5))
      assertSame(yield* log.calls(NLRTM, sampleHour(-200 * DAY), sampleHour(-150 * DAY)), calls.slice(0, 1))
      assertSame(yield* log.calls(NLRTM, sampleHour(-401 * DAY), sampleHour(-400 * DAY)), calls.slice(0, 1))
      assertSame(
        yield* log.calls(NLRTM, sampleHour(-1), sampleHour(-1)),
        calls.filter((_, n) => [0, 1, 3].includes(n))
      )
    })
  )

  rule(layer, "returns the newest calls of a vessel by either number, and the newest at a port", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const mmsi = MmsiInteger.make(244_670_001)
      const imo = ImoNumber.make("9706906")
      const ofVessel = (
        index: number,
        hours: readonly [number, number],
        port: string,
        isPortKnown: boolean
      ): PortCall => {
        const call = samplePortCall(index, { hours, port })
        const identity = { mmsi: Option.some(mmsi), imo: isPortKnown ? Option.some(imo) : Option.none() }
        return { ...call, vessel: { ...call.vessel, ...identity } }
      }
      const first = ofVessel(1, [-90, -80], "NLRTM", false)
      const second = ofVessel(2, [-60, -50], "BEANR", true)
      const third = ofVessel(3, [-30, -20], "NLRTM", true)
      yield* log.put([second, third, first, samplePortCall(4, { hours: [-10, -5] })])
      assertSame(yield* log.latestOfVessel({ _tag: "Mmsi", mmsi: Mmsi.make(String(mmsi)) }, 2), [third, second])
      assertSame(yield* log.latestOfVessel({ _tag: "Imo", imo }, 9), [third, second])
      assertSame((yield* log.latestAt(NLRTM, 2)).length, 2)
      assertSame((yield* log.latestAt(NLRTM, 9)).slice(1), [third, first])
      yield* log.put([{ ...first, vessel: { ...first.vessel, imo: Option.some(imo) } }])
      assertSame((yield* log.latestOfVessel({ _tag: "Imo", imo }, 9)).length, 3)
    })
  )

  rule(layer, "concurrent calls are all stored, each once", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const calls = Array.from({ length: 40 }, (_, n) => samplePortCall(n, { port: n % 2 === 0 ? "NLRTM" : "BEANR" }))
      yield* Effect.forEach(calls, (call) => log.put([call, calls[0] ?? call]), { concurrency: "unbounded" })
      const stored = [
        ...(yield* log.calls(NLRTM, ALWAYS, sampleHour(1))),
        ...(yield* log.calls(BEANR, ALWAYS, sampleHour(1)))
      ]
      assert.sameMembers(
        stored.map(({ id }) => id),
        calls.map(({ id }) => id)
      )
    })
  )
}

const changeRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "returns the changes since a revision, and none without changes", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      yield* log.put([samplePortCall(1), samplePortCall(2)])
      yield* log.addCoverage([{ port: NLRTM, days: [3, 2], lastReceivedAt: Option.some(sampleHour(-2)) }])
      const first = yield* log.changes(NLRTM, 0, ALWAYS)
      assertSame([first.calls.length, first.coverage.days], [2, [2, 3]])
      const third = samplePortCall(3)
      yield* log.put([third, samplePortCall(1), samplePortCall(9, { port: "BEANR" })])
      yield* log.addCoverage([{ port: NLRTM, days: [3, 4], lastReceivedAt: Option.none() }])
      const second = yield* log.changes(NLRTM, first.revision, ALWAYS)
      assertSame([second.calls, second.coverage.days], [[third], [4]])
      const changes = yield* log.changes(NLRTM, second.revision, ALWAYS)
      assertSame([changes.revision, changes.calls, changes.coverage.days], [second.revision, [], []])
    })
  )

  rule(layer, "excludes calls that ended before the requested start", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const open = samplePortCall(2)
      yield* log.put([samplePortCall(1, { hours: [-20, -15] }), open])
      assertSame((yield* log.changes(NLRTM, 0, sampleHour(-14))).calls, [open])
    })
  )

  rule(layer, "stores the latest position of a port, in any order of arrival", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const receivedAt = (hour: number) => ({ port: NLRTM, days: [], lastReceivedAt: Option.some(sampleHour(hour)) })
      yield* log.addCoverage([receivedAt(-2), receivedAt(-5)])
      yield* log.addCoverage([receivedAt(-3)])
      assertSame((yield* log.changes(NLRTM, 0, ALWAYS)).coverage.lastReceivedAt, Option.some(sampleHour(-2)))
      assertSame((yield* log.changes(BEANR, 0, ALWAYS)).coverage, {
        port: BEANR,
        days: [],
        lastReceivedAt: Option.none()
      })
    })
  )

  rule(layer, "stores how late the latest position of a port arrived, and nothing where that is unknown", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const received = (hour: number, lagSeconds?: number) => ({
        port: NLRTM,
        days: [],
        lastReceivedAt: Option.some(sampleHour(hour)),
        ...(lagSeconds === undefined ? {} : { lagSeconds })
      })
      const lag = Effect.map(log.changes(NLRTM, 0, ALWAYS), ({ coverage }) => coverage.lagSeconds)
      yield* log.addCoverage([received(-5, 90)])
      assertSame(yield* lag, 90)
      yield* log.addCoverage([received(-3, 1800), received(-4, 10)])
      yield* log.addCoverage([received(-6, 20)])
      assertSame(yield* lag, 1800)
      yield* log.addCoverage([received(-2)])
      assertSame(yield* lag, undefined)
    })
  )

  rule(layer, "stores the newest skipped position of a port, whatever is received after it", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const receivedAt = (hour: number) => ({ port: NLRTM, days: [], lastReceivedAt: Option.some(sampleHour(hour)) })
      const skippedAt = (hour: number) => ({ ...receivedAt(hour), skippedAt: sampleHour(hour) })
      const skipped = Effect.map(log.changes(NLRTM, 0, ALWAYS), ({ coverage }) => coverage.skippedAt)
      yield* log.addCoverage([receivedAt(-5)])
      assertSame(yield* skipped, undefined)
      yield* log.addCoverage([skippedAt(-4), receivedAt(-3)])
      yield* log.addCoverage([receivedAt(-2)])
      yield* log.addCoverage([skippedAt(-6)])
      assertSame(yield* skipped, sampleHour(-4))
      yield* log.addCoverage([skippedAt(-1)])
      assertSame(yield* skipped, sampleHour(-1))
    })
  )

  rule(layer, "lists the ports with calls or covered days in order of code", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      assertSame(yield* log.ports, [])
      yield* log.addCoverage([{ port: NLRTM, days: [1], lastReceivedAt: Option.none() }])
      yield* log.put([samplePortCall(1, { port: "BEANR" })])
      assertSame(yield* log.ports, [BEANR, NLRTM])
    })
  )
}

const ledgerRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a ledger replaces one of an earlier revision, and never one of a later", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      assertSame(yield* log.findLedger(NLRTM), Option.none())
      yield* log.saveLedger(NLRTM, { revision: 2, text: "1 2 3|a\u001fb" })
      yield* log.saveLedger(BEANR, { revision: 1, text: "" })
      yield* log.saveLedger(NLRTM, { revision: 1, text: "older" })
      assertSame(yield* log.findLedger(NLRTM), Option.some({ revision: 2, text: "1 2 3|a\u001fb" }))
      yield* log.saveLedger(NLRTM, { revision: 3, text: "newer" })
      assertSame(yield* log.findLedger(NLRTM), Option.some({ revision: 3, text: "newer" }))
    })
  )

  rule(
    layer,
    "the ports with a stale ledger are those whose ledger is missing or lacks at least that number of revisions",
    () =>
      Effect.gen(function* () {
        const log = yield* PortCallLog
        yield* log.put([samplePortCall(1), samplePortCall(2, { port: "BEANR" })])
        yield* log.put([samplePortCall(3)])
        assertSame(yield* log.portsWithStaleLedger(1, 10), [BEANR, NLRTM])
        assertSame(yield* log.portsWithStaleLedger(9, 1), [BEANR])
        yield* log.saveLedger(BEANR, { revision: 1, text: "" })
        yield* log.saveLedger(NLRTM, { revision: 1, text: "" })
        assertSame(yield* log.portsWithStaleLedger(1, 10), [NLRTM])
        assertSame(yield* log.portsWithStaleLedger(2, 10), [])
      })
  )
}

/** Registers the contract of `PortCallLog`. */
export const portCallLogContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`PortCallLog on ${name}`, () => {
    callRules(layer)
    changeRules(layer)
    ledgerRules(layer)
  })
}
