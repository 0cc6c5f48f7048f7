import { Layer } from "effect"
import * as MemoryAccountStore from "./MemoryAccountStore.ts"
import * as MemoryApiKeyStore from "./MemoryApiKeyStore.ts"
import * as MemoryApplicationStore from "./MemoryApplicationStore.ts"
import * as MemoryDeliveryQueue from "./MemoryDeliveryQueue.ts"
import * as MemoryDeliveryTasks from "./MemoryDeliveryTasks.ts"
import * as MemoryEmissionFactors from "./MemoryEmissionFactors.ts"
import * as MemoryEndpointStore from "./MemoryEndpointStore.ts"
import * as MemoryIdempotency from "./MemoryIdempotency.ts"
import * as MemoryMessageLog from "./MemoryMessageLog.ts"
import * as MemoryOutbox from "./MemoryOutbox.ts"
import * as MemoryPortCallLog from "./MemoryPortCallLog.ts"
import * as MemoryPortStore from "./MemoryPortStore.ts"
import * as MemoryPortWatchStore from "./MemoryPortWatchStore.ts"
import * as MemoryRetention from "./MemoryRetention.ts"
import * as MemoryShipmentStore from "./MemoryShipmentStore.ts"
import { MemoryState } from "./MemoryState.ts"
import * as MemoryUsageStore from "./MemoryUsageStore.ts"
import * as MemoryVesselRegistry from "./MemoryVesselRegistry.ts"
import * as MemoryVesselStateStore from "./MemoryVesselStateStore.ts"
import * as MemoryZoneStore from "./MemoryZoneStore.ts"

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
