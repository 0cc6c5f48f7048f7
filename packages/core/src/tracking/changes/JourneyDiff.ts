import { Option } from "effect"
import { type DateChangedType, dateChangedOf, type MilestoneType } from "../../alerts/EventType.ts"
import { HOUR_MILLIS, hoursBetween, type Instant } from "../../time/Instant.ts"
import type { Journey } from "../journey/Journey.ts"
import { isActual, type Milestone, milestoneKey } from "../journey/Milestone.ts"
import { LOOKBACK_HOURS } from "../journey/ShipmentJourneys.ts"
import {
  NOTHING_NOTIFIED,
  type NotifiedDate,
  type NotifiedSource,
  type NotifiedState
} from "../shipments/NotifiedState.ts"

/** The terms on which one endpoint wants to hear of one shipment. */
export interface AlertTerms {
  /** A date must have moved by more hours than this. */
  readonly thresholdHours: number
  readonly registeredAt: Instant
  /** The first answer of a polled source: what has happened by then is the journey so far, not news. */
  readonly firstResponse: boolean
  /** The endpoint is told what is taken back, and so what comes again after that. */
  readonly notifiesRetractions?: boolean
}

/** A milestone has become actual. */
export interface MilestoneReached {
  readonly _tag: "MilestoneReached"
  readonly type: MilestoneType
  readonly container: Option.Option<string>
  readonly milestone: Milestone
}

/** The date of a milestone has moved, since it was last told, by more than the threshold. */
export interface DateChanged {
  readonly _tag: "DateChanged"
  readonly type: DateChangedType
  readonly container: Option.Option<string>
  readonly milestone: Milestone
  /** The date last told, or the first known. */
  readonly previous: Instant
  readonly current: Instant
  /** The first date known. */
  readonly initial: Instant
  /** From previous to current: positive when later, negative when earlier. */
  readonly hours: number
  readonly direction: "earlier" | "later"
  readonly thresholdHours: number
}

export type MilestoneAlert = MilestoneReached | DateChanged

/** A milestone that was told as actual is so no longer: its event was taken back, or is another milestone now. */
export interface MilestoneRetracted {
  readonly _tag: "MilestoneRetracted"
  readonly type: "shipment.milestone.retracted"
  readonly container: Option.Option<string>
  readonly key: string
  /** The date told as actual. */
  readonly actual: Instant
  /** What it was told from, where the endpoint wanted to hear of retractions then. */
  readonly notifiedFrom: Option.Option<NotifiedSource>
  /** The milestone as it is now, planned or estimated; none when the journey has it no more. */
  readonly current: Option.Option<Milestone>
}

export interface JourneyDiff {
  /** In the order of the journey; a milestone's change of date before its becoming actual. */
  readonly alerts: ReadonlyArray<MilestoneAlert>
  readonly notified: NotifiedState
  /** Milestones that were told as actual and are so no longer. */
  readonly retractions: ReadonlyArray<MilestoneRetracted>
}

/** Whether what happened at a moment is no news. */
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

/** The endpoint was told that it is not so: it must be told again, whatever the date. */
const isRetractionNotified = (told: NotifiedDate): boolean => told.retracted && told.actual === null

const withSource = (told: NotifiedDate, milestone: Milestone, terms: AlertTerms): NotifiedDate => {
  if (terms.notifiesRetractions !== true || told.actual === null) return told
  const { id, receivedAt } = milestone.source
  return { ...told, source: { id, receivedAt, rule: milestone.rule } }
}

/** An actual is news once. After a retraction it is news again when it comes back with another date. */
const isNewActual = (told: NotifiedDate, date: Instant, thresholdHours: number): boolean =>
  told.actual === null || (told.retracted && movedBeyond(told.actual, date, thresholdHours))

interface MilestoneUpdate {
  readonly alerts: ReadonlyArray<MilestoneAlert>
  readonly notified: NotifiedDate
}

const NO_ALERTS: ReadonlyArray<MilestoneAlert> = []

const updateMilestone = (
  container: Option.Option<string>,
  milestone: Milestone,
  told: NotifiedDate,
  terms: AlertTerms
): MilestoneUpdate => {
  const { date } = milestone
  const actual = isActual(milestone)
  if (actual && isHistorical(date, terms) && (terms.firstResponse || !isRetractionNotified(told))) {
    const known = told.actual === date && told.last === date && !told.retracted
    return {
      alerts: NO_ALERTS,
      notified: known ? told : withSource({ ...told, last: date, actual: date, retracted: false }, milestone, terms)
    }
  }
  const moved = movedBeyond(told.last, date, terms.thresholdHours)
  const reached = actual && isNewActual(told, date, terms.thresholdHours)
  const settled = !actual || (!reached && !told.retracted)
  if (!moved && settled) return { alerts: NO_ALERTS, notified: told }
  const alerts: Array<MilestoneAlert> = []
  if (moved) {
    alerts.push({
      _tag: "DateChanged",
      type: dateChangedOf(milestone.type),
      container,
      milestone,
      previous: told.last,
      current: date,
      initial: told.initial,
      hours: hoursBetween(told.last, date),
      direction: date > told.last ? "later" : "earlier",
      thresholdHours: terms.thresholdHours
    })
  }
  if (reached) alerts.push({ _tag: "MilestoneReached", type: milestone.type, container, milestone })
  const isTold = reached || (moved && actual)
  const next: NotifiedDate = {
    ...told,
    last: moved || reached ? date : told.last,
    actual: isTold ? date : told.actual,
    retracted: actual ? false : told.retracted
  }
  return { alerts, notified: isTold ? withSource(next, milestone, terms) : next }
}

