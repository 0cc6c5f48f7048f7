import { DateTime, Option, Schema } from "effect"
import { DAY_MILLIS, HOUR_MILLIS, Instant, instantOf } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { Journey } from "../journey/Journey.ts"
import { isActual, type Milestone, type SourceEvent, sourceEventOf } from "../journey/Milestone.ts"
import type { Registration } from "../shipments/Shipment.ts"
import type { LastPoll } from "../shipments/ShipmentStore.ts"

/** So long without data a shipment is in error. */
export const IN_ERROR_AFTER_HOURS = 24

/** A shipment under way is stale after so many days without news. */
export const STALE_AFTER_DAYS = 14

/**
 * Why there is no data.
 *
 * - `no_data`: no carrier was asked, and nothing was pushed.
 * - `no_milestones`: what came makes no milestone.
 * - `no_source`: the carrier that was asked is configured no more, and no other can know the shipment.
 * - `unknown_shipment`: the carrier does not know it, or no longer.
 * - `unauthorised`: the carrier does not accept our credentials.
 * - `throttled`: the carrier wants fewer requests than the shipments need.
 * - `source_away`: the carrier cannot be reached, or answers nothing that can be used.
 */
export const ErrorReason = Schema.Literals([
  "no_data",
  "no_milestones",
  "no_source",
  "unknown_shipment",
  "unauthorised",
  "throttled",
  "source_away"
])
export type ErrorReason = typeof ErrorReason.Type

/** There has been no data of a shipment for a day. */
export interface ShipmentInError {
  readonly _tag: "InError"
  readonly type: "shipment.in.error"
  readonly reason: ErrorReason
  readonly since: Instant
  /** The newest event that speaks of it. */
  readonly source: Option.Option<SourceEvent>
}

/** Nothing new has been heard of a shipment under way. */
export interface ShipmentStale {
  readonly _tag: "Stale"
  readonly type: "shipment.stale"
  readonly lastReceivedAt: Instant
  readonly days: number
  /** What is to happen next. */
  readonly next: Option.Option<Milestone>
  readonly source: Option.Option<SourceEvent>
}

/** What a registration's silence is judged by. */
export type RegistrationState = Pick<Registration, "registeredAt" | "notified">

/** What a shipment's silence is judged by. */
export interface DataStatus {
  readonly journeys: ReadonlyArray<Journey>
  /** The newest event that speaks of it. */
  readonly newest: CarrierEvent | undefined
  /** How the last question to a carrier went; none while none was asked. */
  readonly lastPoll: LastPoll | undefined
  /** When a carrier last answered with what it knows. */
  readonly lastResponseAt: Instant | undefined
}

export const newestEvent = (events: ReadonlyArray<CarrierEvent>): CarrierEvent | undefined =>
  events.reduce<CarrierEvent | undefined>(
    (last, event) => (last === undefined || event.receivedAt > last.receivedAt ? event : last),
    undefined
  )

const hasMilestones = ({ journeys }: DataStatus): boolean => journeys.some(({ milestones }) => milestones.length > 0)

/** Whether carriers give no data of a shipment that is known: it was asked for, and in vain. */
const isPollFailing = ({ lastPoll, lastResponseAt }: DataStatus): boolean => {
  switch (lastPoll?._tag) {
    case undefined:
    case "Never":
    case "Answered":
      return false
    case "NoSource":
      return lastResponseAt !== undefined
    default:
      return true
  }
}

/** Since when there has been no data, as an endpoint sees it that is registered for the shipment. */
const withoutDataSince = (hearing: DataStatus, registeredAt: Instant): Instant =>
  hasMilestones(hearing)
    ? Instant.make(Math.max(registeredAt, hearing.lastResponseAt ?? 0, hearing.newest?.receivedAt ?? 0))
    : registeredAt

