import { AccountStore } from "@landfall/core/accounts/Account"
import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
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
import { accountOf, applicationOf, confidentialOf, endpointOf } from "@landfall/testing/samples/Samples"
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
    : { _tag: "Container", number: ContainerNumber.make(CONTAINERS[tracks ?? "A"] ?? ""), sealine: Option.none() }

const letterOf = (number: string): string =>
  number === "" ? "-" : (Object.entries(CONTAINERS).find(([, known]) => known === number)?.[0] ?? number)

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

/** Sends the requests one by one to a service in memory, under a virtual clock, and returns the alerts of the endpoint. */
export const alertsOf = (sent: SentCase, changes: Partial<Endpoint> = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(START.epochMilliseconds)
    const account = accountOf(1)
    const application = applicationOf(account, 1)
    yield* (yield* AccountStore).create(account)
    yield* (yield* ApplicationStore).create(application)
    const filterTypes = Option.some(FOLLOWED.filter((type) => !OPT_IN.test(type)))
    const endpoint = endpointOf(application, 1, { filterTypes, ...changes })
    yield* (yield* EndpointStore).create(endpoint, confidentialOf(1))
    const store = yield* ShipmentStore
    const decoder = yield* CarrierEventDecoder
    if (sent.since !== undefined) yield* TestClock.setTime(Date.parse(`2026-${sent.since}:00Z`))
    const request = {
      reference: referenceOf(sent.tracks),
      endpointId: Option.some(endpoint.id),
      label: Option.none(),
      metadata: Option.none()
    }
    const registeredAt = yield* DateTime.now
    yield* store.track(account.id, [request], Credits.make(0), registeredAt, decideOnRegistration(registeredAt))

    const reviewUntil = Effect.fnUntraced(function* (until: number) {
      for (let round = 0; round < 400; round++) {
        const at = yield* DateTime.now
        const { reviews, nextDueAt } = yield* store.runReviews(at, 100, decideOnReview(at))
        if (reviews > 0) continue
        const due = Option.getOrElse(nextDueAt, () => Number.POSITIVE_INFINITY)
        if (due > until) return
        yield* TestClock.setTime(Math.max(due, at.epochMilliseconds))
      }
    })
    let now = registeredAt.epochMilliseconds
    for (const entry of sent.events) {
      const lines = typeof entry === "string" ? [entry] : Array.isArray(entry) ? entry : undefined
      const parsed = (lines ?? []).map(lineOf)
      const dates = parsed.map(({ actual, date }) =>
        actual ? Date.parse(date.length <= 10 ? `${date}T00:00:00Z` : date) : now
      )
      const response = typeof entry === "string" || lines !== undefined ? undefined : (entry as CarrierResponse)
      const stated = response?.at
      const receipt = parsed.find(({ receivedAt }) => receivedAt !== undefined)?.receivedAt
      const at =
        stated !== undefined
          ? Date.parse(`2026-${stated}:00Z`)
          : receipt !== undefined
            ? Date.parse(receipt)
            : Math.max(now, ...dates) + HOUR
      yield* reviewUntil(at - 1)
      now = at
      yield* TestClock.setTime(now)
      const json = response === undefined ? parsed.map((line) => line.json) : response.json
      const { events, rejected } = yield* decoder.decode(json, Instant.make(now))
      if (rejected.length > 0) return [`rejected: ${rejected[0]?.path} ${rejected[0]?.reason}`]
      yield* importEvents(account.id, Stream.fromIterable(events), () => Effect.void)
    }
    yield* reviewUntil(now + 10 * 24 * HOUR)
    const log = yield* MessageLog
    const page = yield* log.messages(account.id, {}, { limit: 250, cursor: Option.none() })
    const alerts: Array<{ readonly sequence: number; readonly text: string }> = []
    for (const { id, type } of page.data) {
      if (type === "shipment.added.to.endpoint") continue
      const { message: whole } = yield* log.message(account.id, id)
      const sequence: number = JSON.parse(whole.body).data.sequence
      alerts.push({ sequence, text: shown(whole.body, sent.tracks) })
    }
    return alerts.toSorted((a, b) => a.sequence - b.sequence).map(({ text }) => text)
  }).pipe(Effect.provide(services))
