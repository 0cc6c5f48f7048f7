import { assert, describe, it } from "@effect/vitest"
import { instantOf } from "@landfall/core/time/Instant"
import { carrierEventOf } from "@landfall/testing/journeys/CarrierEvents"
import { dcsaEventOf } from "@landfall/testing/journeys/DcsaEvents"
import { places, vessels } from "@landfall/testing/journeys/Places"
import { addHours } from "@landfall/testing/journeys/Schedule"
import { carrierUpdates, type VoyagePlan } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { decodeDcsa } from "../../src/dcsa/events/DcsaDecoder.ts"

const plan: VoyagePlan = {
  container: containerOf(482_913),
  booking: "177I-HPHPQ 7958v",
  bill: "MEDUWA216748",
  start: SAMPLE_TIME,
  origin: places.suzhou,
  destination: places.duisburg,
  delays: [{ leg: 1, afterDays: 3, hours: 30, reason: "WEA" }],
  legs: [
    { from: places.shanghai, to: places.singapore, vessel: vessels.everGiven, voyage: "1170W", transitHours: 144 },
    { from: places.singapore, to: places.hamburg, vessel: vessels.everAce, voyage: "0943W", transitHours: 576 }
  ]
}

describe("a simulated event", () => {
  it("equals the decoded event of its DCSA payload", () => {
    for (const { at, events: happenings } of carrierUpdates(plan)) {
      const receivedAt = addHours(at, 2)
      const payload = happenings.map((happening) => dcsaEventOf(plan, happening, at))
      const { events, rejected } = decodeDcsa(payload, instantOf(receivedAt))
      assert.deepStrictEqual(rejected, [])
      assert.deepStrictEqual(
        events,
        happenings.map((happening) => carrierEventOf(plan, happening, at, receivedAt))
      )
    }
  })
})
