import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import {
  ShipmentUnknown,
  SourceThrottled,
  SourceUnauthorised,
  SourceUnavailable
} from "@landfall/core/tracking/carriers/TrackingSource"
import type { PollResult } from "@landfall/core/tracking/polling/PollPlan"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option, Result } from "effect"
import { makeCarrierBackoff } from "../../src/tracking/CarrierBackoff.ts"

const scac = Scac.make("MAEU")
const MINUTE = 60_000

const unavailable = (reason: SourceUnavailable["reason"]): PollResult =>
  Result.fail(new SourceUnavailable({ scac, requests: 1, reason, message: "unavailable" }))
const unknown: PollResult = Result.fail(new ShipmentUnknown({ scac, requests: 1, number: "TGHU1234567" }))
const found: PollResult = Result.succeed({ events: [], rejected: [], unknown: {}, complete: true, requests: 1 })

/** The pause in minutes after each of these results, all at one instant. */
const pausesAfter = (results: ReadonlyArray<PollResult>) => {
  const backoff = makeCarrierBackoff()
  return results.map((result) => Option.getOrElse(backoff.backoffUntil(scac, result, 0), () => 0) / MINUTE)
}

describe("the backoff of a carrier", () => {
  it("begins with the third failure in a row and doubles up to 15 minutes", () => {
    assert.deepStrictEqual(
      pausesAfter(Array.from({ length: 9 }, () => unavailable("timeout"))),
      [0, 0, 0.5, 1, 2, 4, 8, 15, 15]
    )
  })

  it("ends with any response, an unknown shipment included", () => {
    for (const response of [found, unknown]) {
      assert.deepStrictEqual(
        pausesAfter([unavailable("timeout"), unavailable("timeout"), response, unavailable("timeout")]),
        [0, 0, 0, 0]
      )
    }
  })

  it("is as long as the carrier's response requires", () => {
    const until = Instant.make(7 * MINUTE)
    assert.deepStrictEqual(
      pausesAfter([Result.fail(new SourceThrottled({ scac, requests: 1, until, message: "" }))]),
      [7]
    )
  })

  it("does not begin when the carrier is not configured, or rejects the queries themselves", () => {
    for (const reason of ["not_configured", "rejected"] as const) {
      assert.deepStrictEqual(pausesAfter(Array.from({ length: 10 }, () => unavailable(reason))), Array(10).fill(0))
    }
  })

  it("lasts a minute at most when credentials are rejected, because they may be for some shipments alone", () => {
    const unauthorised: PollResult = Result.fail(new SourceUnauthorised({ scac, requests: 1, message: "403" }))
    assert.deepStrictEqual(pausesAfter(Array.from({ length: 10 }, () => unauthorised)), [
      0,
      0,
      0.5,
      ...Array(7).fill(1)
    ])
  })
})
