import { Option } from "effect"
import { type DateChangedType, dateChangedOf, type MilestoneType } from "../../alerts/EventType.ts"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import { hoursBetween, type Instant } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { isActual, type Milestone } from "../journey/Milestone.ts"
import { LOOKBACK_HOURS } from "../journey/ShipmentJourneys.ts"
import {
  NOTHING_NOTIFIED,
  type NotifiedDate,
  type NotifiedSource,
  type NotifiedState
} from "../shipments/NotifiedState.ts"
import { decideFinalPod, dependsOnHeldPod, type FinalPodHold } from "./HeldMilestones.ts"
import { dropEarlierTrip, markRetracted, recordTripEnd } from "./internal/NotifiedTrips.ts"
import { actualAlertOf, type SupersededAlert, supersedeAlerts } from "./SupersededAlerts.ts"

/** The terms on which one endpoint is notified of one shipment. */
export interface AlertTerms {
  /** Hours by which a date must move before its change is notified. */
  readonly thresholdHours: number
  readonly registeredAt: Instant
  /**
   * The events come from the first response of a polled source: its actuals are the journey so far and emit nothing.
   */
  readonly firstResponse: boolean
  /** The endpoint receives retractions, and therefore also a milestone that becomes actual again after one. */
  readonly notifiesRetractions?: boolean
  /** Whether the endpoint receives a type; absent: every type. */
  readonly receives?: (type: string) => boolean
  /** How long a final POD without evidence is held; absent where it is notified immediately. */
  readonly finalPodHold?: FinalPodHold
}

/** A milestone became actual. */
export interface MilestoneReached {
  readonly _tag: "MilestoneReached"
  readonly type: MilestoneType
  readonly container: Option.Option<string>
  readonly milestone: Milestone
  /** The wrong alert that this one takes the place of. */
  readonly supersedes?: SupersededAlert
}

/** The date of a milestone moved by more than the threshold since the last notification. */
export interface DateChanged {
  readonly _tag: "DateChanged"
  readonly type: DateChangedType
  readonly container: Option.Option<string>
  readonly milestone: Milestone
  /** The date of the last notification, or the first known date. */
  readonly previous: Instant
  readonly current: Instant
  /** The first known date. */
  readonly initial: Instant
  /** Hours from previous to current: positive when later, negative when earlier. */
  readonly hours: number
  readonly direction: "earlier" | "later"
  readonly thresholdHours: number
  /** The wrong alert that this one takes the place of. */
  readonly supersedes?: SupersededAlert
}

/** A change of one milestone that is notified. */
export type MilestoneAlert = MilestoneReached | DateChanged

/**
 * A milestone that was notified as actual no longer is: its event was retracted, or counts as another milestone now.
 */
export interface MilestoneRetracted {
  readonly _tag: "MilestoneRetracted"
  readonly type: "shipment.milestone.retracted"
  readonly container: Option.Option<string>
  readonly key: string
  /** The date that was notified as actual. */
  readonly actual: Instant
  /** The event behind that notification; none when the endpoint did not receive retractions at that time. */
  readonly notifiedFrom: Option.Option<NotifiedSource>
  /** The milestone as it is now, planned or estimated; none when the journey no longer has it. */
  readonly current: Option.Option<Milestone>
  /** The alert that is retracted; none when the milestone was only part of the journey at registration. */
  readonly alert: Option.Option<SupersededAlert>
}

/** The changes that an endpoint has not been notified of, and its notified state after them. */
export interface JourneyDiff {
  /** In journey order; the change of a milestone's date comes before the milestone itself. */
  readonly alerts: ReadonlyArray<MilestoneAlert>
  readonly notified: NotifiedState
  /** Milestones that were notified as actual and no longer are, where no alert takes their place. */
  readonly retractions: ReadonlyArray<MilestoneRetracted>
}

const receivesType = ({ receives }: AlertTerms, type: string): boolean => receives === undefined || receives(type)

/** Whether an event of this date is too old to be notified. */
export const isHistorical = (date: Instant, terms: AlertTerms): boolean =>
  terms.firstResponse || date < terms.registeredAt - LOOKBACK_HOURS * HOUR_MILLIS

const initialNotifiedDate = (date: Instant): NotifiedDate => ({
  initial: date,
  last: date,
  actual: null,
  retracted: false
})

