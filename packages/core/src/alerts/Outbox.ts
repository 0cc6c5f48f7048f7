import { Context, type DateTime, type Effect } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { StorageError } from "../faults/StorageError.ts"
import type { Message, MessageDraft } from "./Message.ts"

/** Stores messages that are not caused by a change of a shipment, such as examples. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /** Stores a message with one delivery for each recipient in one transaction, and wakes the worker. */
    readonly post: (
      accountId: AccountId,
      draft: MessageDraft,
      now: DateTime.Utc
    ) => Effect.Effect<Message, StorageError>
  }
>()("@landfall/core/alerts/Outbox") {}
