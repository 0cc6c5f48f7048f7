import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { referenceTypeOf, sealineOf } from "@landfall/core/tracking/references/ShipmentReference"
import { NOTHING_NOTIFIED } from "@landfall/core/tracking/shipments/NotifiedState"
import { Registration, Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { ShipmentDecision, TrackedShipment, TrackRequest } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Option } from "effect"
import { joinKey, type MemoryState, type RegistrationRow } from "../state/MemoryState.ts"
import { applyDecision, snapshotOf } from "./ShipmentDecisions.ts"
import { concernsShipment, documentsByContainer, storedEvents } from "./ShipmentEventMatching.ts"

type State = MemoryState["Service"]

const referenceKey = (accountId: AccountId, { reference }: TrackRequest): string =>
  joinKey(
    accountId,
    reference.number,
    Option.getOrElse(referenceTypeOf(reference), () => "?"),
    Option.getOrElse(sealineOf(reference), () => "?")
  )

interface FoundOrCreated {
  readonly shipment: Shipment
  /** False when it was followed already. */
  readonly added: boolean
}

/** The shipment that a request asks for: found, made, or taken up again with what this request says of it. */
const trackShipment = (
  state: State,
  accountId: AccountId,
  request: TrackRequest,
  now: DateTime.Utc
): FoundOrCreated => {
  const key = referenceKey(accountId, request)
  const id = state.shipmentIdsByReference.get(key)
  const known = id === undefined ? undefined : state.shipments.get(id)
  if (known !== undefined && known.status !== "stopped") return { shipment: known, added: false }
  const said = {
    reference: request.label,
    metadata: request.metadata,
    status: "tracking" as const,
    stopReason: Option.none(),
    trackedSince: now,
    completedAt: Option.none(),
    reviewAt: Option.isNone(request.endpointId) ? Option.some(now) : Option.none(),
    updatedAt: now
  }
  const shipment =
    known === undefined
      ? new Shipment({
          ...said,
          id: ShipmentId.make(`shp_${state.nextUlid(DateTime.toEpochMillis(now))}`),
          accountId,
          number: request.reference.number,
          type: referenceTypeOf(request.reference),
          sealine: sealineOf(request.reference),
          createdAt: now,
          sequence: 0
        })
      : new Shipment({ ...known, ...said })
  state.shipmentIdsByReference.set(key, shipment.id)
  state.shipments.set(shipment.id, shipment)
  return { shipment, added: true }
}

/** The new registration of a shipment on the endpoint that a request names; undefined when there is one already. */
const registerEndpoint = (
  state: State,
  { reference, endpointId }: TrackRequest,
  shipment: Shipment,
  now: DateTime.Utc
): RegistrationRow | undefined => {
  if (Option.isNone(endpointId)) return undefined
  const key = joinKey(shipment.id, endpointId.value)
  if (state.registrations.has(key)) return undefined
  const row: RegistrationRow = {
    registration: new Registration({
      shipmentId: shipment.id,
      endpointId: endpointId.value,
      registeredAt: now,
      notified: NOTHING_NOTIFIED
    }),
    demoDueAt: reference._tag === "Demo" ? Option.some(DateTime.toEpochMillis(now)) : Option.none()
  }
  state.registrations.set(key, row)
  return row
}

/** An endpoint that requests name and the account does not have. */
export const findForeignEndpoint = (
  state: State,
  accountId: AccountId,
  requests: ReadonlyArray<TrackRequest>
): EndpointId | undefined =>
  requests
    .flatMap((request) => Option.toArray(request.endpointId))
    .find((id) => state.endpoints.get(id)?.endpoint.accountId !== accountId)

/** Tracks shipments one after another; answers what each request added. To be called inside a transaction. */
export const trackShipments = (
  state: State,
  accountId: AccountId,
  requests: ReadonlyArray<TrackRequest>,
  now: DateTime.Utc,
  decide: ShipmentDecision
): ReadonlyArray<TrackedShipment> => {
  const held = storedEvents(state, accountId)
  const documents = documentsByContainer(held)
  return requests.map((request) => {
    const { shipment, added } = trackShipment(state, accountId, request, now)
    const row = registerEndpoint(state, request, shipment, now)
    if (row === undefined) return { shipment, added }
    const events = held.filter((event) => concernsShipment(event, shipment, documents))
    applyDecision(state, snapshotOf(state, shipment, events, [row]), now, decide)
    return { shipment: state.shipments.get(shipment.id) ?? shipment, added: true }
  })
}
