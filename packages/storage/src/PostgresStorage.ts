import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as PostgresClient from "./postgres/PostgresClient.ts"
import * as PostgresSignal from "./postgres/PostgresDeliverySignal.ts"
import * as Stores from "./Stores.ts"
import * as LeaseClock from "./sql/LeaseClock.ts"

/** Every store port on a Postgres database with a given lease clock. Tests pass a clock that they control. */
export const layerWithClock = <E, R>(
  config: PostgresClient.PostgresConfig,
  leaseClock: Layer.Layer<LeaseClock.LeaseClock, E, R>
) =>
  Stores.layer.pipe(
    Layer.provide([PostgresSignal.layer, leaseClock]),
    Layer.provide([PostgresClient.layer(config), SecureRandom.layerWebCrypto])
  )

/**
 * Every store port on a Postgres database, which any number of processes may share. Requires the `SecretBox` that encrypts
 * the secrets of endpoints. Fails with `DatabaseUnusable`, whose message states what to do.
 */
export const layer = (config: PostgresClient.PostgresConfig) => layerWithClock(config, LeaseClock.postgresLayer)
