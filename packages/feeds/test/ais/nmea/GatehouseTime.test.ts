import { assert, describe, it } from "@effect/vitest"
import { isoOf } from "@landfall/core/time/Instant"
import { Schema } from "effect"
import { FIRST, kindCounts, lines, ONE, read, readChunks, SECOND, TWO, vessels } from "../readSentences.ts"

const checksum = (text: string): string => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum ^= text.charCodeAt(at)
  return (sum & 255).toString(16).toUpperCase().padStart(2, "0")
}
const gatehouse = (time: string, rest = "219,,2190047,1,4A"): string => {
  const text = `PGHP,1,${time},${rest}`
  return `$${text}*${checksum(text)}`
}

const timesOf = (result: ReturnType<typeof read>) => result.reports.map(({ at, clock }) => [isoOf(at), clock])

describe("a time of Gatehouse before a sentence", () => {
  it("is the time of the report, to the millisecond, in a recording too", () => {
    const result = read(lines("$PGHP,1,2020,12,31,23,59,58,239,0,0,0,1,2C*5B", ONE), "recorded")
    assert.deepStrictEqual(timesOf(result), [["2020-12-31T23:59:58.239Z", "source"]])
    assert.deepStrictEqual(kindCounts(result), {})
  })

  it("applies to each part of the message that follows, and not to the next message", () => {
    const result = read(lines(gatehouse("2025,3,13,10,39,18,375"), FIRST, SECOND, ONE), "recorded")
    assert.deepStrictEqual(timesOf(result), [["2025-03-13T10:39:18.375Z", "source"]])
    assert.deepStrictEqual(kindCounts(result), { no_time: 1 })
  })

  it("is superseded by the time of a tag block", () => {
    const tag = "c:1741862359"
    const result = read(lines(gatehouse("2025,3,13,10,39,18,375"), `\\${tag}*${checksum(tag)}\\${TWO}`), "recorded")
    assert.deepStrictEqual(timesOf(result), [["2025-03-13T10:39:19.000Z", "source"]])
  })

  it("that is damaged is counted, and its sentence has no time", () => {
    for (const [line, kind] of [
      [gatehouse("2025,3,13,10,39,18,375").replace("375", "376"), "wrong_checksum"],
      ["$PGHP,1,2025,3,13,10,39,18", "wrong_checksum"],
      [gatehouse("2025,2,30,10,39,18,375"), "malformed_sentence"],
      [gatehouse("2025,3,13,25,39,18,375"), "malformed_sentence"],
      [gatehouse("2025,3,,10,39,18,375"), "malformed_sentence"],
      [gatehouse("99999999999,3,13,10,39,18,375"), "malformed_sentence"]
    ] as const) {
      assert.deepStrictEqual(kindCounts(read(lines(line, ONE), "recorded")), { [kind]: 1, no_time: 1 }, line)
    }
  })

  it("of another message type is another sentence", () => {
    assert.deepStrictEqual(kindCounts(read(lines("$PGHP,2,2025,3,13*11"))), { other_sentence: 1 })
  })

  it.prop(
    "with any bytes changed or cut gives no error, and the sentences after it",
    [Schema.Uint8Array.check(Schema.isMaxLength(40)), Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))],
    ([noise, from]) => {
      const bytes = new TextEncoder().encode(lines(gatehouse("2025,3,13,10,39,18,375"), ONE))
      bytes.set(noise.subarray(0, bytes.length - from), from)
      const after = new TextEncoder().encode(`\r\n${lines(gatehouse("2025,3,13,10,39,20,0"), TWO)}`)
      const result = readChunks([bytes, after], "recorded")
      assert.strictEqual(vessels(result).at(-1), 563_808_000)
      assert.strictEqual(timesOf(result).at(-1)?.[0], "2025-03-13T10:39:20.000Z")
    }
  )
})
