import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Schema } from "effect"

/** The id of an object in a path. An id of another form names no object. */
export const pathId = (object: string) => Schema.String.annotate({ description: `The id of the ${object}.` })

/** The id of an endpoint in a query. */
export const QueryEndpointId = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^ep_\w+$/, { message: "must be the id of an endpoint: ep_…" })),
  Schema.decodeTo(EndpointId)
)

/** The id of a shipment in a query. */
export const QueryShipmentId = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^shp_\w+$/, { message: "must be the id of a shipment: shp_…" })),
  Schema.decodeTo(ShipmentId)
)