/** Told once, and again only when a carrier has answered since and then been silent for as long. */
const inErrorDueAt = (hearing: DataStatus, { registeredAt, notified }: RegistrationState): Option.Option<Instant> => {
  const { inErrorAt } = notified
  const known = hasMilestones(hearing)
  if (known && !isPollFailing(hearing)) return Option.none()
  if (inErrorAt !== undefined && !(known && (hearing.lastResponseAt ?? 0) > inErrorAt)) return Option.none()
  const since = withoutDataSince(hearing, instantOf(registeredAt))
  return Option.some(Instant.make(since + IN_ERROR_AFTER_HOURS * HOUR_MILLIS))
}

const staleDueAt = (hearing: DataStatus, { registeredAt, notified }: RegistrationState): Option.Option<Instant> => {
  if (!hasMilestones(hearing)) return Option.none()
  const newsAt = hearing.newest?.receivedAt ?? instantOf(registeredAt)
  if (notified.silentSince !== undefined && newsAt <= notified.silentSince) return Option.none()
  return Option.some(Instant.make(Math.max(newsAt, instantOf(registeredAt)) + STALE_AFTER_DAYS * DAY_MILLIS))
}

/** When silence is told to a registration unless something is heard before: none of what was told, or will not be. */
export const dataGapsDueAt = (hearing: DataStatus, registration: RegistrationState): ReadonlyArray<Instant> => [
  ...Option.toArray(inErrorDueAt(hearing, registration)),
  ...Option.toArray(staleDueAt(hearing, registration))
]

const ERROR_REASONS = {
  Never: "no_data",
  Answered: "no_data",
  NoSource: "no_source",
  Unknown: "unknown_shipment",
  Unauthorised: "unauthorised",
  Throttled: "throttled",
  Away: "source_away"
} as const

const errorReasonOf = ({ newest, lastPoll }: DataStatus): ErrorReason => {
  const reason = ERROR_REASONS[lastPoll?._tag ?? "Never"]
  return reason === "no_data" && newest !== undefined ? "no_milestones" : reason
}

const nextMilestone = (journeys: ReadonlyArray<Journey>): Option.Option<Milestone> =>
  Option.fromUndefinedOr(
    journeys
      .flatMap(({ milestones }) => milestones.filter((milestone) => !isActual(milestone)))
      .toSorted((a, b) => a.date - b.date)[0]
  )

const newestSourceOf = ({ newest }: DataStatus) => Option.map(Option.fromUndefinedOr(newest), sourceEventOf)

const inErrorOf = (hearing: DataStatus, { registeredAt }: RegistrationState): ShipmentInError => ({
  _tag: "InError",
  type: "shipment.in.error",
  reason: errorReasonOf(hearing),
  since: withoutDataSince(hearing, instantOf(registeredAt)),
  source: newestSourceOf(hearing)
})

const staleOf = (hearing: DataStatus, { registeredAt }: RegistrationState, now: number): ShipmentStale => {
  const lastNewsAt = hearing.newest?.receivedAt ?? instantOf(registeredAt)
  const days = Math.floor((now - lastNewsAt) / DAY_MILLIS)
  return {
    _tag: "Stale",
    type: "shipment.stale",
    lastReceivedAt: lastNewsAt,
    days,
    next: nextMilestone(hearing.journeys),
    source: newestSourceOf(hearing)
  }
}

/** The silence that a registration must hear of now, if any. Pure. */
export const dataGapsOf = (
  hearing: DataStatus,
  registration: RegistrationState,
  now: DateTime.Utc
): ReadonlyArray<ShipmentInError | ShipmentStale> => {
  const at = DateTime.toEpochMillis(now)
  const isDue = (due: Option.Option<Instant>) => Option.isSome(due) && due.value <= at
  return [
    ...(isDue(inErrorDueAt(hearing, registration)) ? [inErrorOf(hearing, registration)] : []),
    ...(isDue(staleDueAt(hearing, registration)) ? [staleOf(hearing, registration, at)] : [])
  ]
}
