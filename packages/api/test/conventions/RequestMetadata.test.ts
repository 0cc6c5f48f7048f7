import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { MAX_METADATA_BYTES, RequestMetadata } from "../../src/conventions/RequestMetadata.ts"

const decode = Schema.decodeUnknownResult(RequestMetadata)

/** 20 labels with keys of two characters, whose keys and values have so many bytes together. */
const labelsOf = (bytes: number, letter: string): Record<string, string> => {
  const each = Math.floor((bytes - 40) / 20 / Buffer.byteLength(letter))
  const labels = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [String(n + 10), letter.repeat(each)]))
  return { ...labels, "10": letter.repeat(each) + "x".repeat(bytes - 40 - 20 * each * Buffer.byteLength(letter)) }
}

describe("the labels of a request", () => {
  for (const letter of ["a", "é", "港", "🚢"]) {
    it(`are bounded in bytes of UTF-8, such as those of ${letter}`, () => {
      const [largest, larger] = [labelsOf(MAX_METADATA_BYTES, letter), labelsOf(MAX_METADATA_BYTES + 1, letter)]
      assert.deepStrictEqual(decode(largest), Result.succeed(largest))
      const rejected = decode(larger)
      if (Result.isSuccess(rejected)) assert.fail("labels of too many bytes were accepted")
      assert.match(String(rejected.failure), /has keys and values of 8193 bytes in UTF-8/)
    })
  }
})
