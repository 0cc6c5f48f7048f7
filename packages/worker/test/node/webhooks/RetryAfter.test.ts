import { assert, describe, it } from "@effect/vitest"
import { MAX_RETRY_AFTER_MILLIS } from "@landfall/core/alerts/delivery/RetryPolicy"
import { Schema } from "effect"
import { parseRetryAfterMillis } from "../../../src/node/webhooks/WebhookExchange.ts"

const NOW = Date.UTC(2026, 10, 6, 8, 49, 37)

describe("parseRetryAfterMillis", () => {
  it.prop(
    "reads whole seconds up to a day",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 }))],
    ([seconds]) => {
      assert.strictEqual(parseRetryAfterMillis(String(seconds), NOW), seconds * 1_000)
    }
  )

  it.prop(
    "reads an HTTP date as the time until then",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 }))],
    ([seconds]) => {
      const date = new Date(NOW + seconds * 1_000).toUTCString()
      assert.strictEqual(parseRetryAfterMillis(date, NOW), seconds * 1_000)
    }
  )

  it.each([
    ["Fri, 06 Nov 2026 08:49:36 GMT", 0],
    ["Sat, 07 Nov 2099 08:49:37 GMT", MAX_RETRY_AFTER_MILLIS],
    ["Friday, 06-Nov-26 08:49:47 GMT", 10_000],
    ["Fri Nov  6 08:49:47 2026", 10_000],
    ["9999999999", MAX_RETRY_AFTER_MILLIS],
    ["9".repeat(400), MAX_RETRY_AFTER_MILLIS],
    [" 7 ", 7_000]
  ])("reads %s as %i ms", (header, millis) => {
    assert.strictEqual(parseRetryAfterMillis(header, NOW), millis)
  })

  it.each([
    "",
    "soon",
    "-1",
    "1.5",
    "1e3",
    "0x10",
    "2026-11-06T08:49:37Z",
    "Friday, 06-Nov-2026 08:49:37 GMT",
    "Fri, 99 Nov 2026 08:49:37 GMT"
  ])("ignores %j", (header) => {
    assert.isUndefined(parseRetryAfterMillis(header, NOW))
  })

  it.prop(
    "returns a whole number from 0 to 24 hours for any seconds and date",
    [Schema.Natural, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Date.UTC(9999, 0) }))],
    ([seconds, date]) => {
      for (const header of [String(seconds), new Date(date).toUTCString()]) {
        const millis = parseRetryAfterMillis(header, NOW) ?? -1
        assert.isTrue(Number.isInteger(millis) && millis >= 0 && millis <= MAX_RETRY_AFTER_MILLIS, header)
      }
    }
  )

  it.prop("returns undefined for any text without a digit", [Schema.String], ([text]) => {
    assert.isUndefined(parseRetryAfterMillis(text.replaceAll(/\d/g, ""), NOW))
  })
})
