import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { ShipmentUnknown, SourceThrottled, SourceUnavailable } from "@landfall/core/tracking/carriers/TrackingSource"
import type { PollResult } from "@landfall/core/tracking/polling/PollPlan"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option, Result } from "effect"
import { makeCarrierBackoff } from "../src/CarrierBackoff.ts"

const scac = Scac.make("MAEU")
const MINUTE = 60_000

const away = (reason: SourceUnavailable["reason"]): PollResult =>
  Result.fail(new SourceUnavailable({ scac, requests: 1, reason, message: "away" }))
const unknown: PollResult = Result.fail(new ShipmentUnknown({ scac, requests: 1, number: "TGHU1234567" }))
const answered: PollResult = Result.succeed({ events: [], rejected: [], unknown: {}, complete: true, requests: 1 })

/** Minutes of rest after each of these results, all at one moment. */
const rests = (results: ReadonlyArray<PollResult>) => {
  const carriers = makeCarrierBackoff()
  return results.map((result) => Option.getOrElse(carriers.backoffUntil(scac, result, 0), () => 0) / MINUTE)
}

describe("the backoff of a carrier", () => {
  it("begins with the third failure in a row and doubles up to 15 minutes", () => {
    assert.deepStrictEqual(rests(Array.from({ length: 9 }, () => away("timeout"))), [0, 0, 0.5, 1, 2, 4, 8, 15, 15])
  })

  it("ends with any response, an unknown shipment included", () => {
    for (const answer of [answered, unknown]) {
      assert.deepStrictEqual(rests([away("timeout"), away("timeout"), answer, away("timeout")]), [0, 0, 0, 0])
    }
  })

  it("is as long as the carrier demands", () => {
    const until = Instant.make(7 * MINUTE)
    assert.deepStrictEqual(rests([Result.fail(new SourceThrottled({ scac, requests: 1, until, message: "" }))]), [7])
  })

  it("does not begin for queries that no profile supports", () => {
    assert.deepStrictEqual(rests(Array.from({ length: 5 }, () => away("not_configured"))), [0, 0, 0, 0, 0])
  })
})
