import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as LeaseClock from "../sql/LeaseClock.ts"
import * as PostgresClient from "./PostgresClient.ts"
import * as PostgresSignal from "./PostgresDeliverySignal.ts"

export type { PostgresNotifications } from "./PostgresPool.ts"

/** The client of a Postgres database, and the further services of its stores, with a given lease clock. */
export const layerWithClock = <E, R>(
  config: PostgresClient.PostgresConfig,
  leaseClock: Layer.Layer<LeaseClock.LeaseClock, E, R>
) =>
  Layer.merge(PostgresSignal.layer(config.listenUrl), leaseClock).pipe(
    Layer.provideMerge([PostgresClient.layer(config), SecureRandom.layerWebCrypto])
  )

/** `layerWithClock` with the clock of the server, which any number of processes may share. */
export const layer = (config: PostgresClient.PostgresConfig) => layerWithClock(config, LeaseClock.postgresLayer)
