import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { Instant } from "../../../src/time/Instant.ts"
import { MIN_POLL_INTERVAL_MILLIS } from "../../../src/tracking/polling/NextPoll.ts"
import { refreshPoll } from "../../../src/tracking/polling/PollRefresh.ts"
import { on } from "../fixtures.ts"

const now = on("03-01T12:00")
const idle = { leaseToken: Option.none(), lastPolledAt: Option.none() }

describe("a refresh", () => {
  it("makes a later poll due immediately", () => {
    const later = { ...idle, dueAt: Option.some(on("03-02")), lastPolledAt: Option.some(on("03-01T06:00")) }
    assert.deepStrictEqual(refreshPoll(later, now), Option.some({ _tag: "Scheduled", at: now }))
  })

  it("waits for the shortest interval after the previous poll", () => {
    const last = on("03-01T11:59")
    const polled = { ...idle, dueAt: Option.some(on("03-02")), lastPolledAt: Option.some(last) }
    const at = Instant.make(last + MIN_POLL_INTERVAL_MILLIS)
    assert.deepStrictEqual(refreshPoll(polled, now), Option.some({ _tag: "Scheduled", at }))
    const scheduled = { ...polled, dueAt: Option.some(at) }
    assert.deepStrictEqual(refreshPoll(scheduled, now), Option.some({ _tag: "AlreadyDue", at }))
  })

  it("changes nothing while the shipment is due or polled", () => {
    const due = { ...idle, dueAt: Option.some(on("03-01T11:00")) }
    assert.deepStrictEqual(refreshPoll(due, now), Option.some({ _tag: "AlreadyDue", at: on("03-01T11:00") }))
    const leased = { ...idle, dueAt: Option.some(on("03-01T13:00")), leaseToken: Option.some("token") }
    assert.deepStrictEqual(refreshPoll(leased, now), Option.some({ _tag: "AlreadyDue", at: on("03-01T13:00") }))
  })

  it("is not available for a shipment that is no longer polled", () => {
    assert.deepStrictEqual(refreshPoll({ ...idle, dueAt: Option.none() }, now), Option.none())
  })
})
