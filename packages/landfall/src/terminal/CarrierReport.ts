import { formatCount } from "@landfall/core/listing/Count"
import { isoOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import { containerOf } from "@landfall/core/tracking/carriers/EventIdentity"
import type { SourceError, SourceQuery, SourceResponse } from "@landfall/core/tracking/carriers/TrackingSource"
import { carrierPollOf, isFailing, isFailure, NEVER_POLLED } from "@landfall/core/tracking/polling/CarrierHealth"
import type { CarrierStatus } from "@landfall/core/tracking/polling/PollQueue"
import type { CarrierCheck, CheckStep } from "@landfall/feeds/dcsa/carriers/CarrierCheck"
import { adviceOf } from "@landfall/feeds/dcsa/carriers/CheckAdvice"
import { Option, Result } from "effect"

const KIND_NAMES = { CT: "containers", BK: "bookings", BL: "bills of lading" } as const

/** The highest count of due shipments that a list shows. */
export const MAX_DUE_SHOWN = 10_000

/** A configured carrier with the state of its polls; undefined when it was never configured on this database. */
export interface ListedCarrier {
  readonly profile: CarrierProfile
  readonly status: CarrierStatus | undefined
}

export const toCarrierJson = ({ profile, status }: ListedCarrier) => {
  const { lastPoll, lastRespondedAt, failures, failingSince } = status?.health ?? NEVER_POLLED
  return {
    scac: profile.scac,
    name: profile.name,
    baseUrl: profile.baseUrl,
    kinds: profile.kinds,
    notifications: profile.notificationSecret !== undefined,
    dailyAllowance: profile.dailyAllowance,
    requestsToday: status?.usedToday ?? 0,
    due: status?.due ?? 0,
    pausedUntil: status?.pausedUntil === undefined ? null : isoOf(status.pausedUntil),
    lastOutcome: Option.getOrNull(Option.map(lastPoll, ({ outcome }) => outcome)),
    lastPolledAt: Option.getOrNull(Option.map(lastPoll, ({ at }) => isoOf(at))),
    lastMessage: Option.getOrNull(Option.flatMap(lastPoll, ({ message }) => message)),
    lastRespondedAt: Option.getOrNull(Option.map(lastRespondedAt, isoOf)),
    failures,
    failingSince: Option.getOrNull(Option.map(failingSince, isoOf))
  }
}

const describeLastPoll = ({ status }: ListedCarrier): string =>
  Option.match(status?.health.lastPoll ?? Option.none(), {
    onNone: () => "never polled",
    onSome: ({ outcome, at, message }) =>
      `last poll ${isoOf(at)}: ${outcome}${Option.match(message, { onNone: () => "", onSome: (text) => `. ${text}` })}`
  })

const describeFailures = ({ status }: ListedCarrier): ReadonlyArray<string> => {
  const { failures, failingSince } = status?.health ?? NEVER_POLLED
  if (failures === 0) return []
  const since = Option.match(failingSince, { onNone: () => "", onSome: (at) => ` since ${isoOf(at)}` })
  return [`FAILING: ${formatCount(failures, "failed poll")} in a row${since}`]
}

const describeDue = (due: number): string =>
  due >= MAX_DUE_SHOWN ? `${MAX_DUE_SHOWN} shipments or more due` : `${formatCount(due, "shipment")} due`

const describeQueue = ({ profile, status }: ListedCarrier, now: number): string => {
  const parts = [
    describeDue(status?.due ?? 0),
    `${status?.usedToday ?? 0} of ${formatCount(profile.dailyAllowance, "request")} used today`,
    profile.notificationSecret === undefined ? "no notifications" : "notifications accepted"
  ]
  const until = status?.pausedUntil
  return until !== undefined && until > now ? `${parts.join(", ")}, paused until ${isoOf(until)}` : parts.join(", ")
}

/** A carrier as a list shows it, in a few lines. */
export const carrierLines = (carrier: ListedCarrier, now: number): ReadonlyArray<string> => {
  const { profile } = carrier
  return [
    `${profile.scac}  ${profile.name}  ${profile.kinds.map((kind) => KIND_NAMES[kind]).join(", ")}  ${profile.baseUrl}`,
    ...[describeLastPoll(carrier), ...describeFailures(carrier), describeQueue(carrier, now)].map(
      (line) => `      ${line}`
    )
  ]
}

/** Whether the polls of a carrier fail, so that a list warns of it. */
export const isFailingCarrier = ({ status }: ListedCarrier): boolean => status !== undefined && isFailing(status.health)

const eventView = (event: CarrierEvent) => ({
  date: isoOf(event.eventDateTime),
  classifier: event.classifier,
  code: event.code,
  location:
    event._tag === "ShipmentEvent" ? null : Option.getOrNull(Option.map(event.place, ({ unlocode }) => unlocode)),
  container: Option.getOrNull(containerOf(event))
})

/** Whether a response has events, none of which can be read. */
const isUnreadable = ({ events, rejected }: SourceResponse): boolean => events.length === 0 && rejected.length > 0

/** Whether a carrier responded with events that can be read, or that it does not know the number. */
export const isWorking = ({ result }: CarrierCheck): boolean =>
  Result.isSuccess(result)
    ? !isUnreadable(result.success)
    : Option.exists(carrierPollOf(result), ({ outcome }) => !isFailure(outcome) && outcome !== "throttled")

export const toCheckJson = (check: CarrierCheck, profile: CarrierProfile) => {
  const { query, steps, result } = check
  const poll = Option.getOrUndefined(carrierPollOf(result))
  const { events, rejected, unknown } = Result.getOrElse(result, () => ({ events: [], rejected: [], unknown: {} }))
  return {
    scac: profile.scac,
    name: profile.name,
    number: query.number,
    type: query.kind,
    works: isWorking(check),
    outcome: poll?.outcome ?? "not_configured",
    message: Result.isFailure(result) ? result.failure.message : null,
    steps: steps.map(({ status, failure, ...step }) => ({
      ...step,
      status: Option.getOrNull(status),
      failure: Option.getOrNull(failure)
    })),
    events: events.map(eventView),
    rejected,
    unknown,
    advice: adviceOf(check, profile)
  }
}

const stepLine = (
  { purpose, method, url, status, failure, durationMillis, body }: CheckStep,
  index: number
): string => {
  const response = Option.match(status, {
    onNone: () => `no response (${Option.getOrElse(failure, () => "unknown")})`,
    onSome: (code) => `status ${code}`
  })
  const detail = body === "" ? "" : `\n     ${body}`
  return `${index + 1}. ${purpose}: ${method} ${url}\n     ${response} after ${durationMillis} ms${detail}`
}

const MAX_EVENTS_SHOWN = 20

const eventLines = ({ events, rejected, unknown }: SourceResponse): ReadonlyArray<string> => [
  `${formatCount(events.length, "event")} decoded, ${rejected.length} rejected`,
  ...events.slice(0, MAX_EVENTS_SHOWN).map((event) => {
    const { date, classifier, code, location, container } = eventView(event)
    return `     ${date}  ${classifier}  ${code}  ${location ?? "-"}  ${container ?? "-"}`
  }),
  ...(events.length > MAX_EVENTS_SHOWN ? [`     and ${events.length - MAX_EVENTS_SHOWN} more`] : []),
  ...rejected.slice(0, MAX_EVENTS_SHOWN).map(({ path, reason }) => `     rejected: ${path} ${reason}`),
  ...Object.entries(unknown).map(([value, count]) => `     unknown value ${value}: ${formatCount(count, "event")}`)
]

const describeResponse = (response: SourceResponse, { number, scac }: SourceQuery): string =>
  isUnreadable(response)
    ? `${scac} responded with events of ${number}, none of which can be read.`
    : `${scac} works: it responded with events of ${number}.`

const describeError = (error: SourceError, { number, scac }: SourceQuery): string => {
  if (error._tag === "ShipmentUnknown") return `${scac} works: it responded that it does not know ${number}.`
  return error._tag === "SourceThrottled"
    ? `${scac} accepts no more requests before ${isoOf(error.until)}.`
    : error.message
}

/** A check as a person reads it: each request, its response, the result and the advice. */
export const checkLines = (check: CarrierCheck, profile: CarrierProfile): ReadonlyArray<string> => {
  const { query, result, steps } = check
  const outcome = Result.match(result, {
    onSuccess: (response) => [...eventLines(response), describeResponse(response, query)],
    onFailure: (error) => [describeError(error, query)]
  })
  return [
    `${profile.name} (${profile.scac}), ${query.kind} ${query.number}`,
    ...steps.map(stepLine),
    ...outcome,
    ...adviceOf(check, profile)
  ]
}
