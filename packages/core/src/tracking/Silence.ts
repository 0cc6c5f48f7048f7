import { DateTime, Option } from "effect"
import type { CarrierEvent } from "./CarrierEvent.ts"
import { DAY_MILLIS, HOUR_MILLIS, Instant, instantOf } from "./Instant.ts"
import type { Journey } from "./Journey.ts"
import { isActual, type Milestone, type SourceEvent, sourceEventOf } from "./Milestone.ts"
import type { LastCheck } from "./NextCheck.ts"
import type { Registration } from "./Shipment.ts"

/** So long after its registration a shipment of which nothing is known is in error. */
export const IN_ERROR_AFTER_HOURS = 24

/** A shipment under way is stale after so many days without news. */
export const STALE_AFTER_DAYS = 14

/** Why nothing is known: what the last question to a carrier came to, or that none was asked and nothing pushed. */
export type ErrorReason =
  | "no_data"
  | "no_milestones"
  | "unknown_shipment"
  | "unauthorised"
  | "throttled"
  | "source_away"

/** Nothing is known of a shipment a day after it was added. */
export interface InError {
  readonly _tag: "InError"
  readonly type: "shipment.in.error"
  readonly reason: ErrorReason
  readonly since: Instant
  /** The newest event that speaks of it, none of which makes a milestone. */
  readonly source: Option.Option<SourceEvent>
}

/** Nothing new has been heard of a shipment under way. */
export interface Stale {
  readonly _tag: "Stale"
  readonly type: "shipment.stale"
  readonly lastNewsAt: Instant
  readonly days: number
  /** What is to happen next. */
  readonly next: Option.Option<Milestone>
  readonly source: Option.Option<SourceEvent>
}

/** What a registration's silence is judged by. */
export type Heard = Pick<Registration, "registeredAt" | "notified">

/** What a shipment's silence is judged by. */
export interface Hearing {
  readonly journeys: ReadonlyArray<Journey>
  /** The newest event that speaks of it. */
  readonly newest: CarrierEvent | undefined
  /** How the last question to a carrier went; none while none was asked. */
  readonly lastCheck: LastCheck | undefined
}

export const newestOf = (events: ReadonlyArray<CarrierEvent>): CarrierEvent | undefined =>
  events.reduce<CarrierEvent | undefined>(
    (last, event) => (last === undefined || event.receivedAt > last.receivedAt ? event : last),
    undefined
  )

const isKnown = ({ journeys }: Hearing): boolean => journeys.some(({ milestones }) => milestones.length > 0)

/** When silence is told to a registration unless something is heard before; none when it was told, or will not be. */
export const silenceDueAt = (hearing: Hearing, registration: Heard): Option.Option<Instant> => {
  const { notified } = registration
  const registeredAt = instantOf(registration.registeredAt)
  if (!isKnown(hearing)) {
    const at = Instant.make(registeredAt + IN_ERROR_AFTER_HOURS * HOUR_MILLIS)
    return notified.inError === true ? Option.none() : Option.some(at)
  }
  const newsAt = hearing.newest?.receivedAt ?? registeredAt
  if (notified.silentSince !== undefined && newsAt <= notified.silentSince) return Option.none()
  return Option.some(Instant.make(Math.max(newsAt, registeredAt) + STALE_AFTER_DAYS * DAY_MILLIS))
}

const REASONS = {
  Never: "no_data",
  Answered: "no_data",
  Unknown: "unknown_shipment",
  Unauthorised: "unauthorised",
  Throttled: "throttled",
  Away: "source_away"
} as const

const reasonOf = ({ newest, lastCheck }: Hearing): ErrorReason => {
  const reason = REASONS[lastCheck?._tag ?? "Never"]
  return reason === "no_data" && newest !== undefined ? "no_milestones" : reason
}

const nextOf = (journeys: ReadonlyArray<Journey>): Option.Option<Milestone> =>
  Option.fromUndefinedOr(
    journeys
      .flatMap(({ milestones }) => milestones.filter((milestone) => !isActual(milestone)))
      .toSorted((a, b) => a.date - b.date)[0]
  )

/** The silence that a registration must hear of now, if any. Pure. */
export const silenceOf = (hearing: Hearing, registration: Heard, now: DateTime.Utc): Option.Option<InError | Stale> => {
  const due = silenceDueAt(hearing, registration)
  if (Option.isNone(due) || due.value > DateTime.toEpochMillis(now)) return Option.none()
  const source = Option.map(Option.fromUndefinedOr(hearing.newest), sourceEventOf)
  const since = instantOf(registration.registeredAt)
  if (!isKnown(hearing)) {
    return Option.some({ _tag: "InError", type: "shipment.in.error", reason: reasonOf(hearing), since, source })
  }
  const lastNewsAt = hearing.newest?.receivedAt ?? since
  const days = Math.floor((DateTime.toEpochMillis(now) - lastNewsAt) / DAY_MILLIS)
  const next = nextOf(hearing.journeys)
  return Option.some({ _tag: "Stale", type: "shipment.stale", lastNewsAt, days, next, source })
}
