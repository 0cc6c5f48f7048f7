import { assert, describe, it } from "@effect/vitest"
import { MAX_RESPONSE_READ_BYTES, MAX_RESPONSE_STORED_BYTES } from "@landfall/core/alerts/sending/AlertTransport"
import { Schema } from "effect"
import { MAX_PARTS, makeResponseBody } from "../../../src/node/webhooks/ResponseBody.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Adds bytes in chunks of `step`. Returns the text, and how many bytes were added before the body was complete. */
const read = (bytes: Uint8Array, step: number) => {
  const body = makeResponseBody()
  let at = 0
  while (at < bytes.length) {
    const more = body.add(bytes.subarray(at, at + step))
    at += step
    if (!more) break
  }
  return { text: body.text(), added: Math.min(at, bytes.length) }
}

const Step = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_000 }))
const Bytes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))

describe("the body of a response", () => {
  it.prop("is stored whole when it is short text, for any chunks", [Schema.String, Step], ([text, step]) => {
    const expected = text.toWellFormed().replaceAll("\0", "\uFFFD")
    if (bytesOf(expected).length <= MAX_RESPONSE_STORED_BYTES)
      assert.strictEqual(read(bytesOf(text), step).text, expected)
  })

  it.prop("is stored as at most 4 KiB of valid text without NUL, for any bytes", [Bytes, Step], ([pattern, step]) => {
    const bytes = Uint8Array.from({ length: 6_000 }, (_, index) => pattern[index % Math.max(pattern.length, 1)] ?? 0xff)
    const { text } = read(bytes, step)
    assert.isAtMost(bytesOf(text).length, MAX_RESPONSE_STORED_BYTES)
    assert.isTrue(text.isWellFormed())
    assert.notInclude(text, "\0")
  })

  it.each([0, 1, 2, 3])("is never cut inside a character (%i bytes before)", (lead) => {
    const text = "a".repeat(lead) + "🚢".repeat(2_000)
    const stored = read(bytesOf(text), 1_000).text
    assert.isTrue(text.startsWith(stored))
    assert.strictEqual(bytesOf(stored).length, lead + Math.floor((MAX_RESPONSE_STORED_BYTES - lead) / 4) * 4)
  })

  it.prop(
    "requests the end of the connection after more than 16 KiB or 1,024 parts, and not before",
    [Step],
    ([step]) => {
      const { added } = read(new Uint8Array(40_000), step)
      const limit = Math.min(MAX_RESPONSE_READ_BYTES, MAX_PARTS * step)
      assert.isAbove(added, limit)
      assert.isAtMost(added - step, limit)
    }
  )

  it("copies the bytes that it stores", () => {
    const body = makeResponseBody()
    const chunk = new Uint8Array(10).fill(0x61)
    body.add(chunk)
    chunk.fill(0x62)
    assert.strictEqual(body.text(), "aaaaaaaaaa")
  })
})
