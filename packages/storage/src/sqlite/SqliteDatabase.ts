import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { DeliverySignal } from "../alerts/queue/DeliverySignal.ts"
import * as LeaseClock from "../sql/LeaseClock.ts"
import { IN_MEMORY } from "./DatabasePath.ts"
import { databaseFiles } from "./FileIdentity.ts"
import { tightenFile } from "./FileMode.ts"
import * as NodeSqliteClient from "./NodeSqliteClient.ts"

/** Removes the access of other users to the files of a database. */
const tightenFiles = (filename: string) =>
  Layer.effectDiscard(
    filename === IN_MEMORY ? Effect.void : Effect.forEach(databaseFiles(filename), tightenFile, { discard: true })
  )

/** The client of a SQLite database, and the further services of its stores. */
export const layer = (config: NodeSqliteClient.NodeSqliteConfig) =>
  Layer.merge(DeliverySignal.layer, LeaseClock.processLayer).pipe(
    Layer.provideMerge([NodeSqliteClient.layer(config), SecureRandom.layerWebCrypto]),
    Layer.provide(tightenFiles(config.filename))
  )
