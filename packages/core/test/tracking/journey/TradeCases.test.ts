import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import type { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { heldUntil } from "../../../src/tracking/changes/HeldMilestones.ts"
import { diffJourney } from "../../../src/tracking/changes/JourneyDiff.ts"
import { deriveShipmentJourneys } from "../../../src/tracking/journey/ShipmentJourneys.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import { CONTAINER, on } from "../fixtures.ts"
import { ARRIVAL_PLAN_CASES } from "./ArrivalPlanCases.ts"
import { BACKLOG_CASES } from "./BacklogCases.ts"
import { BOOKING_CASES } from "./BookingCases.ts"
import { CALL_CASES } from "./CallCases.ts"
import { CARRIER_EXCEPTION_CASES } from "./CarrierExceptionCases.ts"
import { CARRIER_STATUS_CASES } from "./CarrierStatusCases.ts"
import { CONNECTION_CASES } from "./ConnectionCases.ts"
import { CORRECTION_CASES } from "./CorrectionCases.ts"
import { CROSSED_CASES } from "./CrossedTradeCases.ts"
import { DETOUR_CASES } from "./DetourCases.ts"
import { DOCUMENT_AND_GATE_CASES } from "./DocumentAndGateCases.ts"
import { eventOf, recordAlerts } from "./EventLines.ts"
import { FURTHER_CASES } from "./FurtherTradeCases.ts"
import { HANDOVER_CASES } from "./HandoverCases.ts"
import { HARD_CASES } from "./HardTradeCases.ts"
import { INLAND_AND_DOCUMENT_CASES } from "./InlandAndDocumentCases.ts"
import { INLAND_ROUTING_CASES } from "./InlandRoutingCases.ts"
import { LAND_SIDE_CASES } from "./LandSideTradeCases.ts"
import { LATER_LEG_CASES } from "./LaterLegCases.ts"
import { MISSED_CONNECTION_CASES } from "./MissedConnectionCases.ts"
import { NEXT_VESSEL_CASES } from "./NextVesselCases.ts"
import { OVERDUE_AND_MISREPORTED_CASES } from "./OverdueAndMisreportedCases.ts"
import { PORT_AND_PLACE_CASES } from "./PortAndPlaceCases.ts"
import { PUBLISHED_STATUSES } from "./PublishedStatuses.ts"
import { REBOOKING_CASES } from "./RebookingCases.ts"
import { ROUTING_CASES } from "./RoutingCases.ts"
import { ROUTING_VARIANTS } from "./RoutingVariants.ts"
import { SECOND_CALL_CASES } from "./SecondCallCases.ts"
import { SEPARATED_CONTAINER_CASES } from "./SeparatedContainerCases.ts"
import { STATEMENT_CASES } from "./StatementCases.ts"
import { TERMINAL_CASES } from "./TerminalCases.ts"
import { CASES, type TradeCase } from "./TradeCases.ts"
import { UNREPORTED_LEG_CASES } from "./UnreportedLegCases.ts"
import { VOYAGE_CHANGE_CASES } from "./VoyageChangeCases.ts"

const HOLD_MILLIS = 24 * HOUR_MILLIS

/**
 * The alerts of container A at an endpoint with the default hold: `type port`, with the hours of a changed date, and `!` before
 * an alert that supersedes one, each after the number of its event (or `review`) where the case states numbers. An actual event is received an hour after its date, a plan an hour after the event before it.
 * `rx=` is another time of receipt, and `del=` removes the event of that line in the same response. A review follows when a hold ends.
 */
const alertsOf = ({ events: lines, since = "01-01", alerts: expected }: TradeCase): ReadonlyArray<string> => {
  const numbered = expected[0]?.includes(": ") === true
  const tracked = { number: CONTAINER, type: Option.some("CT" as const), since: on(since) }
  const received: Array<CarrierEvent | undefined> = []
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
    const events = received.filter((event) => event !== undefined)
    const journey = deriveShipmentJourneys(tracked, events)[0]
    if (journey === undefined) return
    reviewAt = journey.milestones.flatMap((milestone) => heldUntil(milestone, HOLD_MILLIS) ?? [])
    const finalPodHold = { now: Instant.make(now), holdMillis: HOLD_MILLIS }
    const terms = {
      thresholdHours: 24,
      registeredAt: tracked.since,
      firstResponse: false,
      notifiesRetractions: true,
      finalPodHold
    }
    const diff = diffJourney(journey, notified, terms)
    notified = recordAlerts(diff, id)
    const prefix = numbered ? `${id}: ` : ""
    for (const alert of diff.alerts) {
      const mark = alert.supersedes === undefined ? "" : "!"
      const hours = alert._tag === "DateChanged" ? ` ${alert.hours}` : ""
      alerts.push(`${prefix}${mark}${alert.type} ${alert.milestone.place.unlocode}${hours}`)
    }
    for (const { key } of diff.retractions) alerts.push(`${prefix}retracted ${key.split("/").slice(1, 3).join(" ")}`)
  }
  for (const [index, line] of lines.entries()) {
    const { eventDateTime } = eventOf(line, on("01-02"))
    const stated = line.match(/ rx=(\S+)/)?.[1]
    const next = Math.max(now, line.startsWith("ACT") ? eventDateTime : now) + HOUR_MILLIS
    const receivedAt = stated === undefined ? next : on(stated)
    reviewUntil(receivedAt - 1)
    now = receivedAt
    received.push(eventOf(line, Instant.make(now)))
    const removed = line.match(/ del=(\d+)/)?.[1]
    if (removed !== undefined) received[Number(removed) - 1] = undefined
    notify(String(index + 1))
  }
  reviewUntil(Number.POSITIVE_INFINITY)
  return alerts
}

describe("the alerts of a voyage, event by event", () => {
  for (const trade of [
    ...CASES,
    ...FURTHER_CASES,
    ...PUBLISHED_STATUSES,
    ...HARD_CASES,
    ...CROSSED_CASES,
    ...ARRIVAL_PLAN_CASES,
    ...CARRIER_STATUS_CASES,
    ...CARRIER_EXCEPTION_CASES,
    ...VOYAGE_CHANGE_CASES,
    ...CORRECTION_CASES,
    ...LAND_SIDE_CASES,
    ...LATER_LEG_CASES,
    ...DOCUMENT_AND_GATE_CASES,
    ...ROUTING_CASES,
    ...CONNECTION_CASES,
    ...INLAND_ROUTING_CASES,
    ...DETOUR_CASES,
    ...BOOKING_CASES,
    ...TERMINAL_CASES,
    ...ROUTING_VARIANTS,
    ...STATEMENT_CASES,
    ...CALL_CASES,
    ...BACKLOG_CASES,
    ...HANDOVER_CASES,
    ...SECOND_CALL_CASES,
    ...REBOOKING_CASES,
    ...PORT_AND_PLACE_CASES,
    ...SEPARATED_CONTAINER_CASES,
    ...OVERDUE_AND_MISREPORTED_CASES,
    ...UNREPORTED_LEG_CASES,
    ...MISSED_CONNECTION_CASES,
    ...NEXT_VESSEL_CASES,
    ...INLAND_AND_DOCUMENT_CASES
  ]) {
    it(trade.title, () => {
      assert.deepStrictEqual(alertsOf(trade), trade.alerts)
    })
  }
})
