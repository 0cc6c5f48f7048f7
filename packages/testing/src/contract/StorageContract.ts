import { Layer } from "effect"
import { accountStoreContract } from "./accounts/AccountStoreContract.ts"
import { apiKeyStoreContract } from "./accounts/ApiKeyStoreContract.ts"
import { dashboardTokenStoreContract } from "./accounts/DashboardTokenStoreContract.ts"
import { idempotencyContract } from "./accounts/IdempotencyContract.ts"
import { usageStoreContract } from "./accounts/UsageStoreContract.ts"
import { applicationStoreContract } from "./alerts/ApplicationStoreContract.ts"
import { deliveryQueueContract } from "./alerts/DeliveryQueueContract.ts"
import { deliveryTasksContract } from "./alerts/DeliveryTasksContract.ts"
import { egressModeStoreContract } from "./alerts/EgressModeStoreContract.ts"
import { endpointStoreContract } from "./alerts/EndpointStoreContract.ts"
import { messageLogContract } from "./alerts/MessageLogContract.ts"
import { outboxContract } from "./alerts/OutboxContract.ts"
import { retentionContract } from "./alerts/RetentionContract.ts"
import { congestionThresholdStoreContract } from "./congestion/CongestionThresholdStoreContract.ts"
import { portCallLogContract } from "./congestion/PortCallLogContract.ts"
import { vesselStateStoreContract } from "./congestion/VesselStateStoreContract.ts"
import { zoneStoreContract } from "./congestion/ZoneStoreContract.ts"
import { accountLimitsContract } from "./limits/AccountLimitsContract.ts"
import { sharedBucketsContract } from "./limits/SharedBucketsContract.ts"
import { emissionFactorsContract } from "./reference/EmissionFactorsContract.ts"
import { portStoreContract } from "./reference/PortStoreContract.ts"
import { vesselRegistryContract } from "./reference/VesselRegistryContract.ts"
import type { StorageLayer } from "./suite/StoragePorts.ts"
import { enrolmentTasksContract } from "./tracking/EnrolmentTasksContract.ts"
import { shipmentStoreContract } from "./tracking/ShipmentStoreContract.ts"
import { storedEventLimitsContract } from "./tracking/StoredEventLimitsContract.ts"
import { untrackedEventsContract } from "./tracking/UntrackedEventsContract.ts"

/** Registers the contract of every store port with vitest. Call it in a test file, once for each storage. */
export const storageContract = <E>(name: string, layer: StorageLayer<E>): void => {
  accountStoreContract(name, layer)
  apiKeyStoreContract(name, layer)
  dashboardTokenStoreContract(name, layer)
  applicationStoreContract(name, layer)
  egressModeStoreContract(name, layer)
  endpointStoreContract(name, layer)
  usageStoreContract(name, layer)
  idempotencyContract(name, layer)
  outboxContract(name, layer)
  deliveryQueueContract(name, layer)
  deliveryTasksContract(name, layer)
  messageLogContract(name, layer)
  retentionContract(name, layer)
  shipmentStoreContract(name, layer)
  enrolmentTasksContract(name, layer)
  accountLimitsContract(name, layer)
  storedEventLimitsContract(name, layer)
  untrackedEventsContract(name, layer)
  sharedBucketsContract(name, layer)
  vesselRegistryContract(name, layer)
  emissionFactorsContract(name, layer)
  portCallLogContract(name, layer)
  portStoreContract(name, layer)
  congestionThresholdStoreContract(name, layer)
  vesselStateStoreContract(name, layer)
  zoneStoreContract(name, layer)
}

/**
 * The same storage, on which each property runs `propertyRuns` times: for a further mode of a storage whose properties run
 * as usual in another.
 */
export const withPropertyRuns = <E>(layer: StorageLayer<E>, propertyRuns: number): StorageLayer<E> =>
  Object.assign(Layer.fresh(layer), { propertyRuns })
