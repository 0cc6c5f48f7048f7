import { assert, describe, it } from "@effect/vitest"
import { Option, Predicate, Schema } from "effect"
import page from "../../../../../docs/methods/congestion.md?raw"
import * as Detection from "../../../src/congestion/detection/DetectionThresholds.ts"
import { type PortCall, PortCallId } from "../../../src/congestion/detection/PortCall.ts"
import { AisShipType } from "../../../src/congestion/detection/VesselReport.ts"
import { computeCongestion } from "../../../src/congestion/figures/ComputeCongestion.ts"
import { CongestionAggregate } from "../../../src/congestion/figures/CongestionAggregate.ts"
import { MIN_VESSELS_IN_SQUARE, MIN_VESSELS_IN_ZONE } from "../../../src/congestion/fleet/ZoneProposals.ts"
import { ledgerAsOf } from "../../../src/congestion/ledger/PortLedger.ts"
import { DEFAULT_RADIUS_KM } from "../../../src/congestion/zones/DefaultPortAreas.ts"
import { LEAVE_MARGIN_KM } from "../../../src/congestion/zones/ZoneIndex.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import { DAY_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import { MmsiInteger } from "../../../src/vessels/Mmsi.ts"
import { tablesOf } from "../../methodPage.ts"

const table = tablesOf(page)

const PORT = Unlocode.make("ZZABC")
const FIRST_DAY = Date.parse("2026-01-01T00:00:00Z")

const at = (day: number, time: string): Instant => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return Instant.make(FIRST_DAY + (day - 1) * DAY_MILLIS + (hours * 60 + minutes) * 60_000)
}

const ASOF = at(101, "10:00")

const daysOf = (text: string): ReadonlyArray<number> => {
  const [first = 0, last] = text.split("-").map(Number)
  if (last !== undefined) return Array.from({ length: last - first + 1 }, (_, n) => first + n)
  return text.split(",").map(Number)
}

const Kind = Schema.Literals(["berth", "anchorage"])
const Type = Schema.Literals(["cargo", "tanker"])

const stayOf =
  (day: number) =>
  (text: string): PortCall["stays"][number] => {
    const [kind, times = ""] = text.trim().split(" ")
    const [from = "", to = ""] = times.split("-")
    return {
      kind: Schema.decodeUnknownSync(Kind)(kind),
      evidence: "zone",
      zone: Option.none(),
      from: at(day, from),
      to: to === "" ? Option.none() : Option.some(at(day, to)),
      latitude: 0,
      longitude: 0
    }
  }

const callsOf = ([
  vessel = "",
  is = "",
  stayTimes = "",
  end = "",
  days = "",
  lastReceived = ""
]: ReadonlyArray<string>) =>
  daysOf(days).map((day): PortCall => {
    const stays = stayTimes.split(",").map(stayOf(day))
    const endedAt = end === "" ? Option.none() : Option.some(at(day, end))
    const [lastDay, lastTime = ""] = lastReceived.split(" ")
    return {
      id: PortCallId.make(`${vessel}-${day}`),
      port: PORT,
      startedAt: stays[0]?.from ?? at(day, "00:00"),
      endedAt,
      ending: Option.map(endedAt, () => "left"),
      stays,
      silences: [],
      lastReceivedAt: Option.getOrElse(endedAt, () => at(Number(lastDay), lastTime)),
      vessel: {
        mmsi: Option.some(MmsiInteger.make(244_000_000 + vessel.charCodeAt(0))),
        imo: Option.none(),
        name: Option.some(vessel),
        shipType: is === "tug" ? Option.some(AisShipType.make(52)) : Option.none(),
        commercial: is !== "tug",
        type: is === "tug" ? Option.none() : Option.some(Schema.decodeUnknownSync(Type)(is)),
        typeSource: is === "tug" ? "none" : "registry"
      },
      source: "ais"
    }
  })

const firstDay = FIRST_DAY / DAY_MILLIS
const coverage = {
  port: PORT,
  days: Array.from({ length: 101 }, (_, n) => firstDay + n),
  lastReceivedAt: Option.some(at(101, "09:59"))
}
const calls = table("vessel | type").flatMap(callsOf)
const aggregate = computeCongestion(ledgerAsOf(coverage, calls, ASOF).inputsAt(ASOF), {
  berths: {},
  hasBerthZones: true,
  area: { source: "operator", complex: null, confidence: "high" },
  anchorages: []
})
const wire: unknown = Schema.encodeSync(CongestionAggregate)(aggregate)

const valueAt = (path: string): unknown => {
  let value: unknown = wire
  for (const key of path.split(".")) value = Predicate.hasProperty(value, key) ? value[key] : undefined
  return value
}

const shown = (figure: string): string => {
  const [, group] = /^capacity (\w+)$/.exec(figure) ?? []
  if (group !== undefined) {
    return String(aggregate.quality.capacity.find(({ vesselClass }) => vesselClass === group)?.berths)
  }
  const value = valueAt(figure)
  if (value === null) return `null: ${aggregate.quality.unknown.find((unknown) => unknown.figure === figure)?.reason}`
  return typeof value === "number" ? String(Math.round(value * 100) / 100) : String(value)
}

describe("the worked port of the method page", () => {
  it("has the figures that its table shows", () => {
    const rows = table("figure | value")
    assert.isAbove(rows.length, 20)
    assert.deepStrictEqual(
      rows.map(([figure = ""]) => [figure, shown(figure)]),
      rows.map((row) => [...row])
    )
  })
})

describe("the constants of the method page", () => {
  const constants: Readonly<Record<string, unknown>> = { ...Detection, DEFAULT_RADIUS_KM, LEAVE_MARGIN_KM }

  it("are those of the code", () => {
    for (const [name = "", value] of table("constant | value")) assert.strictEqual(String(constants[name]), value, name)
    assert.include(page, `${Detection.REORDER_WINDOW_SECONDS} seconds behind the newest of the vessel`)
    assert.include(page, `same ${Detection.SAMPLE_INTERVAL_SECONDS} seconds`)
    assert.include(page, `at ${Detection.MAX_PLAUSIBLE_KNOTS} knots and ${Detection.POSITION_TOLERANCE_KM} km of error`)
    assert.include(page, `more than ${Detection.MAX_CLOCK_AHEAD_SECONDS / 60} minutes in the future`)
    assert.include(page, `more than ${Detection.CLOCK_JUMP_SECONDS / 3600} hours ahead`)
  })

  it("of proposed zones are those of the code", () => {
    assert.include(page.replaceAll("\n", " "), `at least ${MIN_VESSELS_IN_SQUARE} different vessels were stationary`)
    assert.include(page, `a cluster of at least ${MIN_VESSELS_IN_ZONE} different vessels`)
  })

  it("name every kind of anomaly", () => {
    assert.sameMembers(
      table("kind | when").map(([kind = ""]) => kind.replaceAll("`", "")),
      [...Detection.Anomaly.literals]
    )
  })
})
