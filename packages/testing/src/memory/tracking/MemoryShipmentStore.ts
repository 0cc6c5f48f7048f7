import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import type { OptInEventType } from "@landfall/core/alerts/EventType"
import { matchesFilter } from "@landfall/core/alerts/endpoints/Endpoint"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { checkLimit, type LimitExceeded } from "@landfall/core/limits/Limits"
import { attributeStored, countLateAttributions } from "@landfall/core/tracking/carriers/CallAttribution"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { storedEventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import { normaliseNumber } from "@landfall/core/tracking/references/ContainerNumber"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment, ShipmentLabels } from "@landfall/core/tracking/shipments/Shipment"
import { registrationKey, ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import {
  indexEvents,
  linkingCalls,
  linkingDocuments,
  matchAccountEvents
} from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import {
  attributedPart,
  type ShipmentDecision,
  ShipmentNotFound,
  ShipmentStore,
  type TrackRequest
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { relabelShipment, stopShipment } from "@landfall/core/tracking/shipments/ShipmentTransitions"
import { type TrackingOutcome, trackingPrice } from "@landfall/core/tracking/shipments/TrackingOutcome"
import {
  keysToCreate,
  planTracking,
  trackingKeyOf,
  trackingKeyText
} from "@landfall/core/tracking/shipments/TrackingPlan"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { debit } from "../accounts/MemoryUsageStore.ts"
import { slicePage } from "../state/ListPage.ts"
import type { RegistrationRow } from "../state/MemoryRows.ts"
import { joinKey, MemoryState } from "../state/MemoryState.ts"
import { runDemoRounds, runReviews } from "./ScheduledDecisions.ts"
import { applyTrackingPlan, decideOn, pollEvidence, snapshotOf, writeChanges } from "./ShipmentWrites.ts"
import {
  compactNumbers,
  concernedShipments,
  removeEvents,
  storedEvents,
  storedOfCalls,
  storeEvents
} from "./StoredEvents.ts"
import { markUntracked } from "./UntrackedEvents.ts"

type State = MemoryState["Service"]

const findShipment = (
  state: State,
  accountId: AccountId,
  id: ShipmentId
): Result.Result<Shipment, ShipmentNotFound> => {
  const shipment = state.shipments.get(id)
  return shipment?.accountId === accountId ? Result.succeed(shipment) : Result.fail(new ShipmentNotFound({ id }))
}

/** The account's shipments that the requests find, by the text of their tracking keys. */
const findKnown = (state: State, accountId: AccountId, requests: ReadonlyArray<TrackRequest>) => {
  const shipmentsByKey = new Map<string, Shipment>()
  for (const key of new Set(requests.map((request) => trackingKeyText(trackingKeyOf(request))))) {
    const id = state.shipmentIdsByKey.get(joinKey(accountId, key))
    const shipment = id === undefined ? undefined : state.shipments.get(id)
    if (shipment !== undefined) shipmentsByKey.set(key, shipment)
  }
  return shipmentsByKey
}

const trackShipments = (
  state: State,
  accountId: AccountId,
  requests: ReadonlyArray<TrackRequest>,
  now: DateTime.Utc,
  decide: ShipmentDecision
): Result.Result<TrackingOutcome, EndpointNotFound | LimitExceeded> => {
  const shipments = findKnown(state, accountId, requests)
  const ids = new Map(
    keysToCreate(requests, shipments).map((key) => [
      key,
      ShipmentId.make(`shp_${state.nextUlid(DateTime.toEpochMillis(now))}`)
    ])
  )
  const found = new Set([...shipments.values()].map(({ id }) => id))
  const registrations = new Set(
    state.registrations
      .filter(({ registration }) => found.has(registration.shipmentId))
      .map(({ registration }) => registrationKey(registration.shipmentId, registration.endpointId))
  )
  const enrolling = state.endpoints
    .filter(({ endpoint }) => endpoint.accountId === accountId && endpoint.enrolFuture && !endpoint.disabled)
    .map(({ endpoint }) => endpoint.id)
    .toSorted()
  const { limits } = state
  const plan = planTracking({ accountId, shipments, registrations, enrolling, limits }, requests, ids, now)
  return Result.flatMap(plan, (trackingPlan) => applyTrackingPlan(state, accountId, trackingPlan, now, decide))
}

const receiveEvents = (
  state: State,
  accountId: AccountId,
  events: ReadonlyArray<CarrierEvent>,
  now: DateTime.Utc,
  decide: ShipmentDecision
) => {
  const attributed = attributeStored(events, storedOfCalls(state, accountId, events))
  removeEvents(state, accountId, attributed.resolved.map(storedEventKey))
  const { changed, added } = storeEvents(state, accountId, attributed.events)
  const { shipments, events: concerned } = concernedShipments(state, accountId, changed)
  const excess =
    markUntracked(state, accountId, changed, concerned, added) + compactNumbers(state, accountId, shipments, added)
  const snapshots = shipments.map((shipment) => snapshotOf(state, shipment))
  const messages = decideOn(state, accountId, snapshots, now, decide)
  const own = added.size - countLateAttributions(attributed, events, added)
  return {
    added: own - excess,
    excess,
    repeated: events.length - own,
    shipments: shipments.map(({ id }) => id),
    messages,
    ...attributedPart(attributed.attributed)
  }
}

const matchAccounts = (state: State, scac: Scac, events: ReadonlyArray<CarrierEvent>) =>
  matchAccountEvents(scac, indexEvents(events), state.shipments.values(), (shipment) => {
    const stored = storedEvents(state, shipment.accountId)
    return new Map([...linkingDocuments(shipment, stored), ...linkingCalls(shipment, stored)])
  })

const stop = (state: State, shipment: Shipment, now: DateTime.Utc): Shipment => {
  const stopped = stopShipment(shipment, "requested", now)
  const changes = new ShipmentChanges()
  changes.update(shipment, stopped)
  writeChanges(state, shipment.accountId, changes, now)
  return stopped
}

const relabel = (state: State, shipment: Shipment, labels: ShipmentLabels, now: DateTime.Utc): Shipment => {
  const relabelled = relabelShipment(shipment, labels, now)
  state.shipments.set(shipment.id, relabelled)
  return relabelled
}

const unregister = (state: State, shipment: Shipment, endpointId: string): Result.Result<void, ShipmentNotFound> => {
  const key = registrationKey(shipment.id, endpointId)
  if (!state.registrations.has(key)) return Result.fail(new ShipmentNotFound({ id: shipment.id }))
  state.registrations.delete(key)
  return Result.void
}

const subscribedTo = (state: State, type: OptInEventType, after: Option.Option<ShipmentId>, limit: number) => {
  const isSubscribed = ({ registration }: RegistrationRow): boolean => {
    const endpoint = state.endpoints.get(registration.endpointId)?.endpoint
    return endpoint !== undefined && !endpoint.disabled && matchesFilter(endpoint.filterTypes, type)
  }
  const ids = new Set(state.registrations.filter(isSubscribed).map(({ registration }) => registration.shipmentId))
  return state.shipments
    .filter(({ id, status }) => status === "tracking" && ids.has(id) && !Option.exists(after, (last) => id <= last))
    .map(({ accountId, id }) => ({ accountId, id }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, limit)
}

const decideOnTracked = (
  state: State,
  accountId: AccountId,
  ids: ReadonlyArray<ShipmentId>,
  now: DateTime.Utc,
  decide: ShipmentDecision
): number => {
  const tracked = state.shipments.filter(
    (shipment) => shipment.accountId === accountId && shipment.status === "tracking" && ids.includes(shipment.id)
  )
  const snapshots = tracked.map((shipment) => ({
    ...snapshotOf(state, shipment),
    ...pollEvidence(state, shipment.id)
  }))
  return decideOn(state, accountId, snapshots, now, decide)
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

const isFoundBy = ({ number, reference, sealine }: Shipment, search: string): boolean =>
  contains(number, normaliseNumber(search)) ||
  Option.exists(sealine, (scac) => contains(scac, search)) ||
  Option.exists(reference, (label) => contains(label, search))

/** `ShipmentStore` on `MemoryState`. */
export const layer = Layer.effect(
  ShipmentStore,
  Effect.map(MemoryState, (state) =>
    ShipmentStore.of({
      track: (accountId, requests, creditsPerShipment, now, decide) =>
        state.transact(() =>
          Result.gen(function* () {
            const { tracked } = yield* trackShipments(state, accountId, requests, now, decide)
            const stored = state.shipments.filter((shipment) => shipment.accountId === accountId).length
            yield* checkLimit(state.limits, "account.shipments", stored)
            yield* debit(state, accountId, trackingPrice(tracked, creditsPerShipment), now)
            return tracked
          })
        ),
      receive: (accountId, events, now, decide) =>
        state.transact(() => Result.succeed(receiveEvents(state, accountId, events, now, decide))),
      matchAccounts: (scac, events) => state.transact(() => Result.succeed(matchAccounts(state, scac, events))),
      find: (accountId, id) => state.transact(() => findShipment(state, accountId, id)),
      snapshot: (accountId, id) =>
        state.transact(() => Result.map(findShipment(state, accountId, id), (shipment) => snapshotOf(state, shipment))),
      snapshots: (accountId, ids) =>
        state.transact(() =>
          Result.succeed(
            state.shipments
              .filter((shipment) => shipment.accountId === accountId && ids.includes(shipment.id))
              .map((shipment) => snapshotOf(state, shipment))
          )
        ),
      list: (accountId, page, { number, endpointId, applicationId, sealine, search } = {}) =>
        state.transact(() => {
          const shipments = state.shipments.filter(
            (shipment) =>
              shipment.accountId === accountId &&
              (number === undefined || shipment.number === number) &&
              (sealine === undefined || Option.contains(shipment.sealine, sealine)) &&
              (search === undefined || isFoundBy(shipment, search)) &&
              (endpointId === undefined || state.registrations.has(registrationKey(shipment.id, endpointId))) &&
              (applicationId === undefined ||
                snapshotOf(state, shipment).subscribers.some(
                  ({ endpoint }) => endpoint.applicationId === applicationId
                ))
          )
          return Result.succeed(slicePage(shipments, "falling", page, (shipment) => shipment.id))
        }),
      relabel: (accountId, id, labels, now) =>
        state.transact(() =>
          Result.map(findShipment(state, accountId, id), (shipment) => relabel(state, shipment, labels, now))
        ),
      stop: (accountId, id, now) =>
        state.transact(() => Result.map(findShipment(state, accountId, id), (shipment) => stop(state, shipment, now))),
      unregister: (accountId, endpointId, id) =>
        state.transact(() =>
          Result.flatMap(findShipment(state, accountId, id), (shipment) => unregister(state, shipment, endpointId))
        ),
      runDemoRounds: (now, intervalMillis, limit, decide) =>
        state.transact(() => Result.succeed(runDemoRounds(state, now, intervalMillis, limit, decide))),
      subscribedTo: (type, after, limit) =>
        state.transact(() => Result.succeed(subscribedTo(state, type, after, limit))),
      decideOn: (accountId, ids, now, decide) =>
        state.transact(() => Result.succeed(decideOnTracked(state, accountId, ids, now, decide))),
      runReviews: (now, limit, decide) => state.transact(() => Result.succeed(runReviews(state, now, limit, decide)))
    })
  )
)
