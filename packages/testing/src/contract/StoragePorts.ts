import type { AccountStore } from "@landfall/core/accounts/Account"
import type { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import type { Idempotency } from "@landfall/core/accounts/Idempotency"
import type { ApplicationStore } from "@landfall/core/alerts/Application"
import type { DeliveryQueue } from "@landfall/core/alerts/DeliveryQueue"
import type { DeliveryTasks } from "@landfall/core/alerts/DeliveryTasks"
import type { EndpointStore } from "@landfall/core/alerts/Endpoint"
import type { MessageLog } from "@landfall/core/alerts/MessageLog"
import type { Outbox } from "@landfall/core/alerts/Outbox"
import type { Retention } from "@landfall/core/alerts/Retention"
import type { EmissionFactors } from "@landfall/core/co2/EmissionFactors"
import type { PortCallLog } from "@landfall/core/congestion/PortCallLog"
import type { PortWatchStore } from "@landfall/core/congestion/PortWatchStore"
import type { VesselStateStore } from "@landfall/core/congestion/VesselStateStore"
import type { ZoneStore } from "@landfall/core/congestion/ZoneStore"
import type { PortStore } from "@landfall/core/geo/PortStore"
import type { ShipmentStore } from "@landfall/core/tracking/ShipmentStore"
import type { UsageStore } from "@landfall/core/usage/Usage"
import type { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import type { Layer } from "effect"

/** Every port that a storage gives. */
export type StoragePorts =
  | AccountStore
  | ApiKeyStore
  | ApplicationStore
  | DeliveryQueue
  | EmissionFactors
  | DeliveryTasks
  | EndpointStore
  | Idempotency
  | MessageLog
  | Outbox
  | PortCallLog
  | PortWatchStore
  | Retention
  | PortStore
  | ShipmentStore
  | UsageStore
  | VesselRegistry
  | VesselStateStore
  | ZoneStore

/**
 * A storage to put to the test. The layer makes an empty store every time it is built, and takes the time from Effect's
 * `Clock`: the suites move it. Whatever must be removed afterwards, such as a file or a schema, the layer's scope removes.
 */
export type StorageLayer<E = unknown> = Layer.Layer<StoragePorts, E>
