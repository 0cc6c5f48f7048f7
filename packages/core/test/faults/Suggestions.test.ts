import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { DefaultEventType } from "../../src/alerts/EventType.ts"
import { editDistance, suggest } from "../../src/faults/Suggestions.ts"

const Word = Schema.String.check(Schema.isPattern(/^[a-z]{0,12}$/u))
const LongWord = Schema.String.check(Schema.isPattern(/^[a-z]{3,20}$/u))
const Place = Schema.Natural
const Letter = Schema.String.check(Schema.isPattern(/^[a-z]$/u))

describe("editDistance", () => {
  it.prop("is 0 for equal texts alone", [Word, Word], ([left, right]) => {
    expect(editDistance(left, right) === 0).toBe(left === right)
  })

  it.prop("is symmetric", [Word, Word], ([left, right]) => {
    expect(editDistance(left, right)).toBe(editDistance(right, left))
  })

  it.prop("is between the difference of the lengths and the longer length", [Word, Word], ([left, right]) => {
    const distance = editDistance(left, right)
    expect(distance).toBeGreaterThanOrEqual(Math.abs(left.length - right.length))
    expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length))
  })

  it("counts an insertion, a deletion, a replacement and a swap of neighbours as one", () => {
    expect(editDistance("suez", "suuez")).toBe(1)
    expect(editDistance("suez", "sez")).toBe(1)
    expect(editDistance("suez", "sutz")).toBe(1)
    expect(editDistance("suez", "seuz")).toBe(1)
    expect(editDistance("kitten", "sitting")).toBe(3)
  })
})

describe("suggest", () => {
  it.prop("finds a name with any single typing error", [LongWord, Place, Letter], ([name, place, letter]) => {
    const at = place % name.length
    const replaced = name.slice(0, at) + letter + name.slice(at + 1)
    const inserted = name.slice(0, at) + letter + name.slice(at)
    const deleted = name.slice(0, at) + name.slice(at + 1)
    for (const typed of [replaced, inserted, deleted, name.toUpperCase()]) {
      expect(suggest(typed, [name])).toEqual([name])
    }
  })

  it.prop("returns at most three candidates, all from those given", [Word, Schema.Array(Word)], ([typed, words]) => {
    const found = suggest(typed, words)
    expect(found.length).toBeLessThanOrEqual(3)
    for (const word of found) expect(words).toContain(word)
  })

  it("returns the closest first, and ties in the given order", () => {
    expect(suggest("abcdef", ["abcxyf", "abcdeg", "abcdeh", "abcdef"])).toEqual(["abcdef", "abcdeg", "abcdeh"])
  })

  it("finds names by a misspelled beginning before names that differ in several words", () => {
    const found = suggest("container.dischage", DefaultEventType.literals)
    expect(found).toHaveLength(3)
    for (const name of found) expect(name).toMatch(/^container\.discharge\./)
    expect(
      suggest("LANDFALL_CONGESTION_TRESHOLD", [
        "LANDFALL_CONGESTION_MAX_ROWS",
        "LANDFALL_CONGESTION_THRESHOLD_HOURS"
      ])[0]
    ).toBe("LANDFALL_CONGESTION_THRESHOLD_HOURS")
  })

  it("prefers the name that is meant as a whole to one that begins with it", () => {
    expect(suggest("vesel.arrival", ["vessel.arrival.at.pod", "vessel.arrival"])[0]).toBe("vessel.arrival")
  })

  it("finds event types with a missing or wrong word", () => {
    expect(suggest("vessel.arival.at.final.pod", DefaultEventType.literals)[0]).toBe("vessel.arrival.at.final.pod")
    expect(suggest("vessel.arrival.pod", DefaultEventType.literals)).toContain("vessel.arrival.at.final.pod")
    expect(suggest("shipment.added", DefaultEventType.literals)).toEqual(["shipment.added.to.endpoint"])
  })

  it("suggests nothing for text that is far from every candidate, empty, or very long", () => {
    expect(suggest("zzz", ["suez", "panama"])).toEqual([])
    expect(suggest("", ["suez", "ab"])).toEqual([])
    expect(suggest("s".repeat(1_000_000), ["suez"])).toEqual([])
    expect(suggest("ez", ["suez canal"])).toEqual([])
  })
})