const movedBeyond = (from: Instant, to: Instant, thresholdHours: number): boolean =>
  Math.abs(to - from) > thresholdHours * HOUR_MILLIS

/**
 * Whether the endpoint was notified of the retraction: the milestone must then be notified again, whatever its date.
 */
const isRetractionNotified = (before: NotifiedDate): boolean => before.retracted && before.actual === null

const withSource = (before: NotifiedDate, milestone: Milestone, terms: AlertTerms): NotifiedDate => {
  if (terms.notifiesRetractions !== true || before.actual === null) return before
  const { id, receivedAt } = milestone.source
  return { ...before, source: { id, receivedAt, rule: milestone.rule } }
}

/** Whether an actual must be notified: once, and after a retraction again when it returns with another date. */
const isNewActual = (before: NotifiedDate, date: Instant, thresholdHours: number): boolean =>
  before.actual === null || (before.retracted && movedBeyond(before.actual, date, thresholdHours))

/** An actual date this long before the right one was mistyped, such as in the year. */
const MISTYPED_HOURS = 60 * 24

/** Whether the known actual date was too old to be notified and is corrected: the right one is notified as the first. */
const wasMistyped = ({ actual, alert }: NotifiedDate, date: Instant, terms: AlertTerms): boolean =>
  actual !== null && alert === undefined && isHistorical(actual, terms) && hoursBetween(actual, date) > MISTYPED_HOURS

interface MilestoneUpdate {
  readonly alerts: ReadonlyArray<MilestoneAlert>
  readonly notified: NotifiedDate
}

const NO_ALERTS: ReadonlyArray<MilestoneAlert> = []

const updateMilestone = (
  container: Option.Option<string>,
  milestone: Milestone,
  notifiedDate: NotifiedDate,
  terms: AlertTerms
): MilestoneUpdate => {
  const { date } = milestone
  const actual = isActual(milestone)
  const before = actual && wasMistyped(notifiedDate, date, terms) ? initialNotifiedDate(date) : notifiedDate
  if (actual && isHistorical(date, terms) && (terms.firstResponse || !isRetractionNotified(before))) {
    const isKnown = before.actual === date && before.last === date && !before.retracted
    return {
      alerts: NO_ALERTS,
      notified: isKnown
        ? before
        : withSource({ ...before, last: date, actual: date, retracted: false }, milestone, terms)
    }
  }
  const moved = movedBeyond(before.last, date, terms.thresholdHours)
  const wrongAlert = actualAlertOf(milestone.key, before)
  const supersedes = wrongAlert !== undefined && receivesType(terms, wrongAlert.type) ? { supersedes: wrongAlert } : {}
  const reached = actual && isNewActual(before, date, terms.thresholdHours)
  const unchanged = !actual || (!reached && !before.retracted)
  if (!moved && unchanged) return { alerts: NO_ALERTS, notified: before }
  const alerts: Array<MilestoneAlert> = []
  if (moved) {
    alerts.push({
      _tag: "DateChanged",
      type: dateChangedOf(milestone.type),
      container,
      milestone,
      previous: before.last,
      current: date,
      initial: before.initial,
      hours: hoursBetween(before.last, date),
      direction: date > before.last ? "later" : "earlier",
      thresholdHours: terms.thresholdHours,
      ...(reached ? {} : supersedes)
    })
  }
  if (reached) alerts.push({ _tag: "MilestoneReached", type: milestone.type, container, milestone, ...supersedes })
  const isActualNotified = reached || (moved && actual)
  const next: NotifiedDate = {
    ...before,
    last: moved || reached ? date : before.last,
    actual: isActualNotified ? date : before.actual,
    retracted: actual ? false : before.retracted
  }
  return { alerts, notified: isActualNotified ? withSource(next, milestone, terms) : next }
}

/** The notified date from before the booking had containers, which applies to each of them. */
const notifiedWithoutContainer = (milestone: Milestone, notified: NotifiedState): NotifiedDate | undefined =>
  notified.milestones.get(milestone.key.slice(milestone.key.indexOf("/")))

