import { Layer } from "effect"
import type { PostgresConfig } from "./postgres/PostgresClient.ts"
import * as PostgresDatabase from "./postgres/PostgresDatabase.ts"
import * as Stores from "./Stores.ts"
import { CallerTransaction } from "./sql/CallerTransaction.ts"

/**
 * Every store port on a Postgres database, which any number of processes may share, and `CallerTransaction`, by which calls
 * of stores take part in transactions of another client. Requires the `SecretBox` that encrypts the secrets of endpoints.
 * Fails with `DatabaseUnusable`, whose message states what to do.
 */
export const layer = (config: PostgresConfig) =>
  Layer.provide(Layer.merge(Stores.layer, CallerTransaction.exposed), PostgresDatabase.layer(config))
