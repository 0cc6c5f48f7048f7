import type { AccountId } from "@landfall/core/accounts/Account"
import type { Plan } from "@landfall/core/accounts/Plan"
import type { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { instantOf } from "@landfall/core/time/Instant"
import { newPoll, pollAfterStatusChange, pollEvidenceOf } from "@landfall/core/tracking/polling/PollRecord"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { registrationKey, ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import type { ShipmentDecision, ShipmentSnapshot, Subscriber } from "@landfall/core/tracking/shipments/ShipmentStore"
import { decideTracking, type TrackingOutcome } from "@landfall/core/tracking/shipments/TrackingOutcome"
import { type TrackingPlan, trackingKeyText } from "@landfall/core/tracking/shipments/TrackingPlan"
import { addOutcomes, NO_TRANSHIPMENTS } from "@landfall/core/tracking/transhipments/TranshipmentRecord"
import { DateTime, Option, Result } from "effect"
import { postMessage } from "../alerts/Deliveries.ts"
import type { RegistrationRow } from "../state/MemoryRows.ts"
import { joinKey, type MemoryState } from "../state/MemoryState.ts"
import { eventsOf } from "./StoredEvents.ts"

type State = MemoryState["Service"]

export const planOf = (state: State, accountId: AccountId): Plan => state.accounts.get(accountId)?.plan ?? "free"

const subscriberOf = (state: State, { registration }: RegistrationRow): ReadonlyArray<Subscriber> => {
  const endpoint = state.endpoints.get(registration.endpointId)?.endpoint
  return endpoint === undefined ? [] : [{ registration, endpoint }]
}

/** The registrations of a shipment. */
const registrationsOf = (state: State, id: ShipmentId): ReadonlyArray<RegistrationRow> =>
  state.registrations.filter((row) => row.registration.shipmentId === id)

/** A shipment as decisions see it, with these registrations. */
export const snapshotOf = (
  state: State,
  shipment: Shipment,
  registrations: ReadonlyArray<RegistrationRow> = registrationsOf(state, shipment.id)
): ShipmentSnapshot => ({
  plan: planOf(state, shipment.accountId),
  shipment,
  events: eventsOf(state, shipment),
  subscribers: registrations.flatMap((row) => subscriberOf(state, row))
})

/** The last poll of a shipment as decisions see it. */
export const pollEvidence = (state: State, id: ShipmentId) => {
  const row = state.polls.get(id)
  return row === undefined ? {} : pollEvidenceOf(row.poll)
}

/** Writes the changes of decisions and posts their messages. Call it inside a transaction. */
export const writeChanges = (state: State, accountId: AccountId, changes: ShipmentChanges, now: DateTime.Utc): void => {
  changes.recordMessageIds(changes.outbox.map((draft) => postMessage(state, accountId, draft, now).id))
  if (changes.outcomes.length > 0) {
    const before = state.transhipments.get(accountId) ?? NO_TRANSHIPMENTS
    state.transhipments.set(accountId, changes.outcomes.reduce(addOutcomes, before))
  }
  for (const shipment of changes.shipments.values()) state.shipments.set(shipment.id, shipment)
  for (const [key, registration] of changes.registrations) {
    const row = state.registrations.get(key)
    if (row !== undefined) state.registrations.set(key, { ...row, registration })
  }
  for (const { id } of changes.stopped) {
    for (const { registration } of registrationsOf(state, id)) {
      state.registrations.delete(joinKey(id, registration.endpointId))
    }
  }
  for (const [id, status] of changes.statusChanges) {
    const row = state.polls.get(id)
    const change = pollAfterStatusChange(status, instantOf(now))
    if (row !== undefined) state.polls.set(id, { ...row, poll: { ...row.poll, ...change } })
  }
}

/** Decides on snapshots of one account, and writes the changes. Returns the number of messages. */
export const decideOn = (
  state: State,
  accountId: AccountId,
  snapshots: ReadonlyArray<ShipmentSnapshot>,
  now: DateTime.Utc,
  decide: ShipmentDecision
): number => {
  const changes = new ShipmentChanges()
  const transhipments = state.transhipments.get(accountId)
  for (const snapshot of snapshots) {
    changes.apply(decide, transhipments === undefined ? snapshot : { ...snapshot, transhipments })
  }
  writeChanges(state, accountId, changes, now)
  return changes.outbox.length
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

/** Decides on a plan, inserts what it adds and writes the changes. Call it inside a transaction. */
export const applyTrackingPlan = (
  state: State,
  accountId: AccountId,
  tracking: TrackingPlan,
  now: DateTime.Utc,
  decide: ShipmentDecision
): Result.Result<TrackingOutcome, EndpointNotFound> => {
  const context = {
    accountId,
    plan: planOf(state, accountId),
    endpoints: new Map(state.endpoints.values().map(({ endpoint }) => [endpoint.id, endpoint])),
    eventsOf: (shipment: Shipment) => eventsOf(state, shipment)
  }
  return Result.map(decideTracking(tracking, context, decide, now), (outcome) => {
    insertNew(state, outcome, now)
    writeChanges(state, accountId, outcome.changes, now)
    return outcome
  })
}
