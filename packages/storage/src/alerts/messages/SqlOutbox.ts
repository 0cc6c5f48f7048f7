import type { AccountId } from "@landfall/core/accounts/Account"
import type { MessageDraft } from "@landfall/core/alerts/Message"
import { checkRecipients, Outbox } from "@landfall/core/alerts/Outbox"
import { type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeOutboxRows } from "./OutboxRows.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* makeOutboxRows

  /** The recipients of a draft that are endpoints of the account. */
  const recipientsOf = (accountId: AccountId, { recipients }: MessageDraft) =>
    recipients.length === 0
      ? Effect.succeed(new Set<unknown>())
      : Effect.map(
          sql`SELECT id FROM endpoint WHERE account_id = ${accountId} AND removed_at IS NULL
            AND id IN ${jsonRows(
              sql,
              ID_COLUMN,
              recipients.map(({ endpointId }) => [endpointId])
            )}`.values,
          (found) => new Set(found.map(([id]) => id))
        )

  const post = Effect.fn("Outbox.post")(
    function* (accountId: AccountId, draft: MessageDraft, now: DateTime.Utc) {
      const recipients = yield* recipientsOf(accountId, draft)
      yield* Effect.fromResult(checkRecipients(draft, (id) => recipients.has(id)))
      return yield* rows.post(accountId, draft, now)
    },
    sql.withTransaction,
    mapToStorageError("Outbox.post")
  )

  return Outbox.of({ post })
})

/** `Outbox` in the tables `message` and `delivery`. */
export const layer = Layer.effect(Outbox, make)
