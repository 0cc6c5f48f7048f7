import { SecretBox, type SecretUnreadable } from "@landfall/core/alerts/sending/SecretBox"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"
import { hasTable } from "../sql/TableNames.ts"

const PROOF_TABLE = "secret_key_proof"
const PROOF = Redacted.make("landfall")

const SecretRow = Schema.Struct({ secret: Schema.String })

const unusable =
  (problem: string) =>
  (error: SecretUnreadable | SqlError.SqlError | Schema.SchemaError): DatabaseUnusable =>
    new DatabaseUnusable({
      message:
        error._tag === "SecretUnreadable"
          ? `${problem} ${error.message}`
          : `The secrets of the endpoints cannot be read (${error.message}): check the database`
    })

/**
 * Runs when the key of this process is not that of the database, before the process ends: a key that this process has
 * created is of no use then.
 */
export const KeyRejection = Context.Reference<Effect.Effect<void>>("@landfall/storage/secrets/KeyRejection", {
  defaultValue: () => Effect.void
})

const runRejection = (error: SecretUnreadable | SqlError.SqlError | Schema.SchemaError) =>
  error._tag === "SecretUnreadable" ? Effect.flatten(KeyRejection) : Effect.void

const notDecryptable = unusable("The secrets of the endpoints cannot be decrypted.")
const anotherKey = unusable(
  "The processes of this database encrypt signing secrets with another key than this one has."
)

/** Fails if the key of the `SecretBox` cannot decrypt the secret of the newest endpoint. */
const checkNewestSecret = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const box = yield* SecretBox
  const findNewest = SqlSchema.findAll({
    Request: Schema.Void,
    Result: SecretRow,
    execute: () => sql`SELECT secret FROM endpoint WHERE removed_at IS NULL ORDER BY id DESC LIMIT 1`
  })
  for (const { secret } of yield* findNewest()) yield* box.open(secret)
}).pipe(Effect.tapError(runRejection), Effect.mapError(notDecryptable))

/** Fails if the key of the `SecretBox` is not that of the first server or worker of the database. */
const checkProof = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const box = yield* SecretBox
  const findProof = SqlSchema.findAll({
    Request: Schema.Void,
    Result: SecretRow,
    execute: () => sql`SELECT sealed AS secret FROM ${sql(PROOF_TABLE)}`
  })
  for (const { secret } of yield* findProof()) yield* box.open(secret)
}).pipe(Effect.tapError(runRejection), Effect.mapError(anotherKey))

/**
 * Fails if the key of the `SecretBox` cannot decrypt the secret of the newest endpoint, or is not that of the first server or
 * worker of the database. A database of an earlier version has no proof of that key.
 */
export const checkSecretKey = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* checkNewestSecret
  if (yield* Effect.mapError(hasTable(sql, PROOF_TABLE), anotherKey)) yield* checkProof
})

/** Fails if the configured key cannot decrypt the stored secrets, before anything is signed or encrypted with it. */
export const layer = Layer.effectDiscard(checkSecretKey)

/**
 * Stores a proof of the key, unless the database has one; fails if it is that of another key. Of processes that start
 * together on an empty database with different keys, one starts: else each would encrypt secrets that the others could not
 * decrypt.
 */
const claimSecretKey = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const box = yield* SecretBox
  const proof = { id: 1, sealed: yield* box.seal(PROOF) }
  yield* Effect.mapError(
    sql`INSERT INTO ${sql(PROOF_TABLE)} ${sql.insert(proof)} ON CONFLICT (id) DO NOTHING`,
    anotherKey
  )
  yield* checkProof
})

/** Makes every server and worker of a database encrypt with one key. Requires a database that is brought up to date. */
export const claimLayer = Layer.effectDiscard(claimSecretKey)
