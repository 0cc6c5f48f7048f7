import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { Registration, Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { Subscriber } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ENDPOINT_COLUMNS, makeDecodeEndpoints } from "../../alerts/endpoints/EndpointRow.ts"
import { distinctRows, jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import { decodeRegistrationRows, type RegistrationRow } from "./ShipmentRow.ts"

/** A shipment of an account. */
type OwnedShipment = Pick<Shipment, "id" | "accountId">

/** Reads the registrations of shipments, with their endpoints. */
export const makeSubscribers = (sql: SqlClient.SqlClient) => {
  const decodeEndpoints = makeDecodeEndpoints()

  /** Endpoints by id, read with their accounts; removed ones are omitted. */
  const endpoints = Effect.fnUntraced(function* (accountOf: ReadonlyMap<EndpointId, AccountId>) {
    const rowIds = Array.from(accountOf, ([id, accountId]) => [accountId, id])
    if (rowIds.length === 0) return new Map<EndpointId, Endpoint>()
    const rows = yield* sql`SELECT ${sql.literal(ENDPOINT_COLUMNS)} FROM endpoint
      WHERE (account_id, id) IN (SELECT account_id, id FROM ${jsonRows(sql, OWNED_ID_COLUMNS, rowIds)} AS named)
        AND removed_at IS NULL`
    return new Map((yield* decodeEndpoints(rows)).map((endpoint) => [endpoint.id, endpoint]))
  })

  const registrations = Effect.fnUntraced(function* (shipments: Iterable<OwnedShipment>) {
    const rowIds = distinctRows(Array.from(shipments, ({ accountId, id }) => [accountId, id]))
    if (rowIds.length === 0) return []
    const rows = yield* sql<
      typeof RegistrationRow.Encoded
    >`SELECT r.* FROM ${jsonRows(sql, OWNED_ID_COLUMNS, rowIds)} AS named CROSS JOIN registration AS r
      WHERE r.account_id = named.account_id AND r.shipment_id = named.id ORDER BY r.shipment_id, r.endpoint_id`
    return yield* decodeRegistrationRows(rows)
  })

  /** The subscribers of these registrations of shipments, by shipment. A registration of a removed endpoint has none. */
  const withEndpoints = Effect.fnUntraced(function* (
    registrations: ReadonlyArray<Registration>,
    shipments: Iterable<OwnedShipment>
  ) {
    const accountOf = new Map(Array.from(shipments, ({ accountId, id }) => [id, accountId]))
    const named = registrations.flatMap(({ endpointId, shipmentId }) => {
      const accountId = accountOf.get(shipmentId)
      return accountId === undefined ? [] : [[endpointId, accountId] as const]
    })
    const byId = yield* endpoints(new Map(named))
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
  const ofShipments = (shipments: ReadonlyArray<OwnedShipment>) =>
    Effect.flatMap(registrations(shipments), (found) => withEndpoints(found, shipments))

  return { endpoints, registrations, withEndpoints, ofShipments }
}

export type Subscribers = ReturnType<typeof makeSubscribers>
