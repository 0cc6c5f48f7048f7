import { Layer } from "effect"
import * as SqlAccountStore from "./accounts/SqlAccountStore.ts"
import * as SqlApiKeyStore from "./accounts/SqlApiKeyStore.ts"
import * as SqlIdempotency from "./accounts/SqlIdempotency.ts"
import * as SqlApplicationStore from "./alerts/SqlApplicationStore.ts"
import * as SqlDeliveryQueue from "./alerts/SqlDeliveryQueue.ts"
import * as SqlDeliveryTasks from "./alerts/SqlDeliveryTasks.ts"
import * as SqlDueBacklog from "./alerts/SqlDueBacklog.ts"
import * as SqlEndpointStore from "./alerts/SqlEndpointStore.ts"
import * as SqlMessageLog from "./alerts/SqlMessageLog.ts"
import * as SqlOutbox from "./alerts/SqlOutbox.ts"
import * as SqlRetention from "./alerts/SqlRetention.ts"
import * as SqlEmissionFactors from "./co2/SqlEmissionFactors.ts"
import * as SqlPortCallLog from "./congestion/SqlPortCallLog.ts"
import * as SqlPortWatchStore from "./congestion/SqlPortWatchStore.ts"
import * as SqlVesselStateStore from "./congestion/SqlVesselStateStore.ts"
import * as SqlZoneStore from "./congestion/SqlZoneStore.ts"
import * as SqlPortStore from "./geo/SqlPortStore.ts"
import * as Migrations from "./Migrations.ts"
import * as SecretsCheck from "./SecretsCheck.ts"
import * as SqlPollQueue from "./tracking/SqlPollQueue.ts"
import * as SqlShipmentStore from "./tracking/SqlShipmentStore.ts"
import { TrackingRows } from "./tracking/TrackingRows.ts"
import * as SqlUsageStore from "./usage/SqlUsageStore.ts"
import * as SqlVesselRegistry from "./vessels/SqlVesselRegistry.ts"

/** Every store port on one `SqlClient`, whichever database it speaks to, after its migrations. */
export const layer = Layer.mergeAll(
  SqlAccountStore.layer,
  SqlApiKeyStore.layer,
  SqlApplicationStore.layer,
  SqlDeliveryQueue.layer,
  SqlDeliveryTasks.layer,
  SqlDueBacklog.layer,
  SqlEmissionFactors.layer,
  SqlEndpointStore.layer,
  SqlIdempotency.layer,
  SqlMessageLog.layer,
  SqlOutbox.layer,
  SqlPortCallLog.layer,
  SqlPortWatchStore.layer,
  SqlRetention.layer,
  SqlPortStore.layer,
  SqlVesselRegistry.layer,
  SqlVesselStateStore.layer,
  SqlZoneStore.layer,
  Layer.merge(SqlShipmentStore.layer, SqlPollQueue.layer).pipe(Layer.provide(TrackingRows.layer))
).pipe(Layer.provideMerge(SqlUsageStore.layer), Layer.provide(SecretsCheck.layer), Layer.provide(Migrations.layer))
