import { assert, describe, it } from "@effect/vitest"
import { type CarrierError, carrierScorecard } from "../../../src/eta/accuracy/CarrierScorecard.ts"
import { errorFigures } from "../../../src/eta/accuracy/EtaErrors.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"

const lane = { from: Unlocode.make("CNSHA"), to: Unlocode.make("NLRTM") }
const error = (arrival: string, hours: number, changes: Partial<CarrierError> = {}): CarrierError => ({
  arrival,
  lane,
  leadDays: 7,
  hours,
  ...changes
})

describe("the scorecard of a carrier", () => {
  it("has the mean error, and the median and 90 % quantile of its size", () => {
    assert.deepStrictEqual(errorFigures(7, [-10, 20, 30]), {
      leadDays: 7,
      arrivals: 3,
      biasHours: 13.3,
      medianAbsoluteHours: 20,
      p90AbsoluteHours: 30
    })
  })

  it("counts an arrival once, however many containers were on the vessel", () => {
    const { arrivals, leads } = carrierScorecard([error("A", 10), error("A", 10), error("B", 30)])
    assert.strictEqual(arrivals, 2)
    assert.deepInclude(leads[2], { leadDays: 7, arrivals: 2, biasHours: 20 })
    assert.deepInclude(leads[0], { leadDays: 1, arrivals: 0, biasHours: null })
  })

  it("lists the lanes with most arrivals first", () => {
    const other = { from: null, to: Unlocode.make("DEHAM") }
    const { lanes } = carrierScorecard([error("C", 1, { lane: other }), error("A", 10), error("B", 30)])
    assert.deepStrictEqual(
      lanes.map(({ arrivals, from, to }) => [from, to, arrivals]),
      [
        ["CNSHA", "NLRTM", 2],
        [null, "DEHAM", 1]
      ]
    )
  })
})
