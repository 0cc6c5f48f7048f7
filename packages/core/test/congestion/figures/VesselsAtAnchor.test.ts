import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { type PortCall, PortCallId, waitIdOf } from "../../../src/congestion/detection/PortCall.ts"
import { computeCongestion } from "../../../src/congestion/figures/ComputeCongestion.ts"
import type { CongestionAggregate } from "../../../src/congestion/figures/CongestionAggregate.ts"
import { listedCalls } from "../../../src/congestion/ledger/PortCallTimeline.ts"
import { inputsOver, ledgerAsOf, PortLedger } from "../../../src/congestion/ledger/PortLedger.ts"
import { decodePortLedger, encodePortLedger } from "../../../src/congestion/ledger/PortLedgerCodec.ts"
import { call, covered, hour, NOW } from "../calls.ts"

const SETTINGS = {
  berths: {},
  hasBerthZones: false,
  area: { source: "curated", complex: "Maas", confidence: "high" },
  anchorages: []
} as const

const wait = (
  from: number,
  to: number | null,
  vessel: number,
  assignment: NonNullable<PortCall["assignment"]>,
  type: "cargo" | "tanker" = "cargo"
): PortCall => ({ ...call(from, to, { vessel, type, kind: "anchorage" }), assignment })

const waitingIn = ({ quality }: CongestionAggregate) => Option.getOrThrow(quality.waiting)

const figuresOf = (calls: ReadonlyArray<PortCall>, asOf = NOW) =>
  computeCongestion(ledgerAsOf(covered(100), calls, asOf).inputsAt(asOf), SETTINGS)

/** Ten vessels at a shared anchorage for four days. */
const queue = Array.from({ length: 10 }, (_, n) => wait(-96 + n, null, n, "shared", n < 6 ? "cargo" : "tanker"))

describe("vessels that wait at a shared anchorage", () => {
  it("are counted as waiting and unassigned, and a count without others is unknown, not zero", () => {
    const figures = figuresOf(queue)
    const { quality, vesselsInPortCount } = figures
    expect(waitingIn(figures).commercialVessels).toEqual({
      vessels: 10,
      unassigned: 10,
      medianHours: Option.some(91.5),
      longestHours: Option.some(96)
    })
    expect(waitingIn(figures).tanker).toMatchObject({ vessels: 4, unassigned: 4 })
    expect(vesselsInPortCount.commercialVessels).toEqual(Option.none())
    expect(quality.unknown).toContainEqual({ figure: "vesselsInPortCount.cargo", reason: "vessels_unassigned" })
  })

  it("are in port where the port is likely, or others are known to be there", () => {
    const figures = figuresOf([...queue, wait(-50, null, 20, "likely"), call(-9, null, { vessel: 21 })])
    expect(figures.vesselsInPortCount.cargo).toEqual(Option.some(2))
    expect(waitingIn(figures).commercialVessels).toMatchObject({ vessels: 11, unassigned: 10 })
  })

  it("are unknown, not zero, once the port has been silent for a day or has few reported calls alone", () => {
    const received = covered(100, -25)
    const silent = computeCongestion(ledgerAsOf(received, [], NOW).inputsAt(NOW), SETTINGS)
    expect(silent.quality.waiting).toEqual(Option.none())
    expect(computeCongestion(ledgerAsOf(covered(0), [], NOW).inputsAt(NOW), SETTINGS).quality.waiting).toEqual(
      Option.none()
    )
    const atAnchor = queue.map((one) => ({ ...one, lastReceivedAt: NOW }))
    const anchored = computeCongestion(ledgerAsOf(received, atAnchor, NOW).inputsAt(NOW), SETTINGS)
    expect(waitingIn(anchored).commercialVessels.vessels).toBe(10)
  })

  it("are not calls once they have sailed elsewhere, and do not count where they have been withdrawn", () => {
    const figures = figuresOf([wait(-96, -5, 1, "shared"), wait(-96, -5, 2, "likely"), wait(-96, null, 3, "withdrawn")])
    const { quality, time, vesselsInPortCount } = figures
    expect(vesselsInPortCount.commercialVessels).toEqual(Option.some(0))
    expect(waitingIn(figures).commercialVessels.vessels).toBe(0)
    expect(time.timeInPortStatistics).toEqual(Option.none())
    expect(quality.samples.completedCalls).toBe(0)
  })

  it("count as waiting at a past instant, also in a history", () => {
    const departed = [wait(-96, -5, 1, "shared"), call(-200, -190, { vessel: 2 })]
    expect(waitingIn(figuresOf(departed, hour(-20))).commercialVessels.unassigned).toBe(1)
    const counts = inputsOver(covered(100), departed, [hour(-100), hour(-20), hour(-1)]).map(
      (inputs) => waitingIn(computeCongestion(inputs, SETTINGS)).commercialVessels.unassigned
    )
    expect(counts).toEqual([0, 1, 0])
  })

  it("are the same at a past instant after they have stopped in a port", () => {
    const berthed = (one: PortCall): ReadonlyArray<PortCall> => {
      const { assignment: _, ...rest } = one
      const id = PortCallId.make(`${one.id}-1`)
      const stays = [...one.stays.map((stay) => ({ ...stay, to: Option.some(hour(-10)) })), ...call(-9, null).stays]
      const port: PortCall = { ...rest, id, stays, lastReceivedAt: NOW }
      return [port, { ...one, id: waitIdOf(id, one.port), endedAt: Option.some(hour(-9)), ending: Option.some("left") }]
    }
    const later = queue.flatMap(berthed)
    const before = figuresOf(
      queue.map((one) => ({ ...one, lastReceivedAt: NOW })),
      hour(-20)
    )
    const [past, present] = [figuresOf(later, hour(-20)), figuresOf(later)]
    expect(past.quality.waiting).toEqual(before.quality.waiting)
    expect(past.vesselsInPortCount).toEqual(before.vesselsInPortCount)
    expect(present.vesselsInPortCount.commercialVessels).toEqual(Option.some(10))
    expect(waitingIn(present).commercialVessels.vessels).toBe(0)
    const series = inputsOver(covered(100), later, [hour(-20), NOW]).map(
      (inputs) => computeCongestion(inputs, SETTINGS).vesselsInPortCount.commercialVessels
    )
    expect(series).toEqual([past.vesselsInPortCount.commercialVessels, Option.some(10)])
    expect(listedCalls(later, hour(-20)).map(({ assignment }) => assignment)).toEqual(queue.map(() => "shared"))
    expect(listedCalls(later, NOW).map(({ assignment }) => assignment)).toEqual(queue.map(() => undefined))
  })

  it("remain in a stored ledger, and leave it when they are withdrawn", () => {
    const ledger = ledgerAsOf(covered(100), [...queue, wait(-50, null, 20, "likely")], NOW)
    const restored = PortLedger.fromContents(
      Option.getOrThrow(decodePortLedger(encodePortLedger(ledger.contents(NOW))))
    )
    expect(restored.inputsAt(NOW)).toEqual(ledger.inputsAt(NOW))
    for (const one of queue) restored.put({ ...one, assignment: "withdrawn" }, Option.none())
    expect(restored.inputsAt(NOW).waits).toEqual([])
    expect(restored.inputsAt(NOW).open).toHaveLength(1)
  })
})
