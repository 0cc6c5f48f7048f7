import { Context, type DateTime, type Effect, Option, Schema } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { DeliveryState } from "../delivery/Delivery.ts"
import { isOpen } from "../delivery/DeliveryStateMachine.ts"
import type { DeliveryTask } from "./DeliveryTask.ts"

/**
 * The days for which messages are retained with their deliveries and attempts, unless the operator sets another number.
 */
export const RETENTION_DAYS = 90

/**
 * The data that expires: messages with their deliveries and attempts, the hourly figures of endpoints, tasks that send
 * deliveries again, stored responses to idempotent requests, and carrier events that concern no shipment.
 */
export const Prunable = Schema.Literals(["messages", "hours", "tasks", "responses", "events"])
export type Prunable = typeof Prunable.Type

/** The result of one step of pruning. */
export interface PruneResult {
  readonly removed: number
  /** The start of the next step of this pass; none at the end of the pass. */
  readonly next: Option.Option<string>
}

/** Whether an instant is before the end of the retention period; both in milliseconds since the epoch. */
export const isExpired = (at: number, before: number): boolean => at < before

/** Whether nothing is left to be sent of a message. */
export const isFinished = (deliveries: ReadonlyArray<DeliveryState>): boolean => !deliveries.some(isOpen)

/** Whether a task ended before an instant, in milliseconds since the epoch. */
export const isExpiredTask = ({ state }: DeliveryTask, before: number): boolean =>
  "at" in state && isExpired(state.at.epochMilliseconds, before)

/** The start of the step after one that read these ids; none when it read fewer than its limit. */
export const nextPruneStart = (readIds: ReadonlyArray<string>, limit: number): Option.Option<string> =>
  readIds.length < limit ? Option.none() : Option.fromUndefinedOr(readIds.at(-1))

/** Removes expired data in small steps, so that other work is not delayed. */
export class Retention extends Context.Service<
  Retention,
  {
    /**
     * The instant by which data expires, of the clock that all processes of the storage share. None while that clock
     * has jumped ahead and is not trusted (`observeClock`). Read it at each pass.
     */
    readonly now: Effect.Effect<Option.Option<DateTime.Utc>, StorageError>
    /** Trusts that clock as it is, because an operator has checked it, and returns its instant. */
    readonly trustClock: Effect.Effect<DateTime.Utc, StorageError>
    /**
     * Reads up to `limit` rows in the order of their ids, in one transaction, and removes those that expired before
     * `before`: messages by their creation, hours by their begin, tasks by their end, responses by their validity, and
     * events of no shipment by their receipt. Messages with an open delivery and open tasks are retained. Events of all
     * accounts beyond `storage.untrackedEvents` and `storage.untrackedBytes` are removed too, the oldest of the account
     * with the most bytes.
     *
     * @param after where the previous step ended; an empty text for the first step of a pass
     */
    readonly prune: (
      kind: Prunable,
      before: DateTime.Utc,
      after: string,
      limit: number
    ) => Effect.Effect<PruneResult, StorageError>
  }
>()("@landfall/core/alerts/operations/Retention") {}
