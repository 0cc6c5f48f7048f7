import { Layer } from "effect"
import * as MemoryAccountStore from "./accounts/MemoryAccountStore.ts"
import * as MemoryApiKeyStore from "./accounts/MemoryApiKeyStore.ts"
import * as MemoryIdempotency from "./accounts/MemoryIdempotency.ts"
import * as MemoryUsageStore from "./accounts/MemoryUsageStore.ts"
import * as MemoryApplicationStore from "./alerts/MemoryApplicationStore.ts"
import * as MemoryDeliveryQueue from "./alerts/MemoryDeliveryQueue.ts"
import * as MemoryDeliveryTasks from "./alerts/MemoryDeliveryTasks.ts"
import * as MemoryEndpointStore from "./alerts/MemoryEndpointStore.ts"
import * as MemoryMessageLog from "./alerts/MemoryMessageLog.ts"
import * as MemoryOutbox from "./alerts/MemoryOutbox.ts"
import * as MemoryRetention from "./alerts/MemoryRetention.ts"
import * as MemoryPortWatchStore from "./congestion/MemoryCongestionThresholdStore.ts"
import * as MemoryPortCallLog from "./congestion/MemoryPortCallLog.ts"
import * as MemoryVesselStateStore from "./congestion/MemoryVesselStateStore.ts"
import * as MemoryZoneStore from "./congestion/MemoryZoneStore.ts"
import * as MemoryEmissionFactors from "./reference/MemoryEmissionFactors.ts"
import * as MemoryPortStore from "./reference/MemoryPortStore.ts"
import * as MemoryVesselRegistry from "./reference/MemoryVesselRegistry.ts"
import { MemoryState } from "./state/MemoryState.ts"
import * as MemoryShipmentStore from "./tracking/MemoryShipmentStore.ts"

/**
 * Every store port of core in memory, with the `MemoryState` behind them for tests that want to look. Each time the
 * layer is built it is empty. It keeps the same promises as a database, but forgets everything at the end; secrets are
 * kept as they are.
 */
export const layer = Layer.mergeAll(
  MemoryAccountStore.layer,
  MemoryApiKeyStore.layer,
  MemoryApplicationStore.layer,
  MemoryDeliveryQueue.layer,
  MemoryEmissionFactors.layer,
  MemoryDeliveryTasks.layer,
  MemoryEndpointStore.layer,
  MemoryIdempotency.layer,
  MemoryMessageLog.layer,
  MemoryOutbox.layer,
  MemoryPortCallLog.layer,
  MemoryPortWatchStore.layer,
  MemoryRetention.layer,
  MemoryPortStore.layer,
  MemoryShipmentStore.layer,
  MemoryUsageStore.layer,
  MemoryVesselRegistry.layer,
  MemoryVesselStateStore.layer,
  MemoryZoneStore.layer
).pipe(Layer.provideMerge(MemoryState.layer))
