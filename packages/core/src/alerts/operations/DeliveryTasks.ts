import { Context, type Effect, type Option, Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { EndpointNotFound } from "../endpoints/Endpoint.ts"
import type { MessageId, MessageNotFound } from "../Message.ts"
import type { DeliveryTask, ResendScope, TaskId } from "./DeliveryTask.ts"

/** Nothing is sent again to an endpoint that is disabled. */
export class EndpointDisabled extends Schema.TaggedError<EndpointDisabled>()("EndpointDisabled", {
  id: Schema.String
}) {}

export class TaskNotFound extends Schema.TaggedError<TaskNotFound>()("TaskNotFound", { id: Schema.String }) {}

/** What a look at the open tasks came to. */
export interface TaskBatchResult {
  /** A task had its turn: there may be more to do at once. */
  readonly ran: boolean
  /** When a task is next to be looked at, in milliseconds since the epoch; none while none is open. */
  readonly nextAt: Option.Option<number>
}

/** How long a task rests whose endpoint has enough to do, in milliseconds. */
export const TASK_PAUSE_MILLIS = 500

/**
 * What is sent again because somebody asked for it. A delivery that is sent again keeps its message, so its `webhook-id`;
 * its retry policy begins anew, its attempts are counted on. What a task takes is settled when it is made: what fails
 * afterwards is not its business. Instants are those of the caller's clock.
 */
export class DeliveryTasks extends Context.Service<
  DeliveryTasks,
  {
    /** How many deliveries a task for this span would send again now; of a disabled endpoint too. */
    readonly countCandidates: (
      accountId: AccountId,
      span: ResendScope
    ) => Effect.Effect<number, EndpointNotFound | StorageError>
    /** Makes a task for a span; done already when there is nothing in it. */
    readonly start: (
      accountId: AccountId,
      span: ResendScope
    ) => Effect.Effect<DeliveryTask, EndpointNotFound | EndpointDisabled | StorageError>
    /**
     * Makes a task for one message and does it in the same transaction, whatever became of the message there: it is due
     * now, also where it never was meant to go. Of one that is being sent at the moment nothing is to be done, and the
     * task has a total of 0.
     */
    readonly resend: (
      accountId: AccountId,
      messageId: MessageId,
      endpointId: EndpointId
    ) => Effect.Effect<DeliveryTask, EndpointNotFound | EndpointDisabled | MessageNotFound | StorageError>
    readonly find: (accountId: AccountId, id: TaskId) => Effect.Effect<DeliveryTask, TaskNotFound | StorageError>
    /** The account's tasks, newest first. */
    readonly list: (accountId: AccountId, page: PageRequest) => Effect.Effect<Page<DeliveryTask>, StorageError>
    /** Stops a task before its next page; one that has ended stays as it is. */
    readonly cancel: (accountId: AccountId, id: TaskId) => Effect.Effect<DeliveryTask, TaskNotFound | StorageError>
    /**
     * Gives the task that has waited longest its turn: puts up to `limit` of its deliveries back, those given up first
     * first, and keeps how far it came, in one transaction. Ends the task when nothing is left, or when its endpoint was
     * disabled or removed; lets it rest when enough waits at its endpoint. Any number may call this at once.
     */
    readonly runBatch: (limit: number) => Effect.Effect<TaskBatchResult, StorageError>
    /** Completes when a task was made in this process since the last `runPage`; may complete for nothing. */
    readonly arrival: Effect.Effect<void>
  }
>()("@landfall/core/alerts/operations/DeliveryTasks") {}
