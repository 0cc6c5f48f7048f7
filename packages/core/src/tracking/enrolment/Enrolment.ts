import { type DateTime, Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId } from "../../alerts/EndpointId.ts"
import { DeliveryTask } from "../../alerts/operations/DeliveryTask.ts"
import { advanceTask, cancelTask, type TaskIdentity } from "../../alerts/operations/TaskStep.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import type { Credits } from "../../usage/Credits.ts"
import { UsageCount } from "../../usage/Usage.ts"
import { usageHourOf } from "../../usage/UsageFigures.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import { NOTHING_NOTIFIED } from "../shipments/NotifiedState.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import type { TrackingPlan } from "../shipments/TrackingPlan.ts"

/** The shipments that an enrolment has yet to read, by id: those after the first, up to the last. */
export interface EnrolmentRange {
  readonly after: string
  readonly last: string
}

/** The facts that decide whether a shipment is enrolled on an endpoint. */
export interface EnrolmentState {
  readonly shipment: Pick<Shipment, "number" | "status">
  /** The shipment is registered on the endpoint. */
  readonly registered: boolean
  /** The shipment is registered on as many endpoints as `shipment.endpoints` allows. */
  readonly full: boolean
}

/** A shipment of the account that an enrolment may register. */
export interface EnrolmentCandidate extends EnrolmentState {
  readonly shipment: Shipment
}

/**
 * Whether an enrolment registers a shipment: one in progress that is not registered yet and is below its limit of endpoints, but
 * not the demo container.
 */
export const isEnrollable = ({ shipment, registered, full }: EnrolmentState): boolean =>
  !registered && !full && shipment.status === "tracking" && !isDemoContainer(shipment.number)

/** A task that registers the shipments of an account on an endpoint; completed immediately when there are none. */
export const makeEnrolmentTask = (
  { id, accountId, now }: TaskIdentity,
  endpointId: EndpointId,
  total: number
): DeliveryTask =>
  new DeliveryTask({
    id,
    accountId,
    kind: "enrol-all",
    endpointId,
    messageId: Option.none(),
    since: now,
    until: now,
    state: total === 0 ? { _tag: "Completed", at: now } : { _tag: "Queued" },
    total,
    done: 0,
    createdAt: now,
    updatedAt: now
  })

/** A page of candidates in the order of their ids, with the number that was requested. */
export interface EnrolmentPage {
  readonly size: number
  readonly candidates: ReadonlyArray<EnrolmentCandidate>
}

/** One step of an enrolment: the shipments to register, and the task and its range after it. */
export interface EnrolmentStep {
  readonly enrolled: ReadonlyArray<Shipment>
  readonly task: DeliveryTask
  readonly range: EnrolmentRange
}

/** How many registrations the credits of an account pay for. */
export const affordableRegistrations = (remaining: Credits, creditsPerShipment: Credits): number =>
  creditsPerShipment === 0 ? Number.POSITIVE_INFINITY : Math.floor(remaining / creditsPerShipment)

/**
 * Decides which candidates of a page are registered: as many as the credits pay for. A task whose credits do not pay for
 * its next shipment ends, and so does one that has read its last page. Pure.
 *
 * @param affordable how many registrations the account can pay for
 */
export const decideEnrolmentStep = (
  task: DeliveryTask,
  range: EnrolmentRange,
  { size, candidates }: EnrolmentPage,
  affordable: number,
  now: DateTime.Utc
): EnrolmentStep => {
  const enrollable = candidates.filter(isEnrollable).map(({ shipment }) => shipment)
  if (enrollable.length > affordable) {
    const enrolled = enrollable.slice(0, affordable)
    const after = enrolled.at(-1)?.id ?? range.after
    const advanced = advanceTask(task, { size, read: size, resent: enrolled.length }, now)
    return { enrolled, task: cancelTask(advanced, "credits_exhausted", now), range: { ...range, after } }
  }
  return {
    enrolled: enrollable,
    task: advanceTask(task, { size, read: candidates.length, resent: enrollable.length }, now),
    range: { ...range, after: candidates.at(-1)?.shipment.id ?? range.after }
  }
}

/** Whether a task has ended because its credits do not pay for its next shipment. */
export const isOutOfCredits = ({ state }: DeliveryTask): boolean =>
  state._tag === "Cancelled" && state.reason === "credits_exhausted"

/** The operation under which the usage of an account shows the credits of its enrolments. */
const ENROLMENT_OPERATION = "tasks.enrolAll"

/** The credits of a batch in the usage of the account. They belong to no call: the one that started the task cost none. */
export const enrolmentUsage = (accountId: AccountId, credits: Credits, now: DateTime.Utc): UsageCount =>
  new UsageCount({
    accountId,
    hour: usageHourOf(now.epochMilliseconds),
    operation: ENROLMENT_OPERATION,
    successCalls: 0,
    clientErrorCalls: 0,
    serverErrorCalls: 0,
    credits
  })

/** The plan that registers shipments on an endpoint. It creates and resumes none. */
export const planEnrolment = (
  shipments: ReadonlyArray<Shipment>,
  endpointId: EndpointId,
  now: DateTime.Utc
): TrackingPlan => ({
  requests: shipments.map(({ id: shipmentId }) => ({
    shipmentId,
    startsTracking: false,
    registrations: [{ shipmentId, endpointId, registeredAt: now, notified: NOTHING_NOTIFIED }]
  })),
  shipments: new Map<ShipmentId, Shipment>(shipments.map((shipment) => [shipment.id, shipment])),
  created: new Map(),
  resumed: new Map()
})
