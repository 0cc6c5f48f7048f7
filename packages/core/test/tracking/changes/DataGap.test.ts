import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { DAY_MILLIS, HOUR_MILLIS, Instant } from "../../../src/time/Instant.ts"
import { type DataStatus, dataGapsDueAt, dataGapsOf } from "../../../src/tracking/changes/DataGap.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import type { LastPoll } from "../../../src/tracking/shipments/ShipmentStore.ts"
import { loads, on, picksUpEmpty } from "../fixtures.ts"

const registration = { registeredAt: DateTime.makeUnsafe(on("01-01")), notified: NOTHING_NOTIFIED }
const later = DateTime.makeUnsafe(on("01-02"))
const UNHEARD: DataStatus = { journeys: [], newest: undefined, lastPoll: undefined, lastResponseAt: undefined }

const reasonAfter = (lastCheck: LastPoll | undefined, newest = false): string | undefined => {
  const event = picksUpEmpty({ port: "CNSHA", date: "01-01" })
  const [silence] = dataGapsOf(
    { ...UNHEARD, newest: newest ? event : undefined, lastPoll: lastCheck },
    registration,
    later
  )
  return silence?._tag === "InError" ? silence.reason : undefined
}

describe("the reason why there is no data", () => {
  it("is what the last question to a carrier came to, or that nothing came", () => {
    assert.strictEqual(reasonAfter(undefined), "no_data")
    assert.strictEqual(reasonAfter({ _tag: "Answered" }), "no_data")
    assert.strictEqual(reasonAfter({ _tag: "Answered" }, true), "no_milestones")
    assert.strictEqual(reasonAfter(undefined, true), "no_milestones")
    assert.strictEqual(reasonAfter({ _tag: "NoSource" }), "no_source")
    assert.strictEqual(reasonAfter({ _tag: "Unknown", failures: 3 }), "unknown_shipment")
    assert.strictEqual(reasonAfter({ _tag: "Unauthorised", failures: 1 }, true), "unauthorised")
    assert.strictEqual(reasonAfter({ _tag: "Throttled", until: on("01-03") }), "throttled")
    assert.strictEqual(reasonAfter({ _tag: "Away", failures: 9 }), "source_away")
  })
})

describe("the silence of an unknown shipment", () => {
  it("is due exactly a day after its registration, and never again once told", () => {
    assert.deepStrictEqual(dataGapsDueAt(UNHEARD, registration), [on("01-02")])
    const early = DateTime.makeUnsafe(on("01-02") - 1)
    assert.deepStrictEqual(dataGapsOf(UNHEARD, registration, early), [])
    const told = { ...registration, notified: { ...NOTHING_NOTIFIED, inErrorAt: on("01-02") } }
    assert.deepStrictEqual(dataGapsDueAt(UNHEARD, told), [])
    assert.deepStrictEqual(dataGapsOf(UNHEARD, told, DateTime.makeUnsafe(on("01-02") + 900 * HOUR_MILLIS)), [])
  })
})

describe("the silence of a known shipment whose carrier gives no data", () => {
  const event = { ...loads({ port: "CNSHA", date: "01-01" }), receivedAt: on("01-01") }
  const known: DataStatus = {
    ...UNHEARD,
    journeys: deriveJourneys([event]),
    newest: event,
    lastResponseAt: on("01-01")
  }
  const away: DataStatus = { ...known, lastPoll: { _tag: "Away", failures: 4 } }
  const tagsAt = (hearing: DataStatus, at: number, told?: number) =>
    dataGapsOf(
      hearing,
      {
        ...registration,
        notified: { ...NOTHING_NOTIFIED, ...(told !== undefined && { inErrorAt: Instant.make(told) }) }
      },
      DateTime.makeUnsafe(at)
    ).map(({ _tag }) => _tag)

  it("is due a day after the last answer, while the carrier fails", () => {
    const answered = { ...away, lastResponseAt: on("01-03") }
    assert.deepStrictEqual(tagsAt(answered, on("01-04") - 1), [])
    assert.deepStrictEqual(tagsAt(answered, on("01-04")), ["InError"])
    const [silence] = dataGapsOf(answered, registration, DateTime.makeUnsafe(on("01-04")))
    assert.deepInclude(silence, { reason: "source_away", since: on("01-03") })
  })

  it("is told of a carrier that knows the shipment no longer, and of one that is configured no more", () => {
    assert.deepStrictEqual(tagsAt({ ...known, lastPoll: { _tag: "Unknown", failures: 9 } }, on("01-02")), ["InError"])
    assert.deepStrictEqual(tagsAt({ ...known, lastPoll: { _tag: "NoSource" } }, on("01-02")), ["InError"])
  })

  it("is not told while the carrier answers, however rarely, nor of one that is fed by pushed events alone", () => {
    assert.deepStrictEqual(tagsAt({ ...known, lastPoll: { _tag: "Answered" } }, on("01-10")), [])
    assert.deepStrictEqual(tagsAt({ ...known, lastResponseAt: undefined }, on("01-10")), [])
    assert.deepStrictEqual(
      tagsAt({ ...known, lastPoll: { _tag: "NoSource" }, lastResponseAt: undefined }, on("01-10")),
      []
    )
  })

  it("is told once, and again only after the carrier has answered and failed for another day", () => {
    const told = on("01-02")
    assert.deepStrictEqual(tagsAt(away, on("01-10"), told), [])
    const recovered = { ...away, lastResponseAt: on("01-06") }
    assert.deepStrictEqual(tagsAt(recovered, on("01-07") - 1, told), [])
    assert.deepStrictEqual(tagsAt(recovered, on("01-07"), told), ["InError"])
    assert.deepStrictEqual(tagsAt(recovered, on("01-10"), on("01-07")), [])
  })

  it("does not keep a shipment without news from being called stale", () => {
    const after = on("01-01") + 14 * DAY_MILLIS
    assert.deepStrictEqual(tagsAt(away, after), ["InError", "Stale"])
    assert.deepStrictEqual(tagsAt(away, after, on("01-02")), ["Stale"])
  })
})
