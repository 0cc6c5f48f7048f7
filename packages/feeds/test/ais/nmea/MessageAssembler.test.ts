import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { makeNmeaReader } from "../../../src/ais/nmea/NmeaReader.ts"
import { makeAisTally } from "../../../src/ais/reports/AisTally.ts"
import { sentence, sentencesOf, tagBlock, voyage } from "../encodeSentences.ts"
import { encoder, FIRST, kindCounts, lines, NOW, ONE, read, SECOND, vessels } from "../readSentences.ts"

describe("the parts of a message", () => {
  const other = sentencesOf(voyage({ mmsi: 563_808_000 }), { sequence: 2 })
  const [otherFirst = "", otherSecond = ""] = other

  it("are assembled across other messages and in either order", () => {
    assert.deepStrictEqual<unknown>(
      vessels(read(lines(FIRST, ONE, otherFirst, SECOND, otherSecond))),
      [228_339_600, 228_339_600, 563_808_000]
    )
    assert.deepStrictEqual<unknown>(vessels(read(lines(SECOND, ONE, FIRST))), [228_339_600, 228_339_600])
  })

  it("belong together only on one channel, of one sequence and of one station", () => {
    const onB = sentencesOf(voyage({ mmsi: 563_808_000 }), { channel: "B" })
    assert.deepStrictEqual<unknown>(kindCounts(read(lines(FIRST, onB[1] ?? ""))), { parts_missing: 2 })
    assert.deepStrictEqual<unknown>(kindCounts(read(lines(FIRST, otherSecond))), { parts_missing: 2 })
    const elsewhere = read(lines(`${tagBlock("s:a")}${FIRST}`, `${tagBlock("s:b")}${SECOND}`))
    assert.deepStrictEqual<unknown>(kindCounts(elsewhere), { parts_missing: 2 })
  })

  it("belong together where only the first of them is tagged", () => {
    assert.deepStrictEqual<unknown>(vessels(read(lines(`${tagBlock("s:a")}${FIRST}`, SECOND))), [228_339_600])
  })

  it("received twice make one message, and none remains", () => {
    const result = read(lines(FIRST, FIRST, SECOND))
    assert.deepStrictEqual<unknown>([vessels(result), kindCounts(result)], [[228_339_600], {}])
  })

  it("are not joined to an older message whose end was lost", () => {
    const newer = sentencesOf(voyage({ mmsi: 563_808_000 }))
    const result = read(lines(FIRST, ...newer))
    assert.deepStrictEqual<unknown>([vessels(result), kindCounts(result)], [[563_808_000], { parts_missing: 1 }])
  })

  it("are not joined to the end of an older message whose beginning was lost", () => {
    const between = Array.from({ length: 20 }, () => ONE)
    const newer = sentencesOf(voyage({ mmsi: 563_808_000 }))
    const result = read(lines(SECOND, ...between, ...newer))
    assert.deepStrictEqual<unknown>(vessels(result).filter((mmsi) => mmsi === 563_808_000).length, 1)
    assert.deepStrictEqual<unknown>(kindCounts(result), { parts_missing: 1 })
  })

  it("wait no longer than 30 s, and no longer than 500 sentences", () => {
    const tally = makeAisTally()
    const reader = makeNmeaReader("test", "live", tally)
    reader.push(encoder.encode(lines(FIRST)), NOW)
    assert.deepStrictEqual<unknown>(reader.push(encoder.encode(lines(SECOND)), Instant.make(NOW + 30_001)), [])
    assert.deepStrictEqual<unknown>(
      vessels(read(lines(FIRST, ...Array.from({ length: 600 }, () => ONE), SECOND))).length,
      600
    )
  })

  it("beyond the limit are dropped oldest first and counted, and the next message is read", () => {
    const flood = Array.from(
      { length: 5_000 },
      (_, index) => `${tagBlock(`s:${index}`)}${sentence(`AIVDM,9,1,${index % 10},A,${"w".repeat(60)},0`)}`
    )
    const result = read(lines(...flood, ONE, FIRST, SECOND))
    assert.deepStrictEqual<unknown>(vessels(result), [228_339_600, 228_339_600])
    assert.isAbove(result.counts.faults.parts_missing?.count ?? 0, 0)
    assert.strictEqual((kindCounts(result).parts_missing ?? 0) + (kindCounts(result).parts_flooded ?? 0), 5_000)
  })
})
