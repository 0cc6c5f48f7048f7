import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"

/** Fails if the key of the `SecretBox` cannot decrypt the secret of the newest endpoint. */
export const checkSecretKey = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const box = yield* SecretBox
  const findNewest = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: Schema.Struct({ secret: Schema.String }),
    execute: () => sql`SELECT secret FROM endpoint WHERE removed_at IS NULL ORDER BY id DESC LIMIT 1`
  })
  const newest = yield* findNewest()
  if (Option.isSome(newest)) yield* box.open(newest.value.secret)
}).pipe(
  Effect.mapError(
    (error) =>
      new DatabaseUnusable({
        message:
          error._tag === "SecretUnreadable"
            ? `The secrets of the endpoints cannot be decrypted. ${error.message}`
            : `The secrets of the endpoints cannot be read (${error.message}): check the database`
      })
  )
)

/** Fails if the configured key cannot decrypt the stored secrets, before anything is signed or encrypted with it. */
export const layer = Layer.effectDiscard(checkSecretKey)
