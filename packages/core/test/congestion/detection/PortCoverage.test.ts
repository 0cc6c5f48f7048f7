import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { combineCoverage, latestReceived } from "../../../src/congestion/detection/PortCoverage.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import { Instant } from "../../../src/time/Instant.ts"

const NLRTM = Unlocode.make("NLRTM")
const BEANR = Unlocode.make("BEANR")
const at = (millis: number) => Option.some(Instant.make(millis))

describe("the coverage of ports", () => {
  it("combines into one entry per port, with each day once and the latest position", () => {
    assert.deepStrictEqual(
      combineCoverage([
        { port: NLRTM, days: [1, 2], lastReceivedAt: at(20) },
        { port: BEANR, days: [1], lastReceivedAt: Option.none() },
        { port: NLRTM, days: [2, 3], lastReceivedAt: at(10) }
      ]),
      [
        { port: NLRTM, days: [1, 2, 3], lastReceivedAt: at(20) },
        { port: BEANR, days: [1], lastReceivedAt: Option.none() }
      ]
    )
  })

  it("retains the later of two last positions, and the known one when the other is missing", () => {
    assert.deepStrictEqual(latestReceived(at(1), at(2)), at(2))
    assert.deepStrictEqual(latestReceived(at(2), at(1)), at(2))
    assert.deepStrictEqual(latestReceived(Option.none(), at(1)), at(1))
    assert.deepStrictEqual(latestReceived(at(1), Option.none()), at(1))
  })
})
