import type { ConfiguredCarrier } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import * as DcsaNotifications from "@landfall/feeds/dcsa/carriers/DcsaNotifications"
import * as DcsaTrackingSource from "@landfall/feeds/dcsa/carriers/DcsaTrackingSource"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import * as Poller from "@landfall/worker/Poller"
import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"

/** The carriers that can be asked. */
export const sources = (carriers: ReadonlyArray<ConfiguredCarrier>) =>
  DcsaTrackingSource.layer(carriers).pipe(Layer.provide(FetchHttpClient.layer))

/** The carriers that may push. */
export const notifications = (carriers: ReadonlyArray<ConfiguredCarrier>) =>
  DcsaNotifications.layer(carriers).pipe(Layer.provide(NodeMac.layer))

/** Asks the carriers as shipments fall due; without any there is nothing to run. Any number of processes may. */
export const polling = (carriers: ReadonlyArray<ConfiguredCarrier>) =>
  carriers.length === 0
    ? Layer.empty
    : Poller.layer(Poller.defaultPollerSettings).pipe(Layer.provide(sources(carriers)))
