import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentDecision, ShipmentSnapshot, Subscriber } from "@landfall/core/tracking/shipments/ShipmentStore"
import type { DateTime } from "effect"
import { postMessage } from "../alerts/Deliveries.ts"
import { joinKey, type MemoryState, type RegistrationRow } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

const subscriberOf = (state: State, { registration }: RegistrationRow): ReadonlyArray<Subscriber> => {
  const endpoint = state.endpoints.get(registration.endpointId)?.endpoint
  return endpoint === undefined ? [] : [{ registration, endpoint }]
}

/** The registrations of a shipment. */
export const registrationsOf = (state: State, shipment: Shipment): ReadonlyArray<RegistrationRow> =>
  state.registrations.filter((row) => row.registration.shipmentId === shipment.id)

export const removeRegistrations = (state: State, shipment: Shipment): void => {
  for (const { registration } of registrationsOf(state, shipment)) {
    state.registrations.delete(joinKey(shipment.id, registration.endpointId))
  }
}

export const snapshotOf = (
  state: State,
  shipment: Shipment,
  events: ReadonlyArray<CarrierEvent>,
  registrations: ReadonlyArray<RegistrationRow>
): ShipmentSnapshot => ({
  plan: state.accounts.get(shipment.accountId)?.plan ?? "free",
  shipment,
  events,
  subscribers: registrations.flatMap((row) => subscriberOf(state, row))
})

/** Asks for a decision and stores it; answers how many messages it made. To be called inside a transaction. */
export const applyDecision = (
  state: State,
  snapshot: ShipmentSnapshot,
  now: DateTime.Utc,
  decide: ShipmentDecision
): number => {
  const change = decide(snapshot)
  state.shipments.set(change.shipment.id, change.shipment)
  for (const registration of change.registrations) {
    const key = joinKey(registration.shipmentId, registration.endpointId)
    const known = state.registrations.get(key)
    if (known !== undefined) state.registrations.set(key, { ...known, registration })
  }
  if (change.shipment.status === "stopped") removeRegistrations(state, change.shipment)
  for (const draft of change.outbox) postMessage(state, change.shipment.accountId, draft, now)
  return change.outbox.length
}
