import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  addOutcomes,
  DEFAULT_DWELL_HOURS,
  isLastPortFinal,
  isLegByLegCarrier,
  MAX_RECORDED_CARRIERS,
  MAX_RECORDED_PORTS,
  NO_TRANSHIPMENTS,
  type TranshipmentRecord,
  usualDwellHours,
  wrongShareInterval
} from "../../../src/tracking/transhipments/TranshipmentRecord.ts"

const withFinalPods = (evidence: "none" | "planned", total: number, wrong: number): TranshipmentRecord => {
  let record = NO_TRANSHIPMENTS
  for (let count = 0; count < total; count++) {
    record = addOutcomes(record, { finalPods: [{ carrier: "MAEU", evidence, wrong: count < wrong }], dwells: [] })
  }
  return record
}

const withDwells = (hours: ReadonlyArray<number>): TranshipmentRecord =>
  addOutcomes(NO_TRANSHIPMENTS, { finalPods: [], dwells: hours.map((each) => ({ port: "SGSIN", hours: each })) })

describe("the record of a carrier", () => {
  it("has the interval of Wilson: 4 of 20 are 8.1 to 41.6 percent", () => {
    const { low, high } = wrongShareInterval({ total: 20, wrong: 4 })
    assert.closeTo(low, 0.0807, 1e-4)
    assert.closeTo(high, 0.416, 1e-3)
    assert.deepStrictEqual(wrongShareInterval({ total: 0, wrong: 0 }), { low: 0, high: 1 })
  })

  it("makes the last port known final after 73 shipments without an error, and not with two errors", () => {
    assert.isFalse(isLastPortFinal(withFinalPods("none", 72, 0), "MAEU"))
    assert.isTrue(isLastPortFinal(withFinalPods("none", 73, 0), "MAEU"))
    assert.isFalse(isLastPortFinal(withFinalPods("none", 73, 2), "MAEU"))
    assert.isFalse(isLastPortFinal(withFinalPods("none", 73, 0), "MSCU"))
  })

  it("shows that plans end leg by leg, and not from one or two errors of many", () => {
    assert.isTrue(isLegByLegCarrier(withFinalPods("planned", 20, 4), "MAEU"))
    assert.isFalse(isLegByLegCarrier(withFinalPods("planned", 20, 2), "MAEU"))
    assert.isFalse(isLegByLegCarrier(withFinalPods("none", 20, 20), "MAEU"))
  })

  it("expires old shipments: a carrier that plans whole voyages from now on is trusted again", () => {
    let record = withFinalPods("planned", 200, 40)
    assert.isTrue(isLegByLegCarrier(record, "MAEU"))
    for (let count = 0; count < 2000; count++) {
      record = addOutcomes(record, {
        finalPods: [{ carrier: "MAEU", evidence: "planned", wrong: false }],
        dwells: []
      })
    }
    assert.isFalse(isLegByLegCarrier(record, "MAEU"))
  })
})

describe("the usual dwell of a port", () => {
  it("is a week until 20 containers are known", () => {
    assert.strictEqual(usualDwellHours(NO_TRANSHIPMENTS, "SGSIN"), DEFAULT_DWELL_HOURS)
    assert.strictEqual(usualDwellHours(withDwells(Array(19).fill(30)), "SGSIN"), DEFAULT_DWELL_HOURS)
  })

  it("is the class within which nine of ten continued", () => {
    assert.strictEqual(usualDwellHours(withDwells([...Array(18).fill(30), 90, 90]), "SGSIN"), 36)
    assert.strictEqual(usualDwellHours(withDwells([...Array(17).fill(30), 90, 90, 90]), "SGSIN"), 96)
    assert.strictEqual(usualDwellHours(withDwells(Array(40).fill(500)), "SGSIN"), DEFAULT_DWELL_HOURS)
  })
})

const Outcome = Schema.Struct({
  code: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 700 })),
  hours: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2000 })),
  wrong: Schema.Boolean
})
const Outcomes = Schema.Array(Outcome).check(Schema.isMaxLength(800))

describe("any outcomes", () => {
  it.prop("leave a record within its bounds", [Outcomes], ([all]) => {
    const record = addOutcomes(NO_TRANSHIPMENTS, {
      finalPods: all.map(({ code, wrong }) => ({ carrier: `C${code}`, evidence: wrong ? "none" : "planned", wrong })),
      dwells: all.map(({ code, hours }) => ({ port: `P${code}`, hours }))
    })
    assert.isAtMost(Object.keys(record.carriers).length, MAX_RECORDED_CARRIERS)
    assert.isAtMost(Object.keys(record.dwells).length, MAX_RECORDED_PORTS)
    for (const { none, planned } of Object.values(record.carriers)) {
      for (const { total, wrong } of [none, planned]) assert.isTrue(wrong >= 0 && wrong <= total)
    }
  })
})
