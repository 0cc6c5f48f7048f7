import type { AccountStore } from "@landfall/core/accounts/Account"
import type { ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import type { DashboardTokenStore } from "@landfall/core/accounts/DashboardToken"
import type { Idempotency } from "@landfall/core/accounts/Idempotency"
import type { StoredAmountReader } from "@landfall/core/accounts/StoredAmounts"
import type { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EgressModeStore } from "@landfall/core/alerts/egress/EgressModeStore"
import type { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import type { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import type { Outbox } from "@landfall/core/alerts/Outbox"
import type { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import type { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import type { Retention } from "@landfall/core/alerts/operations/Retention"
import type { EmissionFactorStore } from "@landfall/core/co2/lanes/EmissionFactor"
import type { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import type { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import type { CongestionThresholdStore } from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import type { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import type { PortStore } from "@landfall/core/geo/PortStore"
import type { SharedBuckets } from "@landfall/core/limits/SharedBuckets"
import type { EnrolmentTasks } from "@landfall/core/tracking/enrolment/EnrolmentTasks"
import type { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import type { UsageStore } from "@landfall/core/usage/Usage"
import type { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import type { Layer } from "effect"

/** Every port that a storage provides. */
export type StoragePorts =
  | AccountStore
  | ApiKeyStore
  | ApplicationStore
  | DashboardTokenStore
  | DeliveryQueue
  | EmissionFactorStore
  | DeliveryTasks
  | EgressModeStore
  | EndpointStore
  | EnrolmentTasks
  | Idempotency
  | MessageLog
  | Outbox
  | PortCallLog
  | CongestionThresholdStore
  | Retention
  | PortStore
  | SharedBuckets
  | ShipmentStore
  | StoredAmountReader
  | UsageStore
  | VesselRegistry
  | VesselStateStore
  | ZoneStore

/**
 * A storage under test. Each build of the layer creates an empty store. The store reads the time from Effect's `Clock`,
 * which the suites move. The scope of the layer removes files and schemas.
 */
export type StorageLayer<E = unknown> = Layer.Layer<StoragePorts, E> & {
  /** The number of runs of each property; 20 by default. */
  readonly propertyRuns?: number
}
