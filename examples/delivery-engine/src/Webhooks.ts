import { Accounts } from "@landfall/core/accounts/Accounts"
import { Endpoints } from "@landfall/core/alerts/endpoints/Endpoints"
import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { examplesLayer } from "@landfall/core/catalogue/EventCatalogue"
import * as DeliveryEngine from "@landfall/worker/node/DeliveryEngine"
import type { EgressPolicy } from "@landfall/worker/node/egress/EgressPolicy"
import { Layer } from "effect"
import { Digest, SecureRandom } from "effect/crypto"

/** Customers and their endpoints, and the engine that delivers to them. Requires the stores of Landfall. */
export const layer = (policy?: EgressPolicy) =>
  Layer.mergeAll(
    Accounts.layer,
    Endpoints.layer.pipe(Layer.provide([examplesLayer, HeaderKeys.layer])),
    DeliveryEngine.layer({ version: "1.0.0" })
  ).pipe(
    Layer.provide(DeliveryEngine.egressLayer(policy)),
    Layer.provide([SecureRandom.layerWebCrypto, Digest.layerWebCrypto])
  )
