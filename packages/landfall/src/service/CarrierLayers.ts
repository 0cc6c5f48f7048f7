import type { ConfiguredCarrier } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { fingerprintsOf } from "@landfall/feeds/dcsa/carriers/CarrierFingerprint"
import * as DcsaNotifications from "@landfall/feeds/dcsa/carriers/DcsaNotifications"
import * as DcsaTrackingSource from "@landfall/feeds/dcsa/carriers/DcsaTrackingSource"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import * as Poller from "@landfall/worker/tracking/Poller"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import * as NodeDigest from "./NodeDigest.ts"

/** The carriers that can be polled. */
export const sources = (carriers: ReadonlyArray<ConfiguredCarrier>) =>
  DcsaTrackingSource.layer(carriers).pipe(Layer.provide(FetchHttpClient.layer))

/** The carriers that can push notifications. */
export const notifications = (carriers: ReadonlyArray<ConfiguredCarrier>) =>
  DcsaNotifications.layer(carriers).pipe(Layer.provide(NodeMac.layer))

/** Polls the carriers as shipments become due; does nothing without a carrier. Any number of processes can run it. */
export const polling = (carriers: ReadonlyArray<ConfiguredCarrier>) =>
  carriers.length === 0
    ? Layer.empty
    : Layer.unwrap(
        Effect.map(fingerprintsOf(carriers), (fingerprints) =>
          Poller.layer({ ...Poller.defaultPollerSettings, fingerprints })
        )
      ).pipe(Layer.provide([sources(carriers), NodeDigest.layer]))
