import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { StorageError } from "@landfall/core/faults/StorageError"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import {
  type AccountEvents,
  type ShipmentDecision,
  ShipmentNotFound,
  ShipmentStore,
  type TrackedShipment
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits, type CreditsExhausted } from "@landfall/core/usage/Credits"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { debit } from "../accounts/MemoryUsageStore.ts"
import { slicePage } from "../state/ListPage.ts"
import { joinKey, MemoryState, type RegistrationRow } from "../state/MemoryState.ts"
import { applyDecision, registrationsOf, removeRegistrations, snapshotOf } from "./ShipmentDecisions.ts"
import { concernsShipment, documentsByContainer, storedEvents, storeEvent } from "./ShipmentEventMatching.ts"
import { findForeignEndpoint, trackShipments } from "./ShipmentTracking.ts"

type State = MemoryState["Service"]

const findShipment = (
  state: State,
  accountId: AccountId,
  id: ShipmentId
): Result.Result<Shipment, ShipmentNotFound> => {
  const shipment = state.shipments.get(id)
  return shipment?.accountId === accountId ? Result.succeed(shipment) : Result.fail(new ShipmentNotFound({ id }))
}

const eventsOf = (state: State, shipment: Shipment): ReadonlyArray<CarrierEvent> => {
  const held = storedEvents(state, shipment.accountId)
  const documents = documentsByContainer(held)
  return held.filter((event) => concernsShipment(event, shipment, documents))
}

const receiveEvents = (
  state: State,
  accountId: AccountId,
  events: ReadonlyArray<CarrierEvent>,
  now: DateTime.Utc,
  decide: ShipmentDecision
) => {
  const taken = events.map((event) => ({ event, as: storeEvent(state, accountId, event) }))
  const news = taken.filter(({ as }) => as !== "repeated").map(({ event }) => event)
  const held = storedEvents(state, accountId)
  const documents = documentsByContainer(held)
  const touched = state.shipments.filter(
    (shipment) =>
      shipment.accountId === accountId &&
      shipment.status !== "stopped" &&
      news.some((event) => concernsShipment(event, shipment, documents))
  )
  let messages = 0
  for (const shipment of touched) {
    const own = held.filter((event) => concernsShipment(event, shipment, documents))
    messages += applyDecision(state, snapshotOf(state, shipment, own, registrationsOf(state, shipment)), now, decide)
  }
  const added = taken.filter(({ as }) => as === "added").length
  return { added, repeated: taken.length - added, shipments: touched.map((shipment) => shipment.id), messages }
}

/** For each account that follows something of a carrier, the events that speak of it. */
const concernedAccounts = (
  state: State,
  scac: Scac,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<AccountEvents> => {
  const tracked = state.shipments.filter(
    ({ status, sealine }) => status !== "stopped" && Option.getOrElse(sealine, () => scac) === scac
  )
  return [...Map.groupBy(tracked, ({ accountId }) => accountId)].flatMap(([accountId, own]) => {
    const documents = documentsByContainer([...storedEvents(state, accountId), ...events])
    const heard = events.filter((event) => own.some((shipment) => concernsShipment(event, shipment, documents)))
    return heard.length === 0 ? [] : [{ accountId, events: heard }]
  })
}

const stopShipment = (state: State, shipment: Shipment, now: DateTime.Utc): Shipment => {
  if (shipment.status === "stopped") return shipment
  const stopped = new Shipment({
    ...shipment,
    status: "stopped",
    stopReason: Option.some("requested"),
    reviewAt: Option.none(),
    updatedAt: now
  })
  state.shipments.set(shipment.id, stopped)
  removeRegistrations(state, shipment)
  return stopped
}

interface DemoRound {
  readonly row: RegistrationRow
  readonly dueAt: number
}

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
    const { shipmentId, endpointId } = row.registration
    const shipment = state.shipments.get(shipmentId)
    if (shipment === undefined) continue
    const next = dueAt + intervalMillis > nowMillis ? dueAt + intervalMillis : nowMillis + intervalMillis
    state.registrations.set(joinKey(shipmentId, endpointId), { ...row, demoDueAt: Option.some(next) })
    applyDecision(state, snapshotOf(state, shipment, eventsOf(state, shipment), [row]), now, decide)
  }
  return {
    rounds: due.length,
    nextDueAt: Option.map(Option.fromUndefinedOr(demoRounds(state)[0]), ({ dueAt }) => dueAt)
  }
}

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
    applyDecision(
      state,
      snapshotOf(state, shipment, eventsOf(state, shipment), registrationsOf(state, shipment)),
      now,
      decide
    )
  }
  return {
    reviews: due.length,
    nextDueAt: Option.map(Option.fromUndefinedOr(scheduledReviews(state)[0]), ({ dueAt }) => dueAt)
  }
}

/** `ShipmentStore` on `MemoryState`. */
export const layer = Layer.effect(
  ShipmentStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    return ShipmentStore.of({
      track: (accountId, requests, creditsPerShipment, now, decide) =>
        state.transact((): Result.Result<ReadonlyArray<TrackedShipment>, CreditsExhausted | StorageError> => {
          const foreign = findForeignEndpoint(state, accountId, requests)
          if (foreign !== undefined) {
            const cause = new Error(`the account has no endpoint ${foreign}`)
            return Result.fail(new StorageError({ operation: "ShipmentStore.track", reason: "fault", cause }))
          }
          const tracked = trackShipments(state, accountId, requests, now, decide)
          const cost = Credits.make(tracked.filter(({ added }) => added).length * creditsPerShipment)
          return Result.map(debit(state, accountId, cost, now), () => tracked)
        }),
      receive: (accountId, events, now, decide) =>
        state.transact(() => Result.succeed(receiveEvents(state, accountId, events, now, decide))),
      matchAccounts: (scac, events) => state.transact(() => Result.succeed(concernedAccounts(state, scac, events))),
      find: (accountId, id) => state.transact(() => findShipment(state, accountId, id)),
      snapshot: (accountId, id) =>
        state.transact(() =>
          Result.map(findShipment(state, accountId, id), (shipment) =>
            snapshotOf(state, shipment, eventsOf(state, shipment), registrationsOf(state, shipment))
          )
        ),
      list: (accountId, page) =>
        state.transact(() => {
          const shipments = state.shipments.filter((shipment) => shipment.accountId === accountId)
          return Result.succeed(slicePage(shipments, "falling", page, (shipment) => shipment.id))
        }),
      stop: (accountId, id, now) =>
        state.transact(() =>
          Result.map(findShipment(state, accountId, id), (shipment) => stopShipment(state, shipment, now))
        ),
      unregister: (accountId, endpointId, id) =>
        state.transact(() => {
          const key = joinKey(id, endpointId)
          if (Result.isFailure(findShipment(state, accountId, id)) || !state.registrations.has(key)) {
            return Result.fail(new ShipmentNotFound({ id }))
          }
          state.registrations.delete(key)
          return Result.void
        }),
      runDemoRounds: (now, intervalMillis, limit, decide) =>
        state.transact(() => Result.succeed(runDemoRounds(state, now, intervalMillis, limit, decide))),
      runReviews: (now, limit, decide) => state.transact(() => Result.succeed(runReviews(state, now, limit, decide)))
    })
  })
)
