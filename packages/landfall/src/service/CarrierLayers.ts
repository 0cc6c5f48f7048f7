import { createHmac } from "node:crypto"
import type { ConfiguredCarrier } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { CarrierRegistry } from "@landfall/feeds/dcsa/carriers/CarrierRegistry"
import * as DcsaNotifications from "@landfall/feeds/dcsa/carriers/DcsaNotifications"
import * as DcsaTrackingSource from "@landfall/feeds/dcsa/carriers/DcsaTrackingSource"
import { MacStreams } from "@landfall/feeds/dcsa/carriers/MacStreams"
import { CarriersFileHealth } from "@landfall/http/health/CarriersFileHealth"
import * as Poller from "@landfall/worker/tracking/Poller"
import { Effect, Layer, Option, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import * as SlicedJsonParser from "../json/SlicedJsonParser.ts"
import * as CarriersFileWatch from "./CarriersFileWatch.ts"
import * as NodeDigest from "./NodeDigest.ts"

/** The carriers of a process. */
export interface CarrierOptions {
  /** The carriers to poll and to receive notifications from. */
  readonly carriers: ReadonlyArray<ConfiguredCarrier>
  /** The file of these carriers, which is watched for changes. */
  readonly carriersWatch: Option.Option<CarriersFileWatch.WatchedCarriersFile>
}

/** The carriers of this process, which change with their file. */
export const registry = ({ carriers, carriersWatch }: CarrierOptions) =>
  Option.match(carriersWatch, { onNone: () => CarriersFileHealth.absentLayer, onSome: CarriersFileWatch.layer }).pipe(
    Layer.provideMerge(CarrierRegistry.layer(carriers)),
    Layer.provide(NodeDigest.layer)
  )

/** The carriers that can be polled. */
export const sources = DcsaTrackingSource.registryLayer().pipe(
  Layer.provide([FetchHttpClient.layer, SlicedJsonParser.layer])
)

/** HMACs that are computed while the bytes arrive: over 8 MiB in one step, one takes 20 ms. */
const macStreams = Layer.succeed(MacStreams, {
  make: (key) => {
    const hmac = createHmac("sha256", Redacted.value(key))
    return {
      add: (bytes) => void hmac.update(bytes),
      tag: Effect.sync(() => new Uint8Array(hmac.digest()))
    }
  }
})

/** The carriers that can push notifications. */
export const notifications = DcsaNotifications.layer.pipe(Layer.provide(macStreams))

/**
 * Polls the carriers as shipments become due; does nothing in a process that can have no carrier. Any number of processes
 * can run it.
 */
export const polling = ({ carriers, carriersWatch }: CarrierOptions) =>
  carriers.length === 0 && Option.isNone(carriersWatch) ? Layer.empty : Poller.layer(Poller.defaultPollerSettings)
