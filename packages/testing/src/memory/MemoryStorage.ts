import { Layer } from "effect"
import * as MemoryAccountStore from "./accounts/MemoryAccountStore.ts"
import * as MemoryApiKeyStore from "./accounts/MemoryApiKeyStore.ts"
import * as MemoryDashboardTokenStore from "./accounts/MemoryDashboardTokenStore.ts"
import * as MemoryIdempotency from "./accounts/MemoryIdempotency.ts"
import * as MemoryUsageStore from "./accounts/MemoryUsageStore.ts"
import * as MemoryApplicationStore from "./alerts/MemoryApplicationStore.ts"
import * as MemoryDeliveryQueue from "./alerts/MemoryDeliveryQueue.ts"
import * as MemoryDeliveryTasks from "./alerts/MemoryDeliveryTasks.ts"
import * as MemoryEgressModeStore from "./alerts/MemoryEgressModeStore.ts"
import * as MemoryEndpointStore from "./alerts/MemoryEndpointStore.ts"
import * as MemoryMessageLog from "./alerts/MemoryMessageLog.ts"
import * as MemoryOutbox from "./alerts/MemoryOutbox.ts"
import * as MemoryCongestionThresholdStore from "./congestion/MemoryCongestionThresholdStore.ts"
import * as MemoryPortCallLog from "./congestion/MemoryPortCallLog.ts"
import * as MemoryVesselStateStore from "./congestion/MemoryVesselStateStore.ts"
import * as MemoryZoneStore from "./congestion/MemoryZoneStore.ts"
import * as MemorySharedBuckets from "./limits/MemorySharedBuckets.ts"
import * as MemoryStoredAmounts from "./limits/MemoryStoredAmounts.ts"
import * as MemoryEmissionFactors from "./reference/MemoryEmissionFactors.ts"
import * as MemoryPortStore from "./reference/MemoryPortStore.ts"
import * as MemoryVesselRegistry from "./reference/MemoryVesselRegistry.ts"
import * as MemoryRetention from "./retention/MemoryRetention.ts"
import { MemoryState } from "./state/MemoryState.ts"
import * as MemoryEnrolmentTasks from "./tracking/MemoryEnrolmentTasks.ts"
import * as MemoryShipmentStore from "./tracking/MemoryShipmentStore.ts"

/**
 * Every store port of core in memory, with the `MemoryState` behind them for tests that inspect it. Each build of the layer
 * is empty. Transactions are atomic and isolated as in a database, but nothing is durable, and secrets are not encrypted.
 */
export const layer = Layer.mergeAll(
  MemoryAccountStore.layer,
  MemoryApiKeyStore.layer,
  MemoryApplicationStore.layer,
  MemoryDashboardTokenStore.layer,
  MemoryDeliveryQueue.layer,
  MemoryEmissionFactors.layer,
  MemoryDeliveryTasks.layer,
  MemoryEgressModeStore.layer,
  MemoryEndpointStore.layer,
  MemoryEnrolmentTasks.layer,
  MemoryIdempotency.layer,
  MemoryMessageLog.layer,
  MemoryOutbox.layer,
  MemoryPortCallLog.layer,
  MemoryCongestionThresholdStore.layer,
  MemoryRetention.layer,
  MemoryPortStore.layer,
  MemorySharedBuckets.layer,
  MemoryShipmentStore.layer,
  MemoryStoredAmounts.layer,
  MemoryUsageStore.layer,
  MemoryVesselRegistry.layer,
  MemoryVesselStateStore.layer,
  MemoryZoneStore.layer
).pipe(Layer.provideMerge(MemoryState.layer))