/** The milestones of a container that were notified as actual and that its journey no longer has as actual. */
const findRetractions = (
  journey: Journey,
  container: string,
  { milestones }: NotifiedState,
  current: ReadonlyMap<string, Milestone>
): ReadonlyArray<MilestoneRetracted> => {
  const retracted: Array<MilestoneRetracted> = []
  for (const [key, before] of milestones) {
    if (before.actual === null || before.retracted || !key.startsWith(`${container}/`)) continue
    const milestone = current.get(key)
    if (milestone !== undefined && isActual(milestone)) continue
    retracted.push({
      _tag: "MilestoneRetracted",
      type: "shipment.milestone.retracted",
      container: journey.container,
      key,
      actual: before.actual,
      notifiedFrom: Option.fromUndefinedOr(before.source),
      current: Option.fromUndefinedOr(milestone),
      alert: Option.fromUndefinedOr(actualAlertOf(key, before))
    })
  }
  return retracted
}

/** The keys of arrivals of vessels and of discharges. */
const INBOUND_KEY = /\/(vessel\.arrival|container\.discharge)\./

/** The keys of milestones on land up to the first POL. They depend on a planned voyage, and stay while a carrier has withdrawn its plan. */
const LAND_BEFORE_SEA = /\.(arrival\.at\.first\.pol|pre\.pol)\//

/**
 * The alerts about one container's journey that an endpoint has not received yet, and its notified state after them.
 * Pure. `after` is the journey as it is now; `notified` is the state of one registration and may cover several
 * containers.
 */
export const diffJourney = (after: Journey, notified: NotifiedState, terms: AlertTerms): JourneyDiff => {
  const container = Option.getOrElse(after.container, () => "")
  const before = dropEarlierTrip(after, container, notified)
  const alerts: Array<MilestoneAlert> = []
  let changed: Map<string, NotifiedDate> | undefined
  const pod = decideFinalPod(after, before, terms.finalPodHold)
  const isPodHeld = pod.isHeld && !terms.firstResponse
  for (const milestone of pod.milestones) {
    if (isPodHeld && dependsOnHeldPod(milestone, before)) continue
    const existing = before.milestones.get(milestone.key)
    const start = existing ?? notifiedWithoutContainer(milestone, before) ?? initialNotifiedDate(milestone.date)
    const next = updateMilestone(after.container, milestone, start, terms)
    alerts.push(...next.alerts)
    if (next.notified === existing) continue
    changed ??= new Map(before.milestones)
    changed.set(milestone.key, next.notified)
  }
  const ended = recordTripEnd(after, container, changed === undefined ? before : { ...before, milestones: changed })
  const current = new Map<string, Milestone>()
  for (const milestone of after.milestones) current.set(milestone.key, milestone)
  const found = findRetractions(after, container, ended, current)
  const supersession = supersedeAlerts(container, alerts, ended, current, (type) => receivesType(terms, type))
  const { superseded } = supersession
  const isUnplanned = Option.isSome(after.startsAt) && !after.ports.some(({ role }) => role === "first-pol")
  // While a discharge waits for evidence, the arrivals and discharges that it contradicts are not retracted.
  const isRetained = (key: string) => (isPodHeld && INBOUND_KEY.test(key)) || (isUnplanned && LAND_BEFORE_SEA.test(key))
  const retracted = found.filter(({ key }) => superseded.has(key) || !isRetained(key))
  const isNotified = terms.notifiesRetractions === true && !terms.firstResponse
  return {
    alerts: supersession.alerts,
    notified: markRetracted(
      ended,
      retracted.map(({ key }) => key),
      superseded,
      isNotified
    ),
    retractions: retracted.filter(({ key }) => !superseded.has(key))
  }
}

/** `diffJourney` for every journey of a shipment. */
export const diffJourneys = (
  journeys: ReadonlyArray<Journey>,
  notified: NotifiedState,
  terms: AlertTerms
): JourneyDiff =>
  journeys.reduce<JourneyDiff>(
    (diff, journey) => {
      const next = diffJourney(journey, diff.notified, terms)
      return {
        alerts: [...diff.alerts, ...next.alerts],
        notified: next.notified,
        retractions: [...diff.retractions, ...next.retractions]
      }
    },
    { alerts: [], notified, retractions: [] }
  )

/**
 * The notified state of an endpoint after `shipment.added.to.endpoint`: actual milestones emit nothing more, and
 * planned dates are the ones that later dates are compared with.
 */
export const initialNotifiedState = (journeys: ReadonlyArray<Journey>, registeredAt: Instant): NotifiedState =>
  diffJourneys(journeys, NOTHING_NOTIFIED, { thresholdHours: 0, registeredAt, firstResponse: true }).notified
