import { type Account, AccountStore } from "@landfall/core/accounts/Account"
import { Applications } from "@landfall/core/alerts/endpoints/Applications"
import { type Endpoint, EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { Endpoints } from "@landfall/core/alerts/endpoints/Endpoints"
import { NO_HEADERS } from "@landfall/core/alerts/sending/CustomHeaders"
import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { examplesLayer } from "@landfall/core/catalogue/EventCatalogue"
import { TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { DEFAULT_TARIFF } from "@landfall/core/usage/Tariff"
import { DcsaDecoder } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import * as MemoryEgressGuard from "@landfall/testing/memory/alerts/MemoryEgressGuard"
import { MemoryTransport } from "@landfall/testing/memory/alerts/MemoryTransport"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { worker } from "../faults/Worker.ts"

/** Tracking and a delivery worker on stores in memory, with a transport that records requests. */
export const memoryAlerts = Layer.mergeAll(
  worker,
  Endpoints.layer.pipe(Layer.provide([examplesLayer, HeaderKeys.absentLayer])),
  Applications.layer,
  Shipments.layer(DEFAULT_TARIFF).pipe(Layer.provide([DcsaDecoder.layer, TrackingSource.none]))
).pipe(
  Layer.provideMerge(MemoryTransport.layer),
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provide([MemoryEgressGuard.layer(), SecureRandom.layerWebCrypto])
)

/** Stores an account with one endpoint, which receives the whole catalogue, and registers one container on it. */
export const follow = Effect.fnUntraced(function* (
  account: Account,
  container: string,
  url: string,
  retryPolicy: Endpoint["retryPolicy"] = Option.none()
) {
  yield* (yield* AccountStore).create(account)
  const endpoint = yield* (yield* Endpoints).create(account.id, {
    url: EndpointUrl.make(url),
    applicationId: Option.none(),
    description: Option.none(),
    filterTypes: Option.none(),
    secret: Option.none(),
    metadata: {},
    rateLimit: Option.none(),
    retryPolicy,
    headers: NO_HEADERS,
    dateChangeThresholdHours: Option.none(),
    format: "standard"
  })
  yield* (yield* Shipments).track(account.id, [
    {
      endpointId: Option.some(endpoint.id),
      number: container,
      type: Option.none(),
      sealine: Option.none(),
      label: Option.none(),
      metadata: Option.none()
    }
  ])
})