/** What was told while the booking had no container yet holds for each of its containers. */
const notifiedWithoutContainer = (milestone: Milestone, notified: NotifiedState): NotifiedDate | undefined =>
  notified.milestones[milestoneKey(Option.none(), milestone.type, milestone.place.unlocode, milestone.visit)]

const milestoneKeysOf = (notified: NotifiedState, container: string): ReadonlyArray<string> =>
  Object.keys(notified.milestones).filter((key) => key.startsWith(`${container}/`))

const journeyEndOf = (journey: Journey): Instant | undefined =>
  Option.isSome(journey.end) ? journey.end.value.at : undefined

/** When the box is on another trip than the one told of, nothing has been told of this one. */
const dropFormerTrip = (journey: Journey, container: string, notified: NotifiedState): NotifiedState => {
  const ended = notified.ended[container]
  if (ended === undefined || journeyEndOf(journey) === ended) return notified
  if (Option.isNone(journey.startsAt) || journey.startsAt.value < ended) return notified
  const former = new Set(milestoneKeysOf(notified, container))
  const milestones = Object.fromEntries(Object.entries(notified.milestones).filter(([key]) => !former.has(key)))
  const { [container]: _, ...others } = notified.ended
  const { [container]: __, ...courses } = notified.courses ?? {}
  return { ...notified, milestones, ended: others, courses }
}

const recordTripEnd = (journey: Journey, container: string, notified: NotifiedState): NotifiedState => {
  const end = journeyEndOf(journey)
  if (notified.ended[container] === end) return notified
  const { [container]: _, ...others } = notified.ended
  return { ...notified, ended: end === undefined ? others : { ...others, [container]: end } }
}

/** The milestones of a container that were told as actual and that its journey no longer holds as such. */
const findRetractions = (
  journey: Journey,
  container: string,
  { milestones }: NotifiedState
): ReadonlyArray<MilestoneRetracted> => {
  const held = new Map<string, Milestone>()
  for (const milestone of journey.milestones) held.set(milestone.key, milestone)
  const retracted: Array<MilestoneRetracted> = []
  for (const key of Object.keys(milestones)) {
    const told = milestones[key]
    if (told === undefined || told.actual === null || told.retracted || !key.startsWith(`${container}/`)) continue
    const now = held.get(key)
    if (now !== undefined && isActual(now)) continue
    retracted.push({
      _tag: "MilestoneRetracted",
      type: "shipment.milestone.retracted",
      container: journey.container,
      key,
      actual: told.actual,
      notifiedFrom: Option.fromUndefinedOr(told.source),
      current: Option.fromUndefinedOr(now)
    })
  }
  return retracted
}

const markRetracted = (
  notified: NotifiedState,
  retracted: ReadonlyArray<MilestoneRetracted>,
  isTold: boolean
): NotifiedState => {
  if (retracted.length === 0) return notified
  const milestones = { ...notified.milestones }
  for (const { key } of retracted) {
    const told = milestones[key]
    if (told !== undefined) milestones[key] = { ...told, retracted: true, actual: isTold ? null : told.actual }
  }
  return { ...notified, milestones }
}

/**
 * What an endpoint must hear about a journey, given what it has been told, and what it has been told after that. Pure.
 * `after` is one container's journey as it is now; `notified` is that of one registration and may hold several
 * containers.
 */
export const diffJourney = (after: Journey, notified: NotifiedState, terms: AlertTerms): JourneyDiff => {
  const container = Option.getOrElse(after.container, () => "")
  const before = dropFormerTrip(after, container, notified)
  const alerts: Array<MilestoneAlert> = []
  let changed: Record<string, NotifiedDate> | undefined
  for (const milestone of after.milestones) {
    const known = before.milestones[milestone.key]
    const start = known ?? notifiedWithoutContainer(milestone, before) ?? initialNotifiedDate(milestone.date)
    const next = updateMilestone(after.container, milestone, start, terms)
    alerts.push(...next.alerts)
    if (next.notified === known) continue
    changed ??= { ...before.milestones }
    changed[milestone.key] = next.notified
  }
  const told = recordTripEnd(after, container, changed === undefined ? before : { ...before, milestones: changed })
  const retracted = findRetractions(after, container, told)
  const isTold = terms.notifiesRetractions === true && !terms.firstResponse
  return { alerts, notified: markRetracted(told, retracted, isTold), retractions: retracted }
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
 * What an endpoint knows once it has been told the journey so far, as `shipment.added.to.endpoint` does: what has
 * happened fires no more, and what is planned is the date to compare with.
 */
export const initialNotifiedState = (journeys: ReadonlyArray<Journey>, registeredAt: Instant): NotifiedState =>
  diffJourneys(journeys, NOTHING_NOTIFIED, { thresholdHours: 0, registeredAt, firstResponse: true }).notified
