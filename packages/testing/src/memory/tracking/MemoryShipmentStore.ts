import type { AccountId } from "@landfall/core/accounts/Account"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { instantOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { nextDemoRoundAt } from "@landfall/core/tracking/examples/DemoRound"
import { newPoll } from "@landfall/core/tracking/polling/PollRecord"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { registrationKey, ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import {
  indexEvents,
  linkingDocuments,
  matchAccountEvents
} from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import {
  type ShipmentDecision,
  ShipmentNotFound,
  ShipmentStore,
  type TrackRequest
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { stopShipment } from "@landfall/core/tracking/shipments/ShipmentTransitions"
import {
  decideTracking,
  keysToCreate,
  planTracking,
  type TrackingOutcome,
  trackingKeyOf,
  trackingKeyText,
  trackingPrice
} from "@landfall/core/tracking/shipments/TrackingPlan"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { debit } from "../accounts/MemoryUsageStore.ts"
import { slicePage } from "../state/ListPage.ts"
import { joinKey, MemoryState, type RegistrationRow } from "../state/MemoryState.ts"
import { decideOn, planOf, pollEvidence, snapshotOf, writeChanges } from "./ShipmentWrites.ts"
import { concernedShipments, eventsOf, storedEvents, storeEvents } from "./StoredEvents.ts"

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
  const known = new Map<string, Shipment>()
  for (const key of new Set(requests.map((request) => trackingKeyText(trackingKeyOf(request))))) {
    const id = state.shipmentIdsByKey.get(joinKey(accountId, key))
    const shipment = id === undefined ? undefined : state.shipments.get(id)
    if (shipment !== undefined) known.set(key, shipment)
  }
  return known
}

const insertNew = (state: State, { shipments, registrations }: TrackingOutcome, now: DateTime.Utc): void => {
  for (const { shipment, key, polled } of shipments) {
    const { id, accountId } = shipment
    state.shipments.set(id, shipment)
    state.trackingKeys.set(id, key)
    state.shipmentIdsByKey.set(joinKey(accountId, trackingKeyText(key)), id)
    if (polled) state.polls.set(id, { shipmentId: id, poll: newPoll(instantOf(now)) })
  }
  for (const { registration, demoDueAt } of registrations) {
    const key = registrationKey(registration.shipmentId, registration.endpointId)
    state.registrations.set(key, { registration, demoDueAt: Option.map(demoDueAt, DateTime.toEpochMillis) })
  }
}

const trackShipments = (
  state: State,
  accountId: AccountId,
  requests: ReadonlyArray<TrackRequest>,
  now: DateTime.Utc,
  decide: ShipmentDecision
): Result.Result<TrackingOutcome, StorageError> => {
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
  const endpoints = new Map(state.endpoints.values().map(({ endpoint }) => [endpoint.id, endpoint]))
  const plan = planTracking({ accountId, shipments, registrations }, requests, ids, now)
  const context = {
    accountId,
    plan: planOf(state, accountId),
    endpoints,
    eventsOf: (shipment: Shipment) => eventsOf(state, shipment)
  }
  return Result.map(decideTracking(plan, context, decide, now), (outcome) => {
    insertNew(state, outcome, now)
    writeChanges(state, accountId, outcome.changes, now)
    return outcome
  })
}

const receiveEvents = (
  state: State,
  accountId: AccountId,
  events: ReadonlyArray<CarrierEvent>,
  now: DateTime.Utc,
  decide: ShipmentDecision
) => {
  const { changed, added } = storeEvents(state, accountId, events)
  const shipments = concernedShipments(state, accountId, changed)
  const snapshots = shipments.map((shipment) => snapshotOf(state, shipment))
  const messages = decideOn(state, accountId, snapshots, now, decide)
  return { added, repeated: events.length - added, shipments: shipments.map(({ id }) => id), messages }
}

const matchAccounts = (state: State, scac: Scac, events: ReadonlyArray<CarrierEvent>) =>
  matchAccountEvents(scac, indexEvents(events), state.shipments.values(), (shipment) =>
    linkingDocuments(shipment, storedEvents(state, shipment.accountId))
  )

const stop = (state: State, shipment: Shipment, now: DateTime.Utc): Shipment => {
  const stopped = stopShipment(shipment, "requested", now)
  const changes = new ShipmentChanges()
  changes.update(shipment, stopped)
  writeChanges(state, shipment.accountId, changes, now)
  return stopped
}

const unregister = (state: State, shipment: Shipment, endpointId: string): Result.Result<void, ShipmentNotFound> => {
  const key = registrationKey(shipment.id, endpointId)
  if (!state.registrations.has(key)) return Result.fail(new ShipmentNotFound({ id: shipment.id }))
  state.registrations.delete(key)
  return Result.void
}

interface DemoRound {
  readonly row: RegistrationRow
  readonly dueAt: number
}

/** The rounds of the demonstration, the longest due first. */
const demoRounds = (state: State): ReadonlyArray<DemoRound> =>
  state.registrations
    .values()
    .flatMap((row) => (Option.isSome(row.demoDueAt) ? [{ row, dueAt: row.demoDueAt.value }] : []))
    .toSorted((a, b) => a.dueAt - b.dueAt)

const runDemoRounds = (
  state: State,
  now: DateTime.Utc,
  intervalMillis: number,
  limit: number,
  decide: ShipmentDecision
) => {
  const nowMillis = DateTime.toEpochMillis(now)
  const due = demoRounds(state)
    .filter((round) => round.dueAt <= nowMillis)
    .slice(0, limit)
  for (const { row, dueAt } of due) {
    const key = registrationKey(row.registration.shipmentId, row.registration.endpointId)
    const next = nextDemoRoundAt(dueAt, intervalMillis, nowMillis)
    state.registrations.set(key, { ...row, demoDueAt: Option.some(next) })
  }
  for (const [id, rounds] of Map.groupBy(due, ({ row }) => row.registration.shipmentId)) {
    const shipment = state.shipments.get(id)
    if (shipment === undefined) continue
    const snapshot = snapshotOf(
      state,
      shipment,
      rounds.map(({ row }) => row)
    )
    decideOn(state, shipment.accountId, [snapshot], now, decide)
  }
  return { rounds: due.length, nextDueAt: Option.fromUndefinedOr(demoRounds(state)[0]?.dueAt) }
}

/** The shipments that have a review to come, the longest due first. */
const scheduledReviews = (state: State): ReadonlyArray<{ readonly shipment: Shipment; readonly dueAt: number }> =>
  state.shipments
    .values()
    .flatMap((shipment) =>
      Option.isSome(shipment.reviewAt) ? [{ shipment, dueAt: DateTime.toEpochMillis(shipment.reviewAt.value) }] : []
    )
    .toSorted((a, b) => a.dueAt - b.dueAt || (a.shipment.id < b.shipment.id ? -1 : 1))

const runReviews = (state: State, now: DateTime.Utc, limit: number, decide: ShipmentDecision) => {
  const due = scheduledReviews(state)
    .filter(({ dueAt }) => dueAt <= DateTime.toEpochMillis(now))
    .slice(0, limit)
  for (const { shipment } of due) {
    const snapshot = { ...snapshotOf(state, shipment), ...pollEvidence(state, shipment.id) }
    decideOn(state, shipment.accountId, [snapshot], now, decide)
  }
  return { reviews: due.length, nextDueAt: Option.fromUndefinedOr(scheduledReviews(state)[0]?.dueAt) }
}

/** `ShipmentStore` on `MemoryState`. */
export const layer = Layer.effect(
  ShipmentStore,
  Effect.map(MemoryState, (state) =>
    ShipmentStore.of({
      track: (accountId, requests, creditsPerShipment, now, decide) =>
        state.transact(() =>
          Result.flatMap(trackShipments(state, accountId, requests, now, decide), ({ tracked }) =>
            Result.map(debit(state, accountId, trackingPrice(tracked, creditsPerShipment), now), () => tracked)
          )
        ),
      receive: (accountId, events, now, decide) =>
        state.transact(() => Result.succeed(receiveEvents(state, accountId, events, now, decide))),
      matchAccounts: (scac, events) => state.transact(() => Result.succeed(matchAccounts(state, scac, events))),
      find: (accountId, id) => state.transact(() => findShipment(state, accountId, id)),
      snapshot: (accountId, id) =>
        state.transact(() => Result.map(findShipment(state, accountId, id), (shipment) => snapshotOf(state, shipment))),
      list: (accountId, page) =>
        state.transact(() => {
          const shipments = state.shipments.filter((shipment) => shipment.accountId === accountId)
          return Result.succeed(slicePage(shipments, "falling", page, (shipment) => shipment.id))
        }),
      stop: (accountId, id, now) =>
        state.transact(() => Result.map(findShipment(state, accountId, id), (shipment) => stop(state, shipment, now))),
      unregister: (accountId, endpointId, id) =>
        state.transact(() =>
          Result.flatMap(findShipment(state, accountId, id), (shipment) => unregister(state, shipment, endpointId))
        ),
      runDemoRounds: (now, intervalMillis, limit, decide) =>
        state.transact(() => Result.succeed(runDemoRounds(state, now, intervalMillis, limit, decide))),
      runReviews: (now, limit, decide) => state.transact(() => Result.succeed(runReviews(state, now, limit, decide)))
    })
  )
)
