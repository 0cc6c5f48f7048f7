import type { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect } from "effect"

const unused = () => Effect.die("not used in this test")

/** A shipment store whose methods all die; a test replaces the methods that it uses. */
export const unusedShipments: ShipmentStore["Service"] = {
  track: unused,
  receive: unused,
  matchAccounts: unused,
  find: unused,
  snapshot: unused,
  snapshots: unused,
  list: unused,
  relabel: unused,
  stop: unused,
  unregister: unused,
  runDemoRounds: unused,
  subscribedTo: unused,
  decideOn: unused,
  runReviews: unused
}
