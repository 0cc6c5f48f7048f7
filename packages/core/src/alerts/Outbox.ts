import { Context, type DateTime, type Effect, Result } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { type EndpointId, EndpointNotFound } from "./EndpointId.ts"
import type { Message, MessageDraft } from "./Message.ts"

/** Stores messages that are not caused by a change of a shipment, such as examples. */
export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Stores a message with one delivery for each recipient in one transaction, and wakes the worker. Fails, and stores
     * nothing, when a recipient is not an endpoint of the account.
     */
    readonly post: (
      accountId: AccountId,
      draft: MessageDraft,
      now: DateTime.Utc
    ) => Effect.Effect<Message, EndpointNotFound | StorageError>
  }
>()("@landfall/core/alerts/Outbox") {}

/** Fails with the first recipient of a draft that is not among the endpoints of the account that posts it. */
export const checkRecipients = (
  { recipients }: MessageDraft,
  isOfAccount: (id: EndpointId) => boolean
): Result.Result<void, EndpointNotFound> => {
  const other = recipients.find(({ endpointId }) => !isOfAccount(endpointId))
  return other === undefined ? Result.void : Result.fail(new EndpointNotFound({ id: other.endpointId }))
}
