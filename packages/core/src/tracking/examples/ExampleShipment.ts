import { type DateTime, Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import { ShipmentId } from "../../alerts/ShipmentId.ts"
import { Scac } from "../references/Sealine.ts"
import { Shipment } from "../shipments/Shipment.ts"
import { EXAMPLE_CONTAINER } from "./ExampleJourney.ts"

/** The shipment that examples speak of. It belongs to nobody's list. */
export const exampleShipment = (accountId: AccountId, now: DateTime.Utc): Shipment =>
  new Shipment({
    id: ShipmentId.make("shp_example"),
    accountId,
    number: EXAMPLE_CONTAINER,
    type: Option.some("CT"),
    sealine: Option.some(Scac.make("MAEU")),
    reference: Option.none(),
    metadata: Option.none(),
    status: "tracking",
    stopReason: Option.none(),
    trackedSince: now,
    completedAt: Option.none(),
    reviewAt: Option.none(),
    createdAt: now,
    updatedAt: now,
    sequence: 0
  })
