import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { makeNmeaReader } from "../../../src/ais/nmea/NmeaReader.ts"
import { makeAisTally } from "../../../src/ais/reports/AisTally.ts"
import { classA, sentencesOf, tagBlock } from "../encodeSentences.ts"

const NOW = Instant.make(Date.UTC(2026, 2, 3, 12))
const RECORDED = Date.UTC(2022, 0, 3) / 1000
const [ONE = ""] = sentencesOf(classA({ mmsi: 244_660_000 }))
const encoder = new TextEncoder()

const bytesAt = (...seconds: ReadonlyArray<number>): Uint8Array =>
  encoder.encode(seconds.map((second) => `${tagBlock(`c:${second}`)}${ONE}\r\n`).join(""))

const opened = () => {
  const tally = makeAisTally()
  const reader = makeNmeaReader("tcp:test", "live", tally)
  const push = (secondsLater: number, ...stamps: ReadonlyArray<number>) =>
    reader
      .push(bytesAt(...stamps), Instant.make(NOW + secondsLater * 1000))
      .map(({ at, clock }) => [clock === "source" ? at / 1000 - RECORDED : (at - NOW) / 1000, clock])
  return { push, end: () => reader.end(NOW).length, faults: () => tally.counts().faults }
}

describe("a live source with timestamps of years ago", () => {
  it("replays a record when they advance faster than the clock of the server: they are right, from the first on", () => {
    const { push, faults } = opened()
    assert.deepStrictEqual(push(0, RECORDED, RECORDED + 60), [])
    assert.deepStrictEqual(push(1, RECORDED + 120, RECORDED + 180, RECORDED + 10), [
      [0, "source"],
      [60, "source"],
      [120, "source"],
      [180, "source"],
      [10, "source"]
    ])
    assert.deepStrictEqual(push(600, RECORDED + 200), [[200, "source"]])
    assert.deepStrictEqual(faults(), {})
  })

  it("has a wrong clock when they advance as the clock of the server does: the time of arrival replaces them", () => {
    const { push, faults } = opened()
    assert.deepStrictEqual(push(0, RECORDED), [])
    assert.deepStrictEqual(push(30, RECORDED + 30), [])
    assert.deepStrictEqual(push(61, RECORDED + 61), [
      [0, "arrival"],
      [30, "arrival"],
      [61, "arrival"]
    ])
    assert.deepStrictEqual(push(70, RECORDED + 9000), [[70, "arrival"]])
    assert.strictEqual(faults().clock_off?.count, 4)
  })

  it("has a wrong clock when other reports are current, and when two clocks differ by hours", () => {
    const mixed = opened()
    assert.deepStrictEqual(mixed.push(0, RECORDED), [])
    assert.deepStrictEqual(
      mixed.push(1, NOW / 1000, RECORDED + 600).map(([, clock]) => clock),
      ["arrival", "source", "arrival"]
    )
    const two = opened()
    assert.deepStrictEqual(
      two.push(0, RECORDED, RECORDED + 90_000).map(([, clock]) => clock),
      ["arrival", "arrival"]
    )
  })

  it("has a wrong clock when it ends before anything is known", () => {
    const { push, end } = opened()
    assert.deepStrictEqual(push(0, RECORDED), [])
    assert.strictEqual(end(), 1)
  })
})
