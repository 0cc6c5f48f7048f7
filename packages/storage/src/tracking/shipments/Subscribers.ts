import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { Registration } from "@landfall/core/tracking/shipments/Shipment"
import type { Subscriber } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ENDPOINT_COLUMNS, makeDecodeEndpoints } from "../../alerts/endpoints/EndpointRow.ts"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import { decodeRegistrationRows, type RegistrationRow } from "./ShipmentRow.ts"

/** Reads the registrations of shipments, with their endpoints. */
export const makeSubscribers = (sql: SqlClient.SqlClient) => {
  const decodeEndpoints = makeDecodeEndpoints()

  /** Endpoints by id; removed ones are omitted. */
  const endpoints = Effect.fnUntraced(function* (ids: Iterable<EndpointId>) {
    const rowIds = [...new Set(ids)].map((id) => [id])
    if (rowIds.length === 0) return new Map<EndpointId, Endpoint>()
    const rows = yield* sql`SELECT ${sql.literal(ENDPOINT_COLUMNS)} FROM endpoint
      WHERE id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rowIds)} AS named) AND removed_at IS NULL`
    return new Map((yield* decodeEndpoints(rows)).map((endpoint) => [endpoint.id, endpoint]))
  })

  const registrations = Effect.fnUntraced(function* (ids: Iterable<ShipmentId>) {
    const rowIds = [...new Set(ids)].map((id) => [id])
    if (rowIds.length === 0) return []
    const rows = yield* sql<
      typeof RegistrationRow.Encoded
    >`SELECT r.* FROM ${jsonRows(sql, ID_COLUMN, rowIds)} AS named CROSS JOIN registration AS r
      WHERE r.shipment_id = named.id ORDER BY r.shipment_id, r.endpoint_id`
    return yield* decodeRegistrationRows(rows)
  })

  /** The subscribers of these registrations, by shipment. A registration of a removed endpoint has none. */
  const withEndpoints = Effect.fnUntraced(function* (registrations: ReadonlyArray<Registration>) {
    const byId = yield* endpoints(registrations.map(({ endpointId }) => endpointId))
    const subscribers = new Map<ShipmentId, Array<Subscriber>>()
    for (const registration of registrations) {
      const endpoint = byId.get(registration.endpointId)
      if (endpoint === undefined) continue
      const others = subscribers.get(registration.shipmentId)
      if (others === undefined) subscribers.set(registration.shipmentId, [{ registration, endpoint }])
      else others.push({ registration, endpoint })
    }
    return subscribers
  })

  /** The subscribers of shipments, by shipment. */
  const ofShipments = (ids: Iterable<ShipmentId>) => Effect.flatMap(registrations(ids), withEndpoints)

  return { endpoints, registrations, withEndpoints, ofShipments }
}

export type Subscribers = ReturnType<typeof makeSubscribers>
