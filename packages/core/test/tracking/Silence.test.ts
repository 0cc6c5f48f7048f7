import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { HOUR_MILLIS } from "../../src/tracking/Instant.ts"
import type { LastCheck } from "../../src/tracking/NextCheck.ts"
import { NOTHING_NOTIFIED } from "../../src/tracking/Notified.ts"
import { silenceDueAt, silenceOf } from "../../src/tracking/Silence.ts"
import { on, picksUpEmpty } from "./fixtures.ts"

const registration = { registeredAt: DateTime.makeUnsafe(on("01-01")), notified: NOTHING_NOTIFIED }
const later = DateTime.makeUnsafe(on("01-02"))

const reasonAfter = (lastCheck: LastCheck | undefined, newest = false): string | undefined => {
  const event = picksUpEmpty({ port: "CNSHA", date: "01-01" })
  const silence = silenceOf({ journeys: [], newest: newest ? event : undefined, lastCheck }, registration, later)
  return Option.isSome(silence) && silence.value._tag === "InError" ? silence.value.reason : undefined
}

describe("the reason why nothing is known", () => {
  it("is what the last question to a carrier came to, or that nothing came", () => {
    assert.strictEqual(reasonAfter(undefined), "no_data")
    assert.strictEqual(reasonAfter({ _tag: "Answered" }), "no_data")
    assert.strictEqual(reasonAfter({ _tag: "Answered" }, true), "no_milestones")
    assert.strictEqual(reasonAfter(undefined, true), "no_milestones")
    assert.strictEqual(reasonAfter({ _tag: "Unknown", failures: 3 }), "unknown_shipment")
    assert.strictEqual(reasonAfter({ _tag: "Unauthorised", failures: 1 }, true), "unauthorised")
    assert.strictEqual(reasonAfter({ _tag: "Throttled", until: on("01-03") }), "throttled")
    assert.strictEqual(reasonAfter({ _tag: "Away", failures: 9 }), "source_away")
  })
})

describe("the silence of an unknown shipment", () => {
  it("is due exactly a day after its registration, and never again once told", () => {
    const hearing = { journeys: [], newest: undefined, lastCheck: undefined }
    assert.deepStrictEqual(silenceDueAt(hearing, registration), Option.some(on("01-02")))
    const early = DateTime.makeUnsafe(on("01-02") - 1)
    assert.isTrue(Option.isNone(silenceOf(hearing, registration, early)))
    const told = { ...registration, notified: { ...NOTHING_NOTIFIED, inError: true as const } }
    assert.isTrue(Option.isNone(silenceDueAt(hearing, told)))
    assert.isTrue(Option.isNone(silenceOf(hearing, told, DateTime.makeUnsafe(on("01-02") + 900 * HOUR_MILLIS))))
  })
})
