import { Layer } from "effect"
import * as Stores from "./Stores.ts"
import { CallerTransaction } from "./sql/CallerTransaction.ts"
import type { NodeSqliteConfig } from "./sqlite/NodeSqliteClient.ts"
import * as SqliteDatabase from "./sqlite/SqliteDatabase.ts"

/**
 * Every store port on a SQLite database: a file, which is created with its folder if missing, or `:memory:`. Requires the
 * `SecretBox` that encrypts the secrets of endpoints. Fails with `DatabaseUnusable`, whose message states what to do.
 */
export const layer = (config: NodeSqliteConfig) =>
  Layer.provide(Layer.merge(Stores.layer, CallerTransaction.exposed), SqliteDatabase.layer(config))
