import { assert, describe, it } from "@effect/vitest"
import { HOUR_MILLIS, Instant } from "../../../src/time/Instant.ts"
import type { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { heldUntil } from "../../../src/tracking/changes/HeldMilestones.ts"
import { diffJourney } from "../../../src/tracking/changes/JourneyDiff.ts"
import { deriveContainerJourneys } from "../../../src/tracking/journey/Journey.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import { CONTAINER, on } from "../fixtures.ts"
import { ARRIVAL_PLAN_CASES } from "./ArrivalPlanCases.ts"
import { CARRIER_EXCEPTION_CASES } from "./CarrierExceptionCases.ts"
import { CARRIER_STATUS_CASES } from "./CarrierStatusCases.ts"
import { CROSSED_CASES } from "./CrossedTradeCases.ts"
import { eventOf, recordAlerts } from "./EventLines.ts"
import { FURTHER_CASES } from "./FurtherTradeCases.ts"
import { HARD_CASES } from "./HardTradeCases.ts"
import { PUBLISHED_STATUSES } from "./PublishedStatuses.ts"
import { CASES } from "./TradeCases.ts"

const HOLD_MILLIS = 24 * HOUR_MILLIS

/**
 * The alerts of container A at an endpoint with the default hold: `type port`, with the hours of a changed date, and `!` before
 * an alert that supersedes one. An actual event is received an hour after its date, a plan an hour after the event before it.
 * A review follows when a hold ends.
 */
const alertsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const events: Array<CarrierEvent> = []
  const alerts: Array<string> = []
  let notified = NOTHING_NOTIFIED
  let now: number = on("01-02")
  let reviewAt: ReadonlyArray<number> = []
  const reviewUntil = (until: number) => {
    for (const due of reviewAt.toSorted((a, b) => a - b).filter((at) => now < at && at <= until)) {
      now = due
      notify("review")
    }
  }
  const notify = (id: string) => {
    const journey = deriveContainerJourneys(events, CONTAINER).at(-1)
    if (journey === undefined) return
    reviewAt = journey.milestones.flatMap((milestone) => heldUntil(milestone, HOLD_MILLIS) ?? [])
    const finalPodHold = { now: Instant.make(now), holdMillis: HOLD_MILLIS }
    const terms = {
      thresholdHours: 24,
      registeredAt: on("01-01"),
      firstResponse: false,
      notifiesRetractions: true,
      finalPodHold
    }
    const diff = diffJourney(journey, notified, terms)
    notified = recordAlerts(diff, id)
    for (const alert of diff.alerts) {
      const mark = alert.supersedes === undefined ? "" : "!"
      const hours = alert._tag === "DateChanged" ? ` ${alert.hours}` : ""
      alerts.push(`${mark}${alert.type} ${alert.milestone.place.unlocode}${hours}`)
    }
    for (const { key } of diff.retractions) alerts.push(`retracted ${key.split("/").slice(1, 3).join(" ")}`)
  }
  for (const [index, line] of lines.entries()) {
    const { eventDateTime } = eventOf(line, on("01-02"))
    const received = Math.max(now, line.startsWith("ACT") ? eventDateTime : now) + HOUR_MILLIS
    reviewUntil(received - 1)
    now = received
    events.push(eventOf(line, Instant.make(now)))
    notify(String(index + 1))
  }
  reviewUntil(Number.POSITIVE_INFINITY)
  return alerts
}

describe("the alerts of a voyage, event by event", () => {
  for (const { title, events, alerts } of [
    ...CASES,
    ...FURTHER_CASES,
    ...PUBLISHED_STATUSES,
    ...HARD_CASES,
    ...CROSSED_CASES,
    ...ARRIVAL_PLAN_CASES,
    ...CARRIER_STATUS_CASES,
    ...CARRIER_EXCEPTION_CASES
  ]) {
    it(title, () => {
      assert.deepStrictEqual(alertsOf(events), alerts)
    })
  }
})
