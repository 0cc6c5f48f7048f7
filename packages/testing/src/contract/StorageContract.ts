import { accountStoreContract } from "./AccountStoreContract.ts"
import { apiKeyStoreContract } from "./ApiKeyStoreContract.ts"
import { applicationStoreContract } from "./ApplicationStoreContract.ts"
import { deliveryQueueContract } from "./DeliveryQueueContract.ts"
import { deliveryTasksContract } from "./DeliveryTasksContract.ts"
import { emissionFactorsContract } from "./EmissionFactorsContract.ts"
import { endpointStoreContract } from "./EndpointStoreContract.ts"
import { idempotencyContract } from "./IdempotencyContract.ts"
import { messageLogContract } from "./MessageLogContract.ts"
import { outboxContract } from "./OutboxContract.ts"
import { portCallLogContract } from "./PortCallLogContract.ts"
import { portStoreContract } from "./PortStoreContract.ts"
import { portWatchStoreContract } from "./PortWatchStoreContract.ts"
import { retentionContract } from "./RetentionContract.ts"
import { shipmentStoreContract } from "./ShipmentStoreContract.ts"
import type { StorageLayer } from "./StoragePorts.ts"
import { usageStoreContract } from "./UsageStoreContract.ts"
import { vesselRegistryContract } from "./VesselRegistryContract.ts"
import { vesselStateStoreContract } from "./VesselStateStoreContract.ts"
import { zoneStoreContract } from "./ZoneStoreContract.ts"

/** Registers the contract of every store port with vitest. Call it in a test file, once for each storage. */
export const storageContract = <E>(name: string, layer: StorageLayer<E>): void => {
  accountStoreContract(name, layer)
  apiKeyStoreContract(name, layer)
  applicationStoreContract(name, layer)
  endpointStoreContract(name, layer)
  usageStoreContract(name, layer)
  idempotencyContract(name, layer)
  outboxContract(name, layer)
  deliveryQueueContract(name, layer)
  deliveryTasksContract(name, layer)
  messageLogContract(name, layer)
  retentionContract(name, layer)
  shipmentStoreContract(name, layer)
  vesselRegistryContract(name, layer)
  emissionFactorsContract(name, layer)
  portCallLogContract(name, layer)
  portStoreContract(name, layer)
  portWatchStoreContract(name, layer)
  vesselStateStoreContract(name, layer)
  zoneStoreContract(name, layer)
}
