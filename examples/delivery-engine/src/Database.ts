import { PgClient } from "@effect/sql-pg"
import * as PostgresStorage from "@landfall/storage/PostgresStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { Effect, Layer, Redacted } from "effect"

/** The schema of Landfall's tables. No role of the service has this name: a role finds the tables of its schema first. */
const SCHEMA = "webhooks"

/** The client of the service, with the settings that it has always had. */
export const clientLayer = (url: string) => PgClient.layer({ url: Redacted.make(url) })

const createSchema = Layer.effectDiscard(
  Effect.flatMap(PgClient.PgClient, (sql) => sql`CREATE SCHEMA IF NOT EXISTS ${sql(SCHEMA)}`)
)

/** The stores of Landfall, whose migrations run when the layer is built. */
export const storageLayer = (url: string, secretsKey: string) => {
  const inSchema = new URL(url)
  inSchema.searchParams.set("options", `-csearch_path=${SCHEMA}`)
  return PostgresStorage.layer({ url: Redacted.make(inSchema.href) }).pipe(
    Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make(secretsKey) })),
    Layer.provide(createSchema)
  )
}
