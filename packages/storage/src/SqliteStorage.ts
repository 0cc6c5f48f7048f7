import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as DeliverySignal from "./alerts/queue/DeliverySignal.ts"
import * as Stores from "./Stores.ts"
import * as LeaseClock from "./sql/LeaseClock.ts"
import { IN_MEMORY } from "./sqlite/DatabasePath.ts"
import { databaseFiles } from "./sqlite/FileIdentity.ts"
import { tightenFile } from "./sqlite/FileMode.ts"
import * as NodeSqliteClient from "./sqlite/NodeSqliteClient.ts"

/** Removes the access of other users to the files of a database. */
const tightenFiles = (filename: string) =>
  Layer.effectDiscard(
    filename === IN_MEMORY ? Effect.void : Effect.forEach(databaseFiles(filename), tightenFile, { discard: true })
  )

/**
 * Every store port on a SQLite database: a file, which is created with its folder if missing, or `:memory:`. Requires the
 * `SecretBox` that encrypts the secrets of endpoints. Fails with `DatabaseUnusable`, whose message states what to do.
 */
export const layer = (config: NodeSqliteClient.NodeSqliteConfig) =>
  Stores.layer.pipe(
    Layer.provide([DeliverySignal.layer, LeaseClock.processLayer]),
    Layer.provide([NodeSqliteClient.layer(config), SecureRandom.layerWebCrypto]),
    Layer.provide(tightenFiles(config.filename))
  )
