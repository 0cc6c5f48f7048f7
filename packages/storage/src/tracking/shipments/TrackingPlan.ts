import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { referenceTypeOf, sealineOf } from "@landfall/core/tracking/references/ShipmentReference"
import { NOTHING_NOTIFIED } from "@landfall/core/tracking/shipments/NotifiedState"
import { Registration, Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { TrackRequest } from "@landfall/core/tracking/shipments/ShipmentStore"
import { type DateTime, Option } from "effect"

/** Number, kind and sealine as they were asked for, `""` for what was not said: by these a shipment is found again. */
export const requestKeyParts = ({ reference }: TrackRequest): readonly [string, string, string] => [
  reference.number,
  Option.getOrElse(referenceTypeOf(reference), () => ""),
  Option.getOrElse(sealineOf(reference), () => "")
]

/** `requestKeyParts` as one text. */
export const requestKey = (asked: readonly [string, string, string]): string => asked.join(" ")

export const registrationKey = (shipmentId: ShipmentId, endpointId: string): string => `${shipmentId} ${endpointId}`

/** What one request comes to, before anything is decided. */
export interface RequestPlan {
  readonly shipmentId: ShipmentId
  /** The shipment is followed from now on, and was not until now. */
  readonly startsTracking: boolean
  /** The registration that the request adds. */
  readonly registration: Registration | undefined
}

export interface TrackingPlan {
  /** One for each request, in their order. */
  readonly requestPlans: ReadonlyArray<RequestPlan>
  /** Every shipment of the requests, as it is before decisions. */
  readonly shipments: ReadonlyMap<ShipmentId, Shipment>
  /** Those that are made now, by the request that asks for them first. */
  readonly created: ReadonlyMap<ShipmentId, TrackRequest>
  /** Those that were stopped and are taken up again. */
  readonly resumed: ReadonlyArray<Shipment>
}

/** Nothing is decided about a shipment without a registration until it is looked at, so that is due at once. */
const trackingFields = ({ endpointId }: TrackRequest, now: DateTime.Utc) => ({
  status: "tracking" as const,
  stopReason: Option.none(),
  trackedSince: now,
  completedAt: Option.none(),
  reviewAt: Option.isNone(endpointId) ? Option.some(now) : Option.none()
})

const makeShipment = (id: ShipmentId, accountId: AccountId, request: TrackRequest, now: DateTime.Utc): Shipment =>
  new Shipment({
    id,
    accountId,
    number: request.reference.number,
    type: referenceTypeOf(request.reference),
    sealine: sealineOf(request.reference),
    reference: request.label,
    metadata: request.metadata,
    ...trackingFields(request, now),
    createdAt: now,
    updatedAt: now,
    sequence: 0
  })

const resumeShipment = (shipment: Shipment, request: TrackRequest, now: DateTime.Utc): Shipment =>
  new Shipment({
    ...shipment,
    reference: request.label,
    metadata: request.metadata,
    ...trackingFields(request, now),
    updatedAt: now
  })

const makeRegistration = (
  shipmentId: ShipmentId,
  request: TrackRequest,
  now: DateTime.Utc
): Registration | undefined =>
  Option.isNone(request.endpointId)
    ? undefined
    : new Registration({
        shipmentId,
        endpointId: request.endpointId.value,
        registeredAt: now,
        notified: NOTHING_NOTIFIED
      })

/**
 * Works out what requests make, take up again and register, one after another as if each came alone. Pure.
 *
 * @param known the account's shipments by `requestKey`
 * @param registered the registrations of these shipments, by `registrationKey`
 * @param ids an id for each shipment to be made, by `requestKey`
 */
export const planTracking = (
  accountId: AccountId,
  requests: ReadonlyArray<TrackRequest>,
  known: ReadonlyMap<string, Shipment>,
  registered: ReadonlySet<string>,
  ids: ReadonlyMap<string, ShipmentId>,
  now: DateTime.Utc
): TrackingPlan => {
  const shipments = new Map([...known.values()].map((shipment) => [shipment.id, shipment]))
  const keys = new Set(registered)
  const made = new Map<ShipmentId, TrackRequest>()
  const revived: Array<Shipment> = []

  const follow = (id: ShipmentId, request: TrackRequest): boolean => {
    const shipment = shipments.get(id)
    if (shipment === undefined) {
      shipments.set(id, makeShipment(id, accountId, request, now))
      made.set(id, request)
      return true
    }
    if (shipment.status !== "stopped") return false
    const again = resumeShipment(shipment, request, now)
    shipments.set(id, again)
    revived.push(again)
    return true
  }

  const steps = requests.flatMap((request): ReadonlyArray<RequestPlan> => {
    const name = requestKey(requestKeyParts(request))
    const shipmentId = known.get(name)?.id ?? ids.get(name)
    if (shipmentId === undefined) return []
    const followed = follow(shipmentId, request)
    const key = registrationKey(
      shipmentId,
      Option.getOrElse(request.endpointId, () => "")
    )
    const registration = keys.has(key) ? undefined : makeRegistration(shipmentId, request, now)
    keys.add(key)
    return [{ shipmentId, startsTracking: followed, registration }]
  })
  return { requestPlans: steps, shipments, created: made, resumed: revived }
}
