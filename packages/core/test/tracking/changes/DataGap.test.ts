import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { DAY_MILLIS, HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import { type DataStatus, dataGapsDueAt, dataGapsOf } from "../../../src/tracking/changes/DataGap.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import type { LastPoll } from "../../../src/tracking/shipments/ShipmentStore.ts"
import { loads, on, picksUpEmpty } from "../fixtures.ts"

const registration = { registeredAt: DateTime.makeUnsafe(on("01-01")), notified: NOTHING_NOTIFIED }
const later = DateTime.makeUnsafe(on("01-02"))
const NO_DATA: DataStatus = {
  journeys: [],
  newest: undefined,
  lastPoll: undefined,
  lastResponseAt: undefined,
  pollsRestartedAt: undefined
}

const reasonAfter = (lastCheck: LastPoll | undefined, newest = false): string | undefined => {
  const event = picksUpEmpty({ port: "CNSHA", date: "01-01" })
  const [silence] = dataGapsOf(
    { ...NO_DATA, newest: newest ? event : undefined, lastPoll: lastCheck },
    registration,
    later
  )
  return silence?._tag === "InError" ? silence.reason : undefined
}

describe("the reason of a data gap", () => {
  it("is the outcome of the last poll, or that no event was received", () => {
    assert.strictEqual(reasonAfter(undefined), "no_data")
    assert.strictEqual(reasonAfter({ _tag: "Responded" }), "no_data")
    assert.strictEqual(reasonAfter({ _tag: "Responded" }, true), "no_milestones")
    assert.strictEqual(reasonAfter(undefined, true), "no_milestones")
    assert.strictEqual(reasonAfter({ _tag: "NoSource" }), "no_source")
    assert.strictEqual(reasonAfter({ _tag: "Unknown", failures: 3 }), "unknown_shipment")
    assert.strictEqual(reasonAfter({ _tag: "Unauthorised", failures: 1 }, true), "unauthorised")
    assert.strictEqual(reasonAfter({ _tag: "Throttled", until: on("01-03") }), "throttled")
    assert.strictEqual(reasonAfter({ _tag: "Unavailable", failures: 9 }), "source_unavailable")
  })
})

describe("shipment.in.error for a shipment without data", () => {
  it("is due exactly 24 hours after the registration, and only once", () => {
    assert.deepStrictEqual(dataGapsDueAt(NO_DATA, registration), [on("01-02")])
    const early = DateTime.makeUnsafe(on("01-02") - 1)
    assert.deepStrictEqual(dataGapsOf(NO_DATA, registration, early), [])
    const afterAlert = { ...registration, notified: { ...NOTHING_NOTIFIED, inErrorAt: on("01-02") } }
    assert.deepStrictEqual(dataGapsDueAt(NO_DATA, afterAlert), [])
    assert.deepStrictEqual(dataGapsOf(NO_DATA, afterAlert, DateTime.makeUnsafe(on("01-02") + 900 * HOUR_MILLIS)), [])
  })

  it("is due once more 24 hours after the polls were restarted", () => {
    const afterAlert = { ...registration, notified: { ...NOTHING_NOTIFIED, inErrorAt: on("01-02") } }
    const restarted: DataStatus = { ...NO_DATA, pollsRestartedAt: on("01-05") }
    assert.deepStrictEqual(dataGapsDueAt(restarted, afterAlert), [on("01-06")])
    const again = { ...registration, notified: { ...NOTHING_NOTIFIED, inErrorAt: on("01-06") } }
    assert.deepStrictEqual(dataGapsDueAt(restarted, again), [])
    // Before the first alert, a restart does not postpone it.
    assert.deepStrictEqual(dataGapsDueAt({ ...restarted, pollsRestartedAt: on("01-01T12:00") }, registration), [
      on("01-02")
    ])
  })
})

describe("shipment.in.error for a known shipment whose carrier gives no data", () => {
  const event = { ...loads({ port: "CNSHA", date: "01-01" }), receivedAt: on("01-01") }
  const storedStatus: DataStatus = {
    ...NO_DATA,
    journeys: deriveJourneys([event]),
    newest: event,
    lastResponseAt: on("01-01")
  }
  const unavailable: DataStatus = { ...storedStatus, lastPoll: { _tag: "Unavailable", failures: 4 } }
  const tagsAt = (status: DataStatus, at: number, notifiedAt?: number) =>
    dataGapsOf(
      status,
      {
        ...registration,
        notified: { ...NOTHING_NOTIFIED, ...(notifiedAt !== undefined && { inErrorAt: Instant.make(notifiedAt) }) }
      },
      DateTime.makeUnsafe(at)
    ).map(({ _tag }) => _tag)

  it("is due 24 hours after the last response while polls fail", () => {
    const responded = { ...unavailable, lastResponseAt: on("01-03") }
    assert.deepStrictEqual(tagsAt(responded, on("01-04") - 1), [])
    assert.deepStrictEqual(tagsAt(responded, on("01-04")), ["InError"])
    const [silence] = dataGapsOf(responded, registration, DateTime.makeUnsafe(on("01-04")))
    assert.deepInclude(silence, { reason: "source_unavailable", since: on("01-03") })
  })

  it("is emitted when the carrier no longer knows the shipment or is no longer configured", () => {
    assert.deepStrictEqual(tagsAt({ ...storedStatus, lastPoll: { _tag: "Unknown", failures: 9 } }, on("01-02")), [
      "InError"
    ])
    assert.deepStrictEqual(tagsAt({ ...storedStatus, lastPoll: { _tag: "NoSource" } }, on("01-02")), ["InError"])
  })

  it("is not emitted while the carrier responds, or when events are only pushed", () => {
    assert.deepStrictEqual(tagsAt({ ...storedStatus, lastPoll: { _tag: "Responded" } }, on("01-10")), [])
    assert.deepStrictEqual(tagsAt({ ...storedStatus, lastResponseAt: undefined }, on("01-10")), [])
    assert.deepStrictEqual(
      tagsAt({ ...storedStatus, lastPoll: { _tag: "NoSource" }, lastResponseAt: undefined }, on("01-10")),
      []
    )
  })

  it("is emitted once, and again only after a response and 24 more hours of failures", () => {
    const notifiedAt = on("01-02")
    assert.deepStrictEqual(tagsAt(unavailable, on("01-10"), notifiedAt), [])
    const recovered = { ...unavailable, lastResponseAt: on("01-06") }
    assert.deepStrictEqual(tagsAt(recovered, on("01-07") - 1, notifiedAt), [])
    assert.deepStrictEqual(tagsAt(recovered, on("01-07"), notifiedAt), ["InError"])
    assert.deepStrictEqual(tagsAt(recovered, on("01-10"), on("01-07")), [])
  })

  it("does not prevent shipment.stale", () => {
    const after = on("01-01") + 14 * DAY_MILLIS
    assert.deepStrictEqual(tagsAt(unavailable, after), ["InError", "Stale"])
    assert.deepStrictEqual(tagsAt(unavailable, after, on("01-02")), ["Stale"])
  })
})
