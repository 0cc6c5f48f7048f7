import { type DateTime, Option, Result } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { Plan } from "../../accounts/Plan.ts"
import type { EndpointId } from "../../alerts/EndpointId.ts"
import { EndpointNotFound } from "../../alerts/EndpointId.ts"
import type { Endpoint } from "../../alerts/endpoints/Endpoint.ts"
import { Credits } from "../../usage/Credits.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import type { Registration, Shipment } from "./Shipment.ts"
import { registrationKey, ShipmentChanges } from "./ShipmentChanges.ts"
import type { ShipmentDecision, ShipmentSnapshot, Subscriber, TrackedShipment } from "./ShipmentStore.ts"
import { addedRegistrations, type TrackingKey, type TrackingPlan, trackingKeyOf } from "./TrackingPlan.ts"

/** The inputs of decisions on new registrations, read after the plan is made. */
export interface TrackingContext {
  readonly accountId: AccountId
  readonly plan: Plan
  /** The endpoints of the new registrations. */
  readonly endpoints: ReadonlyMap<EndpointId, Endpoint>
  readonly eventsOf: (shipment: Shipment) => ReadonlyArray<CarrierEvent>
}

/** A shipment to insert, with its `TrackingKey` and whether carriers are polled for it: not for the demo container. */
export interface CreatedShipment {
  readonly shipment: Shipment
  readonly key: TrackingKey
  readonly polled: boolean
}

/** A registration to insert. The first demo round is due immediately. */
export interface CreatedRegistration {
  readonly registration: Registration
  readonly demoDueAt: Option.Option<DateTime.Utc>
}

/** The rows to store for a batch of requests to track, and the response to each. */
export interface TrackingOutcome {
  /** In the order of the requests. */
  readonly tracked: ReadonlyArray<TrackedShipment>
  /** The rows to insert, with the changes of the decisions. */
  readonly shipments: ReadonlyArray<CreatedShipment>
  readonly registrations: ReadonlyArray<CreatedRegistration>
  /** The changes of rows that were stored before, and the messages. Written after the insertions. */
  readonly changes: ShipmentChanges
}

/** Removes the value of a key and returns it; the fallback when there is none. */
const take = <K, V>(values: Map<K, V>, key: K, fallback: V): V => {
  const value = values.get(key) ?? fallback
  values.delete(key)
  return value
}

/** Separates new shipments and registrations from the changes: they are inserted with the changes of the decisions. */
const separateCreated = (plan: TrackingPlan, changes: ShipmentChanges, now: DateTime.Utc) => {
  const shipments = [...plan.created].flatMap(([id, request]): ReadonlyArray<CreatedShipment> => {
    const planned = plan.shipments.get(id)
    if (planned === undefined) return []
    const shipment = take(changes.shipments, id, planned)
    return [{ shipment, key: trackingKeyOf(request), polled: !isDemoContainer(planned.number) }]
  })
  const registrations = addedRegistrations(plan).map((planned): CreatedRegistration => {
    const { shipmentId, endpointId } = planned
    const isDemo = isDemoContainer(plan.shipments.get(shipmentId)?.number ?? "")
    return {
      registration: take(changes.registrations, registrationKey(shipmentId, endpointId), planned),
      demoDueAt: isDemo ? Option.some(now) : Option.none()
    }
  })
  return { shipments, registrations }
}

/** The snapshot of a shipment with these new registrations. */
const snapshotFor = (
  shipment: Shipment,
  registrations: ReadonlyArray<Registration>,
  { accountId, plan, endpoints, eventsOf }: TrackingContext
): Result.Result<ShipmentSnapshot, EndpointNotFound> => {
  const subscribers: Array<Subscriber> = []
  for (const registration of registrations) {
    const endpoint = endpoints.get(registration.endpointId)
    if (endpoint?.accountId !== accountId) return Result.fail(new EndpointNotFound({ id: registration.endpointId }))
    subscribers.push({ registration, endpoint })
  }
  return Result.succeed({ plan, shipment, events: eventsOf(shipment), subscribers })
}

/**
 * Decides on the new registrations of a plan, in the order of its requests, those of one request together, each on the
 * shipment after the decisions before it. A request adds something when it creates or resumes a shipment, or registers
 * it on an endpoint. `decideAt` is to be called once for each request of the plan, in order; then `outcome` has the
 * result. It fails when a registration names an endpoint that the account does not have.
 */
export const makeTrackingDecider = (
  plan: TrackingPlan,
  context: TrackingContext,
  decide: ShipmentDecision,
  now: DateTime.Utc
) => {
  const changes = new ShipmentChanges()
  for (const [id, shipment] of plan.resumed) {
    changes.shipments.set(id, shipment)
    changes.statusChanges.set(id, shipment.status)
  }
  const tracked: Array<TrackedShipment> = []
  let failure: EndpointNotFound | undefined

  const decideAt = (index: number): void => {
    const request = plan.requests[index]
    if (request === undefined || failure !== undefined) return
    const { shipmentId, startsTracking, registrations } = request
    let shipment = changes.shipments.get(shipmentId) ?? plan.shipments.get(shipmentId)
    if (shipment === undefined) return
    if (registrations.length > 0) {
      const snapshot = snapshotFor(shipment, registrations, context)
      if (Result.isFailure(snapshot)) {
        failure = snapshot.failure
        return
      }
      shipment = changes.apply(decide, snapshot.success)
    }
    const units = Math.max(registrations.length, startsTracking ? 1 : 0)
    tracked.push({ shipment, added: units > 0, units })
  }

  const outcome = (): Result.Result<TrackingOutcome, EndpointNotFound> =>
    failure === undefined
      ? Result.succeed({ tracked, ...separateCreated(plan, changes, now), changes })
      : Result.fail(failure)

  return { decideAt, outcome }
}

/** Decides on all requests of a plan in one step, by `makeTrackingDecider`. */
export const decideTracking = (
  plan: TrackingPlan,
  context: TrackingContext,
  decide: ShipmentDecision,
  now: DateTime.Utc
): Result.Result<TrackingOutcome, EndpointNotFound> => {
  const { decideAt, outcome } = makeTrackingDecider(plan, context, decide, now)
  for (let index = 0; index < plan.requests.length; index++) decideAt(index)
  return outcome()
}

/** The price of a call: every registration costs the price of one shipment, and so does a new shipment without any. */
export const trackingPrice = (tracked: ReadonlyArray<TrackedShipment>, creditsPerShipment: Credits): Credits =>
  Credits.make(tracked.reduce((sum, { units }) => sum + units, 0) * creditsPerShipment)
