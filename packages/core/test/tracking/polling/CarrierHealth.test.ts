import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import {
  ShipmentUnknown,
  SourceThrottled,
  SourceUnauthorised,
  SourceUnavailable
} from "../../../src/tracking/carriers/TrackingSource.ts"
import {
  type CarrierOutcome,
  type CarrierPoll,
  carrierPollOf,
  changedCarriers,
  healthAfterChange,
  healthAfterPoll,
  isFailing,
  NEVER_POLLED,
  pauseAfterChange
} from "../../../src/tracking/polling/CarrierHealth.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"
import { on } from "../fixtures.ts"

const scac = Scac.make("HLCU")
const pollOf = (outcome: CarrierOutcome): CarrierPoll => ({ outcome, message: Option.some(`HLCU: ${outcome}`) })

/** The health after polls with these outcomes, one each day from 1 March. */
const healthAfter = (...outcomes: ReadonlyArray<CarrierOutcome>) =>
  outcomes.reduce(
    (health, outcome, index) => healthAfterPoll(health, pollOf(outcome), on(`03-0${index + 1}`)),
    NEVER_POLLED
  )

describe("the health of a carrier", () => {
  it("counts unauthorised and unavailable polls in a row, with the instant of the first", () => {
    const health = healthAfter("responded", "unavailable", "unauthorised")
    assert.deepStrictEqual([health.failures, health.failingSince], [2, Option.some(on("03-02"))])
    assert.deepStrictEqual(health.lastRespondedAt, Option.some(on("03-01")))
    assert.deepStrictEqual(health.lastPoll, Option.some({ ...pollOf("unauthorised"), at: on("03-03") }))
  })

  it("recovers with any response, also with one that does not know the shipment", () => {
    for (const outcome of ["responded", "unknown_shipment"] as const) {
      const health = healthAfter("unavailable", outcome)
      assert.deepStrictEqual([health.failures, health.failingSince], [0, Option.none()])
      assert.deepStrictEqual(health.lastRespondedAt, Option.some(on("03-02")))
    }
  })

  it("is not changed by throttling, which neither fails nor recovers", () => {
    assert.isFalse(isFailing(healthAfter("throttled")))
    const failing = healthAfter("unavailable", "throttled")
    assert.isTrue(isFailing(failing))
    assert.deepStrictEqual(failing.failingSince, Option.some(on("03-01")))
    assert.deepStrictEqual(failing.lastRespondedAt, Option.none())
  })

  it("fails no longer after the profile changed, and retains the last poll", () => {
    const failing = healthAfter("unauthorised", "unauthorised")
    const changed = healthAfterChange(failing)
    assert.isFalse(isFailing(changed))
    assert.deepStrictEqual(changed.lastPoll, failing.lastPoll)
  })

  it("ends a pause when the profile changes, but not one that the carrier required", () => {
    const until = Option.some(on("03-09"))
    assert.deepStrictEqual(pauseAfterChange(healthAfter("unavailable"), until), Option.none())
    assert.deepStrictEqual(pauseAfterChange(healthAfter("throttled"), until), until)
  })
})

describe("the outcome of a poll", () => {
  it("is known for every result but that of a query which was not sent", () => {
    const failed = {
      unknown_shipment: new ShipmentUnknown({ scac, requests: 1, number: "B1" }),
      throttled: new SourceThrottled({ scac, requests: 1, until: on("03-01"), message: "HLCU: wait" }),
      unauthorised: new SourceUnauthorised({ scac, requests: 1, message: "HLCU: no" }),
      unavailable: new SourceUnavailable({ scac, requests: 1, reason: "timeout", message: "HLCU: slow" })
    }
    for (const [outcome, error] of Object.entries(failed)) {
      assert.deepStrictEqual(
        carrierPollOf(Result.fail(error)),
        Option.some({ outcome, message: Option.some(error.message) })
      )
    }
    const responded = { events: [], rejected: [], unknown: {}, complete: true, requests: 1 }
    assert.deepStrictEqual(
      carrierPollOf(Result.succeed(responded)),
      Option.some({ outcome: "responded", message: Option.none() })
    )
    const notSent = new SourceUnavailable({ scac, requests: 0, reason: "not_configured", message: "HLCU: not by BL" })
    assert.deepStrictEqual(carrierPollOf(Result.fail(notSent)), Option.none())
  })
})

describe("the carriers of a changed configuration", () => {
  it("are those with another fingerprint than the stored one; one without a stored fingerprint is new", () => {
    const [added, changed, unchanged] = [Scac.make("MAEU"), Scac.make("HLCU"), Scac.make("CMDU")]
    const stored = new Map([
      [changed, "a"],
      [unchanged, "b"]
    ])
    const fingerprints = new Map([
      [added, "c"],
      [changed, "d"],
      [unchanged, "b"]
    ])
    assert.deepStrictEqual(
      changedCarriers(fingerprints, (carrier) => Option.fromUndefinedOr(stored.get(carrier))),
      [
        { scac: added, fingerprint: "c", isNew: true },
        { scac: changed, fingerprint: "d", isNew: false }
      ]
    )
  })
})
