import { type DateTime, Option, Result } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId } from "../../alerts/EndpointId.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import { checkLimit, type LimitExceeded, type LimitValues } from "../../limits/Limits.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import { referenceTypeOf, sealineOf } from "../references/ShipmentReference.ts"
import { NOTHING_NOTIFIED } from "./NotifiedState.ts"
import type { Registration, Shipment } from "./Shipment.ts"
import { registrationKey, shipmentOfKey } from "./ShipmentChanges.ts"
import type { TrackRequest } from "./ShipmentStore.ts"
import { createShipment, resumeShipment } from "./ShipmentTransitions.ts"

/**
 * Number, type and sealine that a request names, `""` for a missing one. The same key finds the same shipment of an
 * account, whatever type and carrier are found later.
 */
export type TrackingKey = readonly [number: string, type: string, sealine: string]

/** What identifies the shipment of a request within its account: number, reference type and carrier. */
export const trackingKeyOf = ({ reference }: TrackRequest): TrackingKey => [
  reference.number,
  Option.getOrElse(referenceTypeOf(reference), () => ""),
  Option.getOrElse(sealineOf(reference), () => "")
]

/** A `TrackingKey` as one text. */
export const trackingKeyText = (key: TrackingKey): string => key.join(" ")

/** A request with the shipment it is for. */
export interface PlannedRequest {
  readonly shipmentId: ShipmentId
  /** The request creates or resumes the shipment. */
  readonly startsTracking: boolean
  /** The registrations that the request adds: on its endpoint, then on endpoints that enrol every new shipment. */
  readonly registrations: ReadonlyArray<Registration>
}

/** The shipments that a batch of requests to track finds, creates and resumes. */
export interface TrackingPlan {
  /** In the order of the requests. */
  readonly requests: ReadonlyArray<PlannedRequest>
  /** Every shipment of the requests before any decision, resumed ones as they are resumed. */
  readonly shipments: ReadonlyMap<ShipmentId, Shipment>
  /** The shipments to create, each with the request that creates it. */
  readonly created: ReadonlyMap<ShipmentId, TrackRequest>
  /** The stopped shipments that are resumed. */
  readonly resumed: ReadonlyMap<ShipmentId, Shipment>
}

/** The input of a plan: the account's shipments and registrations that requests may find. */
export interface TrackingState {
  readonly accountId: AccountId
  /** By `trackingKeyText`. */
  readonly shipments: ReadonlyMap<string, Shipment>
  /** The `registrationKey` of every registration of these shipments. */
  readonly registrations: ReadonlySet<string>
  /** The enabled endpoints on which the account registers every shipment whose tracking starts. */
  readonly enrolling: ReadonlyArray<EndpointId>
  readonly limits: LimitValues
}

/** How many endpoints each shipment is registered on. */
const countEndpoints = (registrations: ReadonlySet<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const key of registrations) {
    const id = shipmentOfKey(key)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** The `trackingKeyText` of every shipment that the requests create, each once. */
export const keysToCreate = (
  requests: ReadonlyArray<TrackRequest>,
  shipments: ReadonlyMap<string, Shipment>
): ReadonlyArray<string> => {
  const keys = new Set(requests.map((request) => trackingKeyText(trackingKeyOf(request))))
  return [...keys].filter((key) => !shipments.has(key))
}

const makeRegistration = (shipmentId: ShipmentId, endpointId: EndpointId, now: DateTime.Utc): Registration => ({
  shipmentId,
  endpointId,
  registeredAt: now,
  notified: NOTHING_NOTIFIED
})

/**
 * Plans which shipments requests find, create and resume, and which registrations they add, one request after another
 * as if each came alone. `planAt` is to be called once for each request, in order; then `plan` has the result. It fails when a
 * request registers a shipment on more endpoints than `shipment.endpoints`, or when all together add more registrations than
 * `request.lines`. An endpoint that registers every new shipment skips those at their limit.
 *
 * @param ids an id for each of `keysToCreate`
 */
export const makeTrackingPlanner = (
  { accountId, shipments: stored, registrations, enrolling, limits }: TrackingState,
  requests: ReadonlyArray<TrackRequest>,
  ids: ReadonlyMap<string, ShipmentId>,
  now: DateTime.Utc
) => {
  const shipments = new Map([...stored.values()].map((shipment) => [shipment.id, shipment]))
  const registered = new Set(registrations)
  const created = new Map<ShipmentId, TrackRequest>()
  const resumed = new Map<ShipmentId, Shipment>()
  const planned: Array<PlannedRequest> = []
  const endpointCounts = countEndpoints(registrations)
  let excess: LimitExceeded | undefined
  let added = 0

  const startTracking = (id: ShipmentId, request: TrackRequest): boolean => {
    const shipment = shipments.get(id)
    if (shipment === undefined) {
      shipments.set(id, createShipment(id, accountId, request, now))
      created.set(id, request)
      return true
    }
    if (shipment.status !== "stopped") return false
    const again = resumeShipment(shipment, request, now)
    shipments.set(id, again)
    resumed.set(id, again)
    return true
  }

  const register = (
    shipmentId: ShipmentId,
    endpointId: EndpointId,
    isRequested: boolean
  ): ReadonlyArray<Registration> => {
    const key = registrationKey(shipmentId, endpointId)
    if (registered.has(key)) return []
    const needed = (endpointCounts.get(shipmentId) ?? 0) + 1
    const checked = checkLimit(limits, "shipment.endpoints", needed)
    if (Result.isFailure(checked)) {
      if (isRequested) excess ??= checked.failure
      return []
    }
    registered.add(key)
    endpointCounts.set(shipmentId, needed)
    added++
    return [makeRegistration(shipmentId, endpointId, now)]
  }

  const planAt = (index: number): void => {
    const request = requests[index]
    if (request === undefined) return
    const key = trackingKeyText(trackingKeyOf(request))
    const shipmentId = stored.get(key)?.id ?? ids.get(key)
    if (shipmentId === undefined) return
    const startsTracking = startTracking(shipmentId, request)
    const enrols = startsTracking && !isDemoContainer(request.reference.number)
    const isFull = added > limits["request.lines"]
    const requested = Option.toArray(request.endpointId).flatMap((id) => register(shipmentId, id, true))
    const enrolled = enrols && !isFull ? enrolling.flatMap((id) => register(shipmentId, id, false)) : []
    planned.push({ shipmentId, startsTracking, registrations: [...requested, ...enrolled] })
  }

  const plan = (): Result.Result<TrackingPlan, LimitExceeded> => {
    const result: TrackingPlan = { requests: planned, shipments, created, resumed }
    if (excess !== undefined) return Result.fail(excess)
    return Result.map(checkLimit(limits, "request.lines", added), () => result)
  }

  return { planAt, plan }
}

/** Plans all requests in one step, by `makeTrackingPlanner`. */
export const planTracking = (
  state: TrackingState,
  requests: ReadonlyArray<TrackRequest>,
  ids: ReadonlyMap<string, ShipmentId>,
  now: DateTime.Utc
): Result.Result<TrackingPlan, LimitExceeded> => {
  const { plan, planAt } = makeTrackingPlanner(state, requests, ids, now)
  for (let index = 0; index < requests.length; index++) planAt(index)
  return plan()
}

/** The registrations that a plan adds, in the order of its requests. */
export const addedRegistrations = (plan: TrackingPlan): ReadonlyArray<Registration> =>
  plan.requests.flatMap(({ registrations }) => registrations)
