import type { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect } from "effect"

const unused = () => Effect.die("not asked for")

/** A shipment store of which nothing is asked; a test puts in what it is about. */
export const unusedShipments: ShipmentStore["Service"] = {
  track: unused,
  receive: unused,
  matchAccounts: unused,
  find: unused,
  snapshot: unused,
  list: unused,
  stop: unused,
  unregister: unused,
  runDemoRounds: unused,
  runReviews: unused
}
