import { Context, type Effect, type Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId, EndpointNotFound } from "../../alerts/EndpointId.ts"
import type { DeliveryTask } from "../../alerts/operations/DeliveryTask.ts"
import type { EndpointDisabled, TaskBatchResult } from "../../alerts/operations/DeliveryTasks.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import type { Credits } from "../../usage/Credits.ts"
import type { ShipmentDecision } from "../shipments/ShipmentStore.ts"

/**
 * Tasks that register every shipment of an account on an endpoint. `DeliveryTasks` finds, lists and cancels them with
 * the others. The shipments are those tracked when the task is created; `decideEnrolmentStep` decides which.
 */
export class EnrolmentTasks extends Context.Service<
  EnrolmentTasks,
  {
    /**
     * Creates a task, and with `future` sets whether shipments that are tracked later are registered too, in one
     * transaction. The task is completed immediately when every shipment is registered already. An account has few open tasks.
     */
    readonly start: (
      accountId: AccountId,
      endpointId: EndpointId,
      future: Option.Option<boolean>
    ) => Effect.Effect<DeliveryTask, EndpointNotFound | EndpointDisabled | LimitExceeded | StorageError>
    /**
     * Runs a step of the task that has waited longest, in one transaction: registers up to `limit` shipments, calls
     * `decide` for each registration, and debits `creditsPerShipment` for each. The task pauses while enough deliveries
     * wait at its endpoint, and ends when the endpoint became inactive or the credits are exhausted. Workers may call
     * this concurrently.
     */
    readonly runBatch: (
      limit: number,
      creditsPerShipment: Credits,
      decide: ShipmentDecision
    ) => Effect.Effect<TaskBatchResult, StorageError>
    /** Completes when a task was created in this process since the last `runBatch`; may complete without any. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/core/tracking/enrolment/EnrolmentTasks") {}
