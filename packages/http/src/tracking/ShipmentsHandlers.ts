import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { detailsOf } from "@landfall/api/conventions/ErrorInfo"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { ChangeShipment, EasyShipment, ShipmentsQuery, TrackLineBody } from "@landfall/api/tracking/ShipmentsApi"
import type { Account } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import { checkLimit, Limits } from "@landfall/core/limits/Limits"
import { mapInSlices } from "@landfall/core/limits/WorkSlices"
import { instantOf } from "@landfall/core/time/Instant"
import { heldEventsAt } from "@landfall/core/tracking/carriers/FutureActuals"
import { profilesOf, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { decideOnEvents } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { termsEvent } from "@landfall/core/tracking/handling/CollectionTermsEvent"
import { journeyView } from "@landfall/core/tracking/journey/JourneyView"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { hasNoSource } from "@landfall/core/tracking/polling/SourceQueries"
import { isDemoContainer, normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import { parseShipmentReference, referenceTypeOf } from "@landfall/core/tracking/references/ShipmentReference"
import { eventsConsidered, Shipments, type TrackInput, type TrackOutcome } from "@landfall/core/tracking/Shipments"
import type { Shipment, ShipmentLabels } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { termsSubject } from "@landfall/core/tracking/TermsImport"
import { DateTime, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { makePortalScope } from "../alerts/PortalScope.ts"
import { hasJsonType, unsupportedType } from "../bodies/JsonPayload.ts"
import { failWith } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { makeIdempotent } from "../conventions/IdempotentRequests.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseEndpointId, parseShipmentId } from "../conventions/PathIds.ts"
import { WeightedWork } from "../limits/WeightedWork.ts"
import { weightOfEvents } from "../shares/RequestWeight.ts"
import { toHandlingViews, toTerms } from "./ContainerTerms.ts"
import { readEasyShipment, readShipmentLines } from "./EasyShipmentBody.ts"
import { makeJourneyReads } from "./JourneyReads.ts"
import { toShipmentSummary } from "./ShipmentSummary.ts"
import { makeFindVessel } from "./ShipmentVessel.ts"
import {
  toHeldEventView,
  toPollStatusView,
  toShipmentView,
  toTimeline,
  toUnreadableEventViews
} from "./ShipmentViews.ts"
import { encodeTrackResults, rejectedResult, restoreTrackResults, storeTrackResults } from "./TrackResultsForm.ts"

const toTrackLine = (endpoint: Option.Option<EndpointId>, body: typeof TrackLineBody.Type): TrackInput => ({
  endpointId: endpoint,
  number: body.number,
  type: Option.fromNullishOr(body.type),
  sealine: Option.fromNullishOr(body.sealine),
  label: Option.fromNullishOr(body.reference),
  metadata: Option.fromNullishOr(body.metadata)
})

const toTrackResult = (outcome: TrackOutcome) => {
  const endpoint = Option.getOrElse(outcome.input.endpointId, () => "")
  if (outcome._tag === "Rejected") {
    const { number, sealine } = outcome.input
    return rejectedResult(endpoint, { number, sealine: Option.getOrNull(sealine) }, outcome.fault.message)
  }
  const { shipment } = outcome
  const result = {
    endpointId: endpoint,
    number: shipment.number,
    sealine: Option.getOrNull(shipment.sealine),
    type: Option.getOrNull(shipment.type),
    shipmentId: shipment.id
  }
  if (outcome._tag === "AlreadyTracked") return { ...result, status: "already_tracked" as const }
  return { ...result, status: "accepted" as const, ...(outcome.noSource ? { warning: "no_source" as const } : {}) }
}

/** The result of a line that is checked and not tracked. */
const checkLine = ({ number, type, sealine }: typeof TrackLineBody.Type) => {
  const parsed = parseShipmentReference({ number, type: type ?? undefined, sealine: sealine ?? undefined })
  return Result.isFailure(parsed)
    ? { number: normaliseNumber(number), type: null, reason: parsed.failure.message }
    : { number: parsed.success.number, type: Option.getOrNull(referenceTypeOf(parsed.success)), reason: null }
}

const REFRESH_STATUSES = { Scheduled: "scheduled", AlreadyDue: "already_due" } as const

/** The reason why a shipment is not polled. */
const describeUnpolled = ({ number, status }: Shipment): string =>
  isDemoContainer(number)
    ? `${number} is the demo container, which no carrier is polled for.`
    : `The shipment ${number} is ${status}; only a tracked shipment is polled.`

/** The reason why the terms of a shipment cannot be set. */
const describeUntracked = ({ number, status }: Shipment): string =>
  `The shipment ${number} is ${status}; terms can be set for a tracked shipment only. Track it again first.`

/** The shipments that the query of a list selects. */
const toShipmentFilter = ({ number, endpointId, search }: typeof ShipmentsQuery.Type) => ({
  ...(number === undefined ? {} : { number: normaliseNumber(number) }),
  ...(endpointId === undefined ? {} : { endpointId }),
  ...(search === undefined || search === "" ? {} : { search })
})

/** The labels that a request changes. */
const toLabels = ({ reference, metadata }: typeof ChangeShipment.Type): ShipmentLabels => ({
  ...(reference === undefined ? {} : { reference: Option.fromNullOr(reference) }),
  ...(metadata === undefined ? {} : { metadata: Option.fromNullOr(metadata) })
})

export const shipmentsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "shipments",
  Effect.fnUntraced(function* (handlers) {
    const shipments = yield* Shipments
    const store = yield* ShipmentStore
    const queue = yield* PollQueue
    const endpoints = yield* EndpointStore
    const source = yield* TrackingSource
    const limits = yield* Limits
    const work = yield* WeightedWork
    const scope = yield* makePortalScope
    const findVessel = yield* makeFindVessel
    const { deriveJourneys, summariesOf } = yield* makeJourneyReads
    const places = yield* PlaceDirectory
    const repeatable = yield* makeIdempotent({
      operation: "shipments.easyShipment",
      status: 202,
      form: { store: storeTrackResults, restore: restoreTrackResults }
    })

    const register = Effect.fnUntraced(function* (account: Account, body: typeof EasyShipment.Type) {
      const ids = yield* Effect.forEach(Object.keys(body), parseEndpointId)
      yield* Effect.forEach(ids, (id) => endpoints.find(account.id, id), { discard: true })
      const lines = ids.flatMap((id) => (body[id]?.shipments ?? []).map((line) => toTrackLine(Option.some(id), line)))
      return yield* shipments.track(account.id, lines)
    })

    // A request can have many lines: their body is parsed and decoded, and their results are encoded, in slices.
    const withEasyShipment = handlers.handleRaw(
      "easyShipment",
      Effect.fnUntraced(function* ({ headers, request }) {
        if (!hasJsonType(request)) return unsupportedType
        const account = yield* CurrentAccount
        const payload = yield* readEasyShipment(request)
        const lines = Object.values(payload).reduce((total, { shipments }) => total + shipments.length, 0)
        yield* Effect.fromResult(checkLimit(limits, "request.lines", lines))
        const call = yield* CurrentCall
        // Counted after the commit of the debit. A repeated request runs nothing and costs nothing.
        let chargedCredits = call.credits
        const registered = Effect.flatMap(register(account, payload), ({ considered, credits, outcomes }) => {
          chargedCredits = credits
          return Effect.as(work.charge(weightOfEvents(considered)), { results: outcomes.map(toTrackResult) })
        })
        const repeated = repeatable(account.id, headers["idempotency-key"], payload, registered)
        const response = yield* work.run(lines, repeated)
        call.credits = chargedCredits
        return yield* encodeTrackResults(response)
      }, mapDomainErrors)
    )
    const withCheck = withEasyShipment.handleRaw(
      "check",
      Effect.fnUntraced(function* ({ request }) {
        if (!hasJsonType(request)) return unsupportedType
        const lines = yield* readShipmentLines(request)
        yield* Effect.fromResult(checkLimit(limits, "request.lines", lines.length))
        return { results: yield* work.run(lines.length, mapInSlices(lines, checkLine)) }
      }, mapDomainErrors)
    )
    return withCheck.handleAll({
      track: Effect.fnUntraced(function* ({ payload }) {
        const account = yield* CurrentAccount
        const call = yield* CurrentCall
        const tracked = yield* shipments.track(account.id, [toTrackLine(Option.none(), payload)])
        call.credits = tracked.credits
        const [outcome] = tracked.outcomes
        if (outcome === undefined) return yield* Effect.die("A tracked line has no outcome")
        if (outcome._tag !== "Rejected") return toShipmentView(outcome.shipment)
        return yield* failWith("bodyInvalid", detailsOf(outcome.fault.faults))
      }, mapDomainErrors),
      list: Effect.fnUntraced(function* ({ query }) {
        const account = yield* CurrentAccount
        const request = yield* parsePageRequest(query, "shp_")
        if (query.endpointId !== undefined) yield* scope.requireEndpoint(account.id, query.endpointId)
        const page = yield* store.list(account.id, request, {
          ...toShipmentFilter(query),
          ...(yield* scope.ownApplication)
        })
        if (query.summary !== true) return toPageView(page, toShipmentView)
        const ids = page.data.map(({ id }) => id)
        const summaries = yield* work.run(ids.length, summariesOf(account.id, ids))
        return toPageView(page, (shipment) => ({
          ...toShipmentView(shipment),
          summary: summaries.get(shipment.id) ?? null
        }))
      }, mapDomainErrors),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const id = yield* parseShipmentId(params.id)
        const snapshot = yield* store.snapshot(account.id, id)
        const journeys = yield* deriveJourneys(snapshot)
        const carriers = yield* profilesOf(source)
        const findPlace = yield* places
        const now = instantOf(yield* DateTime.now)
        return {
          ...toShipmentView(snapshot.shipment),
          endpoints: snapshot.subscribers.map(({ endpoint }) => endpoint.id),
          polling: toPollStatusView(yield* queue.status(account.id, id), hasNoSource(snapshot.shipment, carriers)),
          summary: toShipmentSummary(journeys, findPlace),
          journeys: journeys.map((journey) => journeyView(journey, findPlace)),
          handling: toHandlingViews(snapshot, now),
          heldEvents: heldEventsAt(snapshot.events, now).map(toHeldEventView),
          unreadableEvents: toUnreadableEventViews(snapshot.events)
        }
      }, mapDomainErrors),
      change: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        const id = yield* parseShipmentId(params.id)
        return toShipmentView(yield* store.relabel(account.id, id, toLabels(payload), yield* DateTime.now))
      }, mapDomainErrors),
      setTerms: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        const id = yield* parseShipmentId(params.id)
        const before = yield* store.snapshot(account.id, id)
        yield* work.charge(weightOfEvents(eventsConsidered(before.events.length, before.subscribers.length)))
        if (before.shipment.status !== "tracking")
          return yield* failWith("shipmentNotTracked", [describeUntracked(before.shipment)])
        const now = yield* DateTime.now
        const subject = termsSubject(before, payload.container, instantOf(now))
        if (Result.isFailure(subject)) return yield* failWith("bodyInvalid", [`body.${subject.failure}`])
        const event = termsEvent(subject.success, toTerms(payload), instantOf(now))
        const decide = decideOnEvents(now, false, yield* places)
        const { messages } = yield* store.receive(account.id, [event], now, decide)
        return { handling: toHandlingViews(yield* store.snapshot(account.id, id), instantOf(now)), alerts: messages }
      }, mapDomainErrors),
      refresh: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const id = yield* parseShipmentId(params.id)
        const shipment = yield* store.find(account.id, id)
        if (shipment.status === "tracking" && hasNoSource(shipment, yield* profilesOf(source))) {
          return yield* failWith("carrierMissing", [`No configured carrier can be polled for ${shipment.number}.`])
        }
        const refreshed = yield* queue.refresh(account.id, id)
        if (Option.isNone(refreshed)) {
          return yield* failWith("shipmentNotTracked", [describeUnpolled(shipment)])
        }
        const status = REFRESH_STATUSES[refreshed.value._tag]
        return { status, polling: toPollStatusView(yield* queue.status(account.id, id), false) }
      }, mapDomainErrors),
      stop: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        yield* store.stop(account.id, yield* parseShipmentId(params.id), yield* DateTime.now)
      }, mapDomainErrors),
      timeline: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const snapshot = yield* store.snapshot(account.id, yield* parseShipmentId(params.id))
        return { data: toTimeline(yield* deriveJourneys(snapshot)) }
      }, mapDomainErrors),
      vessel: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const snapshot = yield* store.snapshot(account.id, yield* parseShipmentId(params.id))
        return yield* findVessel(yield* deriveJourneys(snapshot))
      }, mapDomainErrors),
      unregister: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const endpoint = yield* endpoints.find(account.id, yield* parseEndpointId(params.id))
        yield* parseShipmentId(params.shipmentId).pipe(
          Effect.flatMap((shipmentId) => store.unregister(account.id, endpoint.id, shipmentId)),
          Effect.catchTag("ShipmentNotFound", ({ id }) =>
            failWith("shipmentUnknown", [`The shipment ${id} is not registered on the endpoint ${endpoint.id}.`])
          )
        )
      }, mapDomainErrors)
    })
  })
)
