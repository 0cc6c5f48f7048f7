import { type AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { Instant } from "@landfall/core/time/Instant"
import { CarrierEventDecoder } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { decideOnReview } from "@landfall/core/tracking/decisions/ReviewDecision"
import { decideOnRegistration } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { importEvents } from "@landfall/core/tracking/EventImport"
import { ContainerNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { DocumentNumber, type ShipmentReference } from "@landfall/core/tracking/references/ShipmentReference"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { DcsaDecoder } from "../../src/dcsa/events/DcsaDecoder.ts"
import { BOOKING, CONTAINERS, lineOf } from "./JourneyLines.ts"

/** JSON as a carrier sends it, and the time of its receipt. */
export interface CarrierResponse {
  readonly at: string
  readonly json: unknown
}

export interface SentCase {
  readonly title: string
  /** What is tracked: container A by default, or another one, or the booking. */
  readonly tracks?: "A" | "B" | "C" | "booking"
  /** Since when it is tracked; 1 January by default. */
  readonly since?: string
  /** Each entry is one request: a line or several, or JSON as a carrier sends it, with the time of its receipt. */
  readonly events: ReadonlyArray<string | ReadonlyArray<string> | CarrierResponse>
  /** Every alert in order: `[container ]TYPE port date[ hours]`, `!` before an alert that supersedes one. */
  readonly alerts: ReadonlyArray<string>
}

/** The short names of alerts in expectations. */
const TYPES: Readonly<Record<string, string>> = {
  "container.arrival.at.pre.pol": "A0",
  "container.loaded.at.pre.pol": "L0",
  "container.departure.from.pre.pol": "D0",
  "container.arrival.at.first.pol": "G1",
  "container.loaded.at.first.pol": "L1",
  "vessel.departure.from.first.pol": "D1",
  "vessel.arrival.at.transhipment_port": "AT",
  "container.discharge.at.transhipment_port": "DT",
  "container.loaded.at.transhipment_port": "LT",
  "vessel.departure.from.transhipment_port": "VT",
  "vessel.arrival.at.final.pod": "AF",
  "container.discharge.at.final.pod": "DF",
  "container.departure.from.final.pod": "GF",
  "container.arrival.at.post.pod": "AP",
  "container.discharge.at.post.pod": "DP",
  "container.departure.from.post.pod": "GP",
  "shipment.milestone.retracted": "retracted"
}

const FOLLOWED = SubscribableEventType.literals.filter(
  (type) => type === "shipment.milestone.retracted" || /^(container|vessel|date)\./.test(type)
)
const OPT_IN = /^container\.(empty|available|last|holds)/

const START = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
const HOUR = 3_600_000

const referenceOf = (tracks: SentCase["tracks"]): ShipmentReference =>
  tracks === "booking"
    ? { _tag: "Booking", number: DocumentNumber.make(BOOKING), sealine: Scac.make("MSCU") }
    : { _tag: "Container", number: ContainerNumber.make(CONTAINERS[tracks ?? "A"]), sealine: Option.none() }

const letterOf = (number: string): string =>
  number === "" ? "-" : (Object.entries(CONTAINERS).find(([, container]) => container === number)?.[0] ?? number)

/** An alert as an expectation shows it. */
const shown = (body: string, tracks: SentCase["tracks"]): string => {
  const { type, data } = JSON.parse(body)
  const isChange = type.startsWith("date.changed.")
  const name = TYPES[isChange ? type.slice(13) : type] ?? type
  const of = tracks === "booking" ? `${letterOf(data.container?.number ?? data.container ?? "")} ` : ""
  const mark = data.supersedes !== undefined && data.supersedes !== null ? "!" : ""
  if (type === "shipment.milestone.retracted") {
    return `${of}${name} ${TYPES[data.milestone ?? data.milestoneType] ?? data.milestone} ${data.location?.unlocode}`
  }
  const date = isChange ? (data.current?.date ?? data.current) : data.date
  const hours = isChange ? ` ${data.hours}` : ""
  return `${of}${mark}${isChange ? "~" : ""}${name} ${data.location.unlocode} ${String(date).slice(5, 16)}${hours}`
}

const services = Layer.mergeAll(MemoryStorage.layer, DcsaDecoder.layer)

/** Registers what a case tracks on an endpoint that follows every milestone, change of date and retraction. */
const register = Effect.fnUntraced(function* ({ tracks, since }: SentCase) {
  yield* TestClock.setTime(START.epochMilliseconds)
  const account = accountOf(1)
  const application = applicationOf(account, 1)
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  const filterTypes = Option.some(FOLLOWED.filter((type) => !OPT_IN.test(type)))
  const endpoint = endpointOf(application, 1, { filterTypes })
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  if (since !== undefined) yield* TestClock.setTime(Date.parse(`2026-${since}:00Z`))
  const now = yield* DateTime.now
  const request = {
    reference: referenceOf(tracks),
    endpointId: Option.some(endpoint.id),
    label: Option.none(),
    metadata: Option.none()
  }
  yield* (yield* ShipmentStore).track(account.id, [request], Credits.make(0), now, decideOnRegistration(now))
  return { accountId: account.id, now: now.epochMilliseconds }
})

/** Runs the reviews that are due until an instant, each at its time. */
const reviewUntil = Effect.fnUntraced(function* (until: number) {
  const store = yield* ShipmentStore
  for (let round = 0; round < 400; round++) {
    const now = yield* DateTime.now
    const { reviews, nextDueAt } = yield* store.runReviews(now, 100, decideOnReview(now))
    if (reviews > 0) continue
    const due = Option.getOrElse(nextDueAt, () => Number.POSITIVE_INFINITY)
    if (due > until) return
    yield* TestClock.setTime(Math.max(due, now.epochMilliseconds))
  }
})

/** The JSON of one request, and the time of its receipt: an hour after its newest actual event, or after the request before. */
const requestOf = (entry: SentCase["events"][number], now: number): { readonly at: number; readonly json: unknown } => {
  if (typeof entry === "object" && "json" in entry) return { at: Date.parse(`2026-${entry.at}:00Z`), json: entry.json }
  const lines = (typeof entry === "string" ? [entry] : entry).map(lineOf)
  const stated = lines.find(({ receivedAt }) => receivedAt !== undefined)?.receivedAt
  const dates = lines.flatMap(({ actual, date }) => (actual ? [Date.parse(date)] : []))
  return {
    at: stated === undefined ? Math.max(now, ...dates) + HOUR : Date.parse(stated),
    json: lines.map(({ json }) => json)
  }
}

/** The alerts of an account in their order. */
const alertsOfAccount = Effect.fnUntraced(function* (accountId: AccountId, tracks: SentCase["tracks"]) {
  const log = yield* MessageLog
  const page = yield* log.messages(accountId, {}, { limit: 250, cursor: Option.none() })
  const alerts: Array<{ readonly sequence: number; readonly text: string }> = []
  for (const { id, type } of page.data) {
    if (type === "shipment.added.to.endpoint") continue
    const { message } = yield* log.message(accountId, id)
    alerts.push({ sequence: JSON.parse(message.body).data.sequence, text: shown(message.body, tracks) })
  }
  return alerts.toSorted((a, b) => a.sequence - b.sequence).map(({ text }) => text)
})

/** Sends the requests one by one to a service in memory, under a virtual clock, and returns the alerts of the endpoint. */
export const alertsOf = (sent: SentCase) =>
  Effect.gen(function* () {
    const decoder = yield* CarrierEventDecoder
    const registered = yield* register(sent)
    let now = registered.now
    for (const entry of sent.events) {
      const { at, json } = requestOf(entry, now)
      yield* reviewUntil(at - 1)
      now = at
      yield* TestClock.setTime(now)
      const { events, rejected } = yield* decoder.decode(json, Instant.make(now))
      if (rejected.length > 0) return [`rejected: ${rejected[0]?.path} ${rejected[0]?.reason}`]
      yield* importEvents(registered.accountId, Stream.fromIterable(events), () => Effect.void)
    }
    yield* reviewUntil(now + 240 * HOUR)
    return yield* alertsOfAccount(registered.accountId, sent.tracks)
  }).pipe(Effect.provide(services))
