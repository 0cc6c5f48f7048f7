import { DateTime, Option, Schema } from "effect"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant, instantOf } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { Journey } from "../journey/Journey.ts"
import { isActual, type Milestone, type SourceEvent, sourceEventOf } from "../journey/Milestone.ts"
import type { Registration } from "../shipments/Shipment.ts"
import type { LastPoll } from "../shipments/ShipmentStore.ts"

/** A shipment is in error after this many hours without data. */
export const IN_ERROR_AFTER_HOURS = 24

/** A shipment in progress is stale after this many days without a new event. */
export const STALE_AFTER_DAYS = 14

/** Why there is no data; `docs/methods/journeys.md` explains each reason at `shipment.in.error`. */
export const ErrorReason = Schema.Literals([
  "no_data",
  "no_milestones",
  "no_source",
  "unknown_shipment",
  "unauthorised",
  "throttled",
  "source_unavailable"
])
export type ErrorReason = typeof ErrorReason.Type

/** No data of a shipment was available for `IN_ERROR_AFTER_HOURS`. */
export interface ShipmentInError {
  readonly _tag: "InError"
  readonly type: "shipment.in.error"
  readonly reason: ErrorReason
  readonly since: Instant
  /** The newest event that concerns the shipment. */
  readonly source: Option.Option<SourceEvent>
}

/** No new event was received for a shipment in progress. */
export interface ShipmentStale {
  readonly _tag: "Stale"
  readonly type: "shipment.stale"
  readonly lastReceivedAt: Instant
  readonly days: number
  /** The next milestone that is not actual. */
  readonly next: Option.Option<Milestone>
  readonly source: Option.Option<SourceEvent>
}

/** The fields of a registration that decide when a data gap is notified. */
export type RegistrationState = Pick<Registration, "registeredAt" | "notified">

/** The data of a shipment: its journeys, its newest event and its polls. */
export interface DataStatus {
  readonly journeys: ReadonlyArray<Journey>
  /** The newest event that concerns the shipment. */
  readonly newest: CarrierEvent | undefined
  /** The outcome of the last poll; undefined before the first. */
  readonly lastPoll: LastPoll | undefined
  /** When a carrier last responded with data. */
  readonly lastResponseAt: Instant | undefined
  /** When the polls were last restarted because the profile or a key of the carrier changed. */
  readonly pollsRestartedAt: Instant | undefined
}

/**
 * The event that was received last; undefined without events. Terms that a customer sets are not events of a carrier.
 */
export const newestEvent = (events: ReadonlyArray<CarrierEvent>): CarrierEvent | undefined =>
  events.reduce<CarrierEvent | undefined>(
    (last, event) =>
      event.terms === undefined && (last === undefined || event.receivedAt > last.receivedAt) ? event : last,
    undefined
  )

const hasMilestones = ({ journeys }: DataStatus): boolean => journeys.some(({ milestones }) => milestones.length > 0)

/** Whether polls return no data about a known shipment. */
const isPollFailing = ({ lastPoll, lastResponseAt }: DataStatus): boolean => {
  switch (lastPoll?._tag) {
    case undefined:
    case "Never":
    case "Responded":
      return false
    case "NoSource":
      return lastResponseAt !== undefined
    default:
      return true
  }
}

/** The instant since which a registration has had no data of its shipment. */
const withoutDataSince = (status: DataStatus, registeredAt: Instant): Instant =>
  hasMilestones(status)
    ? Instant.make(Math.max(registeredAt, status.lastResponseAt ?? 0, status.newest?.receivedAt ?? 0))
    : registeredAt

/** Whether an error may be notified again: a carrier has responded since, or the polls were restarted. */
const isNewError = (status: DataStatus, notifiedAt: Instant): boolean =>
  (hasMilestones(status) && (status.lastResponseAt ?? 0) > notifiedAt) || (status.pollsRestartedAt ?? 0) > notifiedAt

/**
 * Notified once, and again only after a carrier has responded in between, or `IN_ERROR_AFTER_HOURS` after the polls were
 * restarted.
 */
const inErrorDueAt = (status: DataStatus, { registeredAt, notified }: RegistrationState): Option.Option<Instant> => {
  const { inErrorAt } = notified
  if (hasMilestones(status) && !isPollFailing(status)) return Option.none()
  if (inErrorAt !== undefined && !isNewError(status, inErrorAt)) return Option.none()
  const restartedAt = inErrorAt === undefined ? 0 : (status.pollsRestartedAt ?? 0)
  const since = Math.max(withoutDataSince(status, instantOf(registeredAt)), restartedAt)
  return Option.some(Instant.make(since + IN_ERROR_AFTER_HOURS * HOUR_MILLIS))
}

const staleDueAt = (status: DataStatus, { registeredAt, notified }: RegistrationState): Option.Option<Instant> => {
  if (!hasMilestones(status)) return Option.none()
  const lastReceivedAt = status.newest?.receivedAt ?? instantOf(registeredAt)
  if (notified.silentSince !== undefined && lastReceivedAt <= notified.silentSince) return Option.none()
  return Option.some(Instant.make(Math.max(lastReceivedAt, instantOf(registeredAt)) + STALE_AFTER_DAYS * DAY_MILLIS))
}

/** When data gaps become due for a registration, unless data arrives before. Empty when none can become due. */
export const dataGapsDueAt = (status: DataStatus, registration: RegistrationState): ReadonlyArray<Instant> => [
  ...Option.toArray(inErrorDueAt(status, registration)),
  ...Option.toArray(staleDueAt(status, registration))
]

const ERROR_REASONS = {
  Never: "no_data",
  Responded: "no_data",
  NoSource: "no_source",
  Unknown: "unknown_shipment",
  Unauthorised: "unauthorised",
  Throttled: "throttled",
  Unavailable: "source_unavailable"
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

const inErrorOf = (status: DataStatus, { registeredAt }: RegistrationState): ShipmentInError => ({
  _tag: "InError",
  type: "shipment.in.error",
  reason: errorReasonOf(status),
  since: withoutDataSince(status, instantOf(registeredAt)),
  source: newestSourceOf(status)
})

const staleOf = (status: DataStatus, { registeredAt }: RegistrationState, now: number): ShipmentStale => {
  const lastReceivedAt = status.newest?.receivedAt ?? instantOf(registeredAt)
  const days = Math.floor((now - lastReceivedAt) / DAY_MILLIS)
  return {
    _tag: "Stale",
    type: "shipment.stale",
    lastReceivedAt,
    days,
    next: nextMilestone(status.journeys),
    source: newestSourceOf(status)
  }
}

/** The data gaps that are due for a registration at `now`. Pure. */
export const dataGapsOf = (
  status: DataStatus,
  registration: RegistrationState,
  now: DateTime.Utc
): ReadonlyArray<ShipmentInError | ShipmentStale> => {
  const at = DateTime.toEpochMillis(now)
  const isDue = (due: Option.Option<Instant>) => Option.isSome(due) && due.value <= at
  return [
    ...(isDue(inErrorDueAt(status, registration)) ? [inErrorOf(status, registration)] : []),
    ...(isDue(staleDueAt(status, registration)) ? [staleOf(status, registration, at)] : [])
  ]
}
