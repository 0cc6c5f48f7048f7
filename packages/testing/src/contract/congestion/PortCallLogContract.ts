import { assert, describe } from "@effect/vitest"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Option } from "effect"
import { portCall, sampleHour } from "../../samples/CongestionSamples.ts"
import { same } from "../suite/Assertions.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"

const NLRTM = Unlocode.make("NLRTM")
const BEANR = Unlocode.make("BEANR")
const ALWAYS = sampleHour(-1000)

const callRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a call comes back as it was put in, whatever it holds", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const open = portCall(1, { silences: [[-9, -8]], kind: "anchorage" })
      const over = portCall(2, { hours: [-30, -20], type: "roro", source: "report" })
      same(yield* log.put([open, over]), [
        { before: Option.none(), after: open },
        { before: Option.none(), after: over }
      ])
      same(yield* log.calls(NLRTM, ALWAYS, sampleHour(1)), [over, open])
    })
  )

  rule(layer, "a call takes the place of what stood under its id, and the same again changes nothing", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const open = portCall(1)
      const over = { ...portCall(1, { hours: [-10, -1] }), id: open.id }
      yield* log.put([open])
      same(yield* log.put([open]), [])
      same(yield* log.put([open, over]), [{ before: Option.some(open), after: over }])
      same(yield* log.calls(NLRTM, ALWAYS, sampleHour(1)), [over])
    })
  )

  rule(layer, "the calls of a time are those that were under way in it, of that port alone", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const [early, late, open] = [
        portCall(1, { hours: [-20, -15] }),
        portCall(2, { hours: [-12, -5] }),
        portCall(3, { hours: [-11, null] })
      ]
      yield* log.put([open, late, early, portCall(4, { port: "BEANR" })])
      same(yield* log.calls(NLRTM, sampleHour(-15), sampleHour(-12)), [early, late])
      same(yield* log.calls(NLRTM, sampleHour(-14), sampleHour(-13)), [])
      same(yield* log.calls(NLRTM, sampleHour(-1), sampleHour(0)), [open])
    })
  )

  rule(layer, "calls put in at once are all there, each once", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const calls = Array.from({ length: 40 }, (_, n) => portCall(n, { port: n % 2 === 0 ? "NLRTM" : "BEANR" }))
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
  rule(layer, "who looks again hears of what changed since, and of nothing when nothing did", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      yield* log.put([portCall(1), portCall(2)])
      yield* log.cover([{ port: NLRTM, days: [3, 2], lastHeardAt: Option.some(sampleHour(-2)) }])
      const first = yield* log.changes(NLRTM, 0, ALWAYS)
      same([first.calls.length, first.coverage.days], [2, [2, 3]])
      const third = portCall(3)
      yield* log.put([third, portCall(1), portCall(9, { port: "BEANR" })])
      yield* log.cover([{ port: NLRTM, days: [3, 4], lastHeardAt: Option.none() }])
      const second = yield* log.changes(NLRTM, first.revision, ALWAYS)
      same([second.calls, second.coverage.days], [[third], [4]])
      const then = yield* log.changes(NLRTM, second.revision, ALWAYS)
      same([then.revision, then.calls, then.coverage.days], [second.revision, [], []])
    })
  )

  rule(layer, "calls that ended before the time asked for are left out", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const open = portCall(2)
      yield* log.put([portCall(1, { hours: [-20, -15] }), open])
      same((yield* log.changes(NLRTM, 0, sampleHour(-14))).calls, [open])
    })
  )

  rule(layer, "a port was heard when it was heard last, in whatever order that is told", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const heard = (hour: number) => ({ port: NLRTM, days: [], lastHeardAt: Option.some(sampleHour(hour)) })
      yield* log.cover([heard(-2), heard(-5)])
      yield* log.cover([heard(-3)])
      same((yield* log.changes(NLRTM, 0, ALWAYS)).coverage.lastHeardAt, Option.some(sampleHour(-2)))
      same((yield* log.changes(BEANR, 0, ALWAYS)).coverage, { port: BEANR, days: [], lastHeardAt: Option.none() })
    })
  )

  rule(layer, "the ports are those with calls or days, by code", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      same(yield* log.ports, [])
      yield* log.cover([{ port: NLRTM, days: [1], lastHeardAt: Option.none() }])
      yield* log.put([portCall(1, { port: "BEANR" })])
      same(yield* log.ports, [BEANR, NLRTM])
    })
  )
}

const ledgerRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a ledger is kept over an older one, and never over a newer", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      same(yield* log.keptLedger(NLRTM), Option.none())
      yield* log.keepLedger(NLRTM, { revision: 2, text: "1 2 3|a\u001fb" })
      yield* log.keepLedger(BEANR, { revision: 1, text: "" })
      yield* log.keepLedger(NLRTM, { revision: 1, text: "older" })
      same(yield* log.keptLedger(NLRTM), Option.some({ revision: 2, text: "1 2 3|a\u001fb" }))
      yield* log.keepLedger(NLRTM, { revision: 3, text: "newer" })
      same(yield* log.keptLedger(NLRTM), Option.some({ revision: 3, text: "newer" }))
    })
  )

  rule(layer, "the ports behind are those whose kept ledger lacks so many revisions", () =>
    Effect.gen(function* () {
      const log = yield* PortCallLog
      yield* log.put([portCall(1), portCall(2, { port: "BEANR" })])
      yield* log.put([portCall(3)])
      same(yield* log.portsBehind(1, 10), [BEANR, NLRTM])
      same(yield* log.portsBehind(9, 1), [BEANR])
      yield* log.keepLedger(BEANR, { revision: 1, text: "" })
      yield* log.keepLedger(NLRTM, { revision: 1, text: "" })
      same(yield* log.portsBehind(1, 10), [NLRTM])
      same(yield* log.portsBehind(2, 10), [])
    })
  )
}

/** What every `PortCallLog` does. */
export const portCallLogContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`PortCallLog on ${name}`, () => {
    callRules(layer)
    changeRules(layer)
    ledgerRules(layer)
  })
}
