import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"

const checkSecretKey = Effect.gen(function* () {
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
            ? `The endpoints' secrets cannot be read. ${error.message}`
            : `The endpoints' secrets cannot be read (${error.message}): check the database`
      })
  )
)

/** Refuses a key under which the stored secrets cannot be opened, before anything is signed or stored with it. */
export const layer = Layer.effectDiscard(checkSecretKey)
