import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readSigned, readText, readUnsigned } from "../../../src/ais/messages/Sextets.ts"
import { sextetsOf } from "../encodeSentences.ts"

const upTo = (maximum: number, minimum = 0) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("a field of bits", () => {
  it.prop("is read at its offset", [upTo(2 ** 30 - 1), upTo(29), upTo(40)], ([value, width, before]) => {
    const stored = value % 2 ** (width + 1)
    const sextets = Uint8Array.from(
      sextetsOf([
        [0, before],
        [stored, width + 1],
        [5, 3]
      ])
    )
    assert.strictEqual(readUnsigned(sextets, before, width + 1), stored)
  })

  it.prop("is read with its sign", [upTo(2 ** 27 - 1, -(2 ** 27)), upTo(40)], ([value, before]) => {
    const sextets = Uint8Array.from(
      sextetsOf([
        [1, before],
        [value, 28],
        [1, 1]
      ])
    )
    assert.strictEqual(readSigned(sextets, before, 28), value)
  })

  it("is zero beyond the end of the message", () => {
    assert.strictEqual(readUnsigned(Uint8Array.of(63), 3, 9), 0b111_000_000)
  })

  it("is text up to the first @, without trailing spaces", () => {
    const sextets = Uint8Array.from(sextetsOf([["EVER  ONE  @JUNK", 120]]))
    assert.strictEqual(readText(sextets, 0, 20), "EVER  ONE")
    assert.strictEqual(readText(Uint8Array.from(sextetsOf([["09 ?^_", 36]])), 0, 6), "09 ?^_")
  })
})
