import { Layer } from "effect"
import * as SqlAccountStore from "./accounts/SqlAccountStore.ts"
import * as SqlApiKeyStore from "./accounts/SqlApiKeyStore.ts"
import * as SqlDashboardTokenStore from "./accounts/SqlDashboardTokenStore.ts"
import * as SqlIdempotency from "./accounts/SqlIdempotency.ts"
import * as SqlDeliveryQueue from "./alerts/delivery/SqlDeliveryQueue.ts"
import * as SqlDueBacklog from "./alerts/delivery/SqlDueBacklog.ts"
import * as SqlWorkerHeartbeats from "./alerts/delivery/SqlWorkerHeartbeats.ts"
import * as SqlEgressModeStore from "./alerts/egress/SqlEgressModeStore.ts"
import * as SqlApplicationStore from "./alerts/endpoints/SqlApplicationStore.ts"
import * as SqlEndpointStore from "./alerts/endpoints/SqlEndpointStore.ts"
import * as SqlMessageLog from "./alerts/messages/SqlMessageLog.ts"
import * as SqlOutbox from "./alerts/messages/SqlOutbox.ts"
import * as SqlDeliveryTasks from "./alerts/tasks/SqlDeliveryTasks.ts"
import * as SqlEmissionFactors from "./co2/SqlEmissionFactors.ts"
import * as SqlVesselStateStore from "./congestion/fleet/SqlVesselStateStore.ts"
import * as SqlPortCallLog from "./congestion/ledger/SqlPortCallLog.ts"
import * as SqlCongestionThresholdStore from "./congestion/thresholds/SqlCongestionThresholdStore.ts"
import * as SqlZoneStore from "./congestion/zones/SqlZoneStore.ts"
import * as DatabasePreparation from "./DatabasePreparation.ts"
import * as SqlPortStore from "./geo/SqlPortStore.ts"
import * as SqlStorageProbe from "./health/SqlStorageProbe.ts"
import * as SqlSharedBuckets from "./limits/SqlSharedBuckets.ts"
import * as SqlStoredAmounts from "./limits/SqlStoredAmounts.ts"
import * as SqlRetention from "./retention/SqlRetention.ts"
import * as SqlEnrolmentTasks from "./tracking/enrolment/SqlEnrolmentTasks.ts"
import * as SqlPollQueue from "./tracking/polling/SqlPollQueue.ts"
import * as SqlShipmentStore from "./tracking/shipments/SqlShipmentStore.ts"
import { TrackingRows } from "./tracking/shipments/TrackingRows.ts"
import * as SqlUsageStore from "./usage/SqlUsageStore.ts"
import * as SqlVesselRegistry from "./vessels/SqlVesselRegistry.ts"

/** Every store port on one `SqlClient` of either dialect, prepared first. */
export const layer = Layer.mergeAll(
  SqlAccountStore.layer,
  SqlApiKeyStore.layer,
  SqlApplicationStore.layer,
  SqlDashboardTokenStore.layer,
  SqlDeliveryQueue.layer,
  SqlDeliveryTasks.layer,
  SqlDueBacklog.layer,
  SqlEmissionFactors.layer,
  SqlEgressModeStore.layer,
  SqlEndpointStore.layer,
  SqlIdempotency.layer,
  SqlMessageLog.layer,
  SqlOutbox.layer,
  SqlPortCallLog.layer,
  SqlCongestionThresholdStore.layer,
  SqlRetention.layer,
  SqlStorageProbe.layer,
  SqlPortStore.layer,
  SqlSharedBuckets.layer,
  SqlStoredAmounts.layer,
  SqlWorkerHeartbeats.layer,
  SqlVesselRegistry.layer,
  SqlVesselStateStore.layer,
  SqlZoneStore.layer,
  Layer.mergeAll(SqlShipmentStore.layer, SqlPollQueue.layer, SqlEnrolmentTasks.layer).pipe(
    Layer.provide(TrackingRows.layer)
  )
).pipe(Layer.provideMerge(SqlUsageStore.layer), Layer.provide(DatabasePreparation.layer))
