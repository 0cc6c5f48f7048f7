import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option } from "effect"
import { toPollStatusView } from "../../src/tracking/ShipmentsHandlers.ts"

const MAEU = Scac.make("MAEU")

const status = {
  carrier: Option.some(MAEU),
  lastPolledAt: Option.some(Instant.make(Date.parse("2026-03-01T12:00:00Z"))),
  nextPollAt: Option.some(Instant.make(Date.parse("2026-03-02T12:00:00Z"))),
  lastError: Option.none()
}

describe("how the checks of a shipment are shown", () => {
  it("with the carrier that is asked next, and when", () => {
    assert.deepStrictEqual(toPollStatusView(Option.some(status), false), {
      carrier: MAEU,
      lastCheckedAt: "2026-03-01T12:00:00.000Z",
      nextCheckAt: "2026-03-02T12:00:00.000Z",
      lastError: null
    })
  })

  it("without a next one where its carrier is configured no more, though the queue still holds it", () => {
    assert.deepStrictEqual(toPollStatusView(Option.some(status), true), {
      carrier: null,
      lastCheckedAt: "2026-03-01T12:00:00.000Z",
      nextCheckAt: null,
      lastError: "MAEU was polled before and is no longer configured.",
      warning: "no_source"
    })
  })
})
