import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option } from "effect"
import { toPollStatusView } from "../../src/tracking/ShipmentViews.ts"

const MAEU = Scac.make("MAEU")

const status = {
  carrier: Option.some(MAEU),
  lastPolledAt: Option.some(Instant.make(Date.parse("2026-03-01T12:00:00Z"))),
  nextPollAt: Option.some(Instant.make(Date.parse("2026-03-02T12:00:00Z"))),
  lastError: Option.none()
}

describe("the poll status of a shipment", () => {
  it("has the carrier of the next poll and its time", () => {
    assert.deepStrictEqual(toPollStatusView(Option.some(status), false), {
      carrier: MAEU,
      lastPolledAt: "2026-03-01T12:00:00.000Z",
      nextPollAt: "2026-03-02T12:00:00.000Z",
      lastError: null
    })
  })

  it("has no next poll if its carrier is no longer configured, though it is still queued", () => {
    assert.deepStrictEqual(toPollStatusView(Option.some(status), true), {
      carrier: null,
      lastPolledAt: "2026-03-01T12:00:00.000Z",
      nextPollAt: null,
      lastError: "MAEU was polled before and is no longer configured.",
      warning: "no_source"
    })
  })
})
