import type { AccountId } from "@landfall/core/accounts/Account"
import type { MessageDraft } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeOutboxRows } from "./OutboxRows.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* makeOutboxRows

  const post = Effect.fn("Outbox.post")(
    (accountId: AccountId, draft: MessageDraft, now: DateTime.Utc) => rows.post(accountId, draft, now),
    sql.withTransaction,
    mapToStorageError("Outbox.post")
  )

  return Outbox.of({ post })
})

/** `Outbox` in the tables `message` and `delivery`. */
export const layer = Layer.effect(Outbox, make)
