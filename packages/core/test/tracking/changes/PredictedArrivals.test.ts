import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import { type PredictedArrival, updatePredictions } from "../../../src/tracking/changes/PredictedArrivals.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { NOTHING_NOTIFIED, type NotifiedState } from "../../../src/tracking/shipments/NotifiedState.ts"
import { arrives, departs, loads, on } from "../fixtures.ts"

const carrierDate = "03-06T00:00"
const events = [
  loads({ port: "CNSHA", date: "02-01T05:00", vessel: "ATLAS", container: "MSKU1234565" }),
  departs({ port: "CNSHA", date: "02-01T10:00", vessel: "ATLAS" }),
  arrives({ port: "NLRTM", date: carrierDate, vessel: "ATLAS", is: "EST" })
]
const atSea = deriveJourneys(events)

const predictionOf = (date: Instant): PredictedArrival => {
  const milestone = atSea[0]?.milestones.find(({ type }) => type === "vessel.arrival.at.final.pod")
  if (milestone === undefined) throw new Error("the journey has no arrival")
  return { container: Option.some("MSKU1234565"), milestone, date, interval: Option.none() }
}

const after = (hours: number): Instant => Instant.make(on(carrierDate) + hours * HOUR_MILLIS)

/** The hours of the alerts after each of these predictions, in hours after the carrier's date. */
const changesOf = (predictions: ReadonlyArray<number>, thresholdHours = 24): ReadonlyArray<number> => {
  let notified: NotifiedState = NOTHING_NOTIFIED
  return predictions.flatMap((hours) => {
    const update = updatePredictions([predictionOf(after(hours))], atSea, notified, thresholdHours)
    notified = update.notified
    return update.alerts.map((alert) => alert.hours)
  })
}

describe("predicted arrivals", () => {
  it("the first prediction is the one to compare with, however far it is from the carrier's date", () => {
    assert.deepStrictEqual(changesOf([100]), [])
    assert.deepStrictEqual(changesOf([100, 124.5]), [24.5])
  })

  it("exactly the threshold is not a change; shifts add up, earlier and later", () => {
    assert.deepStrictEqual(changesOf([0, 24]), [])
    assert.deepStrictEqual(changesOf([0, 16, 26, 40, 1]), [26, -25])
  })

  it("each endpoint has its own threshold", () => {
    assert.deepStrictEqual(changesOf([0, 7, 13], 6), [7])
  })

  it("the alert states both predictions; the state retains the notified prediction until the vessel arrives", () => {
    const first = updatePredictions([predictionOf(after(0))], atSea, NOTHING_NOTIFIED, 24)
    const moved = updatePredictions([predictionOf(after(30))], atSea, first.notified, 24)
    assert.deepInclude(moved.alerts[0], { previous: after(0), hours: 30, thresholdHours: 24 })
    assert.deepStrictEqual(Object.values(moved.notified.predicted ?? {}), [after(30)])
    const unavailable = updatePredictions([], atSea, moved.notified, 24)
    assert.strictEqual(unavailable.notified, moved.notified)
    const arrived = deriveJourneys([...events, arrives({ port: "NLRTM", date: "03-07T00:00", vessel: "ATLAS" })])
    assert.deepStrictEqual(updatePredictions([], arrived, moved.notified, 24).notified.predicted, {})
  })

  it("without a change the state is the same one, so that nothing is written", () => {
    const { notified } = updatePredictions([predictionOf(after(0))], atSea, NOTHING_NOTIFIED, 24)
    assert.strictEqual(updatePredictions([predictionOf(after(3))], atSea, notified, 24).notified, notified)
    assert.strictEqual(updatePredictions([], atSea, NOTHING_NOTIFIED, 24).notified, NOTHING_NOTIFIED)
  })
})
