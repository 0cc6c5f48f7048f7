import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as PostgresClient from "./postgres/PostgresClient.ts"
import * as PostgresSignal from "./postgres/PostgresDeliverySignal.ts"
import * as Stores from "./Stores.ts"
import * as LeaseClock from "./sql/LeaseClock.ts"

/** The stores over whatever gives the clock of leases; tests move theirs. */
export const layerWithClock = <E, R>(
  config: PostgresClient.PostgresConfig,
  leaseClock: Layer.Layer<LeaseClock.LeaseClock, E, R>
) =>
  Stores.layer.pipe(
    Layer.provide([PostgresSignal.layer, leaseClock]),
    Layer.provide([PostgresClient.layer(config), SecureRandom.layerWebCrypto])
  )

/**
 * Every store port on a Postgres database, which any number of processes may share. Needs the `SecretBox` that seals the
 * endpoints' secrets. Fails with `DatabaseUnusable`, whose message says what to do.
 */
export const layer = (config: PostgresClient.PostgresConfig) => layerWithClock(config, LeaseClock.postgresLayer)
