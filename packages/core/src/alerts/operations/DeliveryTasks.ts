import { Context, type Effect, type Option, Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"
import type { EndpointId, EndpointNotFound } from "../EndpointId.ts"
import type { ApplicationId } from "../endpoints/Application.ts"
import type { MessageId, MessageNotFound } from "../Message.ts"
import type { DeliveryTask, TaskId } from "./DeliveryTask.ts"
import type { ResendScope } from "./ResendSelection.ts"

/** Deliveries cannot be sent again to a disabled endpoint. */
export class EndpointDisabled extends Schema.TaggedError<EndpointDisabled>()("EndpointDisabled", {
  id: Schema.String
}) {}

/** No task of this account has this id. */
export class TaskNotFound extends Schema.TaggedError<TaskNotFound>()("TaskNotFound", { id: Schema.String }) {}

/** The result of `runBatch`. */
export interface TaskBatchResult {
  /** A step of a task ran: another task may be due immediately. */
  readonly ran: boolean
  /** When the next task is due, in milliseconds since the epoch; none while no task is open. */
  readonly nextAt: Option.Option<number>
}

/**
 * Tasks that send deliveries again on request, with the same `webhook-id`. The retry policy starts again, and the count of
 * attempts continues. A task selects the deliveries of the time of its creation. Instants are those of the caller's clock.
 */
export class DeliveryTasks extends Context.Service<
  DeliveryTasks,
  {
    /** The number of deliveries that a task for this scope would send again now, also of a disabled endpoint. */
    readonly countCandidates: (
      accountId: AccountId,
      scope: ResendScope
    ) => Effect.Effect<number, EndpointNotFound | StorageError>
    /** Creates a task for a scope; it is completed immediately when nothing is in the scope. An account has few open tasks. */
    readonly start: (
      accountId: AccountId,
      scope: ResendScope
    ) => Effect.Effect<DeliveryTask, EndpointNotFound | EndpointDisabled | LimitExceeded | StorageError>
    /**
     * Sends one message again and creates a completed task, in one transaction: for a delivery in any state, and for an
     * endpoint without one. A delivery that is being sent is skipped, and the task has a total of 0.
     */
    readonly resend: (
      accountId: AccountId,
      messageId: MessageId,
      endpointId: EndpointId
    ) => Effect.Effect<DeliveryTask, EndpointNotFound | EndpointDisabled | MessageNotFound | StorageError>
    /** The task with this id, which belongs to the account. */
    readonly find: (accountId: AccountId, id: TaskId) => Effect.Effect<DeliveryTask, TaskNotFound | StorageError>
    /** The account's tasks, or those of one application's endpoints, newest first. */
    readonly list: (
      accountId: AccountId,
      page: PageRequest,
      applicationId?: ApplicationId
    ) => Effect.Effect<Page<DeliveryTask>, StorageError>
    /** Ends a task before its next batch; a task that has ended remains unchanged. */
    readonly cancel: (accountId: AccountId, id: TaskId) => Effect.Effect<DeliveryTask, TaskNotFound | StorageError>
    /**
     * Runs a step of the task that has waited longest, in one transaction: puts up to `limit` of its deliveries back,
     * the longest undelivered first. Ends the task without a candidate or with an inactive endpoint, and pauses it while
     * enough deliveries wait there. Workers may call this concurrently.
     */
    readonly runBatch: (limit: number) => Effect.Effect<TaskBatchResult, StorageError>
    /** Completes when a task was created here since the last `runBatch`; may complete without any. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/core/alerts/operations/DeliveryTasks") {}
