import { AccountId } from "@landfall/core/accounts/Account"
import type { OptInEventType } from "@landfall/core/alerts/EventType"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { PageRequest } from "@landfall/core/listing/Page"
import {
  type ShipmentFilter,
  ShipmentNotFound,
  type ShipmentSnapshot
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import { readTransaction } from "../../sql/ReadTransaction.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { makeConcernedAccounts } from "../events/ConcernedAccounts.ts"
import { makeShipmentPages } from "./ShipmentPages.ts"
import { ShipmentRow } from "./ShipmentRow.ts"
import { TrackingRows } from "./TrackingRows.ts"

const ShipmentKey = Schema.Struct({ accountId: AccountId, id: ShipmentId })
const decodeShipmentsOfAccounts = Schema.decodeUnknownEffect(Schema.Array(ShipmentKey))

/** The statements that find shipments by their ids. */
export const makeFindShipments = (sql: SqlClient.SqlClient) => {
  const findOwned = SqlSchema.findOneOption({
    Request: ShipmentKey,
    Result: ShipmentRow,
    execute: ({ accountId, id }) => sql`SELECT * FROM shipment WHERE id = ${id} AND account_id = ${accountId}`
  })
  const findByIds = SqlSchema.findAll({
    Request: Schema.Array(ShipmentKey),
    Result: ShipmentRow,
    execute: (keys) => {
      const rows = keys.map(({ accountId, id }) => [accountId, id])
      return sql`SELECT * FROM shipment
        WHERE (account_id, id) IN (SELECT account_id, id FROM ${jsonRows(sql, OWNED_ID_COLUMNS, rows)} AS named) ORDER BY id`
    }
  })

  const existing = Effect.fnUntraced(function* (accountId: AccountId, id: ShipmentId) {
    const shipment = yield* findOwned({ accountId, id })
    return Option.isSome(shipment) ? shipment.value : yield* new ShipmentNotFound({ id })
  })

  return { existing, findByIds }
}

/** The methods of `ShipmentStore` that change nothing. */
export const makeShipmentReads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { andUnfenced } = accountFences(sql)
  const { matched, subscribers, planOf } = yield* TrackingRows
  const { existing, findByIds } = makeFindShipments(sql)
  const pages = makeShipmentPages(sql)

  const snapshot = Effect.fn("ShipmentStore.snapshot")(
    function* (accountId: AccountId, id: ShipmentId) {
      const shipment = yield* existing(accountId, id)
      const plan = yield* planOf(accountId)
      const events = yield* matched.eventsOf(accountId, [shipment])
      const subscribersOf = yield* subscribers.ofShipments([shipment])
      const current: ShipmentSnapshot = {
        plan,
        shipment,
        events: events.get(id) ?? [],
        subscribers: subscribersOf.get(id) ?? []
      }
      return current
    },
    readTransaction(sql),
    mapToStorageError("ShipmentStore.snapshot")
  )

  const snapshots = Effect.fn("ShipmentStore.snapshots")(
    function* (accountId: AccountId, ids: ReadonlyArray<ShipmentId>) {
      const shipments = yield* findByIds(ids.map((id) => ({ accountId, id })))
      if (shipments.length === 0) return []
      const plan = yield* planOf(accountId)
      const events = yield* matched.eventsOf(accountId, shipments)
      const subscribersOf = yield* subscribers.ofShipments(shipments)
      return shipments.map(
        (shipment): ShipmentSnapshot => ({
          plan,
          shipment,
          events: events.get(shipment.id) ?? [],
          subscribers: subscribersOf.get(shipment.id) ?? []
        })
      )
    },
    readTransaction(sql),
    mapToStorageError("ShipmentStore.snapshots")
  )

  // Quoted as in the JSON of a filter, so that no type matches a longer one.
  const subscribedTo = Effect.fn("ShipmentStore.subscribedTo")(function* (
    type: OptInEventType,
    after: Option.Option<ShipmentId>,
    limit: number
  ) {
    const named = `%"${type}"%`
    const rows = yield* sql`SELECT account_id, id FROM shipment
      WHERE status = 'tracking' AND id > ${Option.getOrElse(after, () => "")} ${andUnfenced()} AND (account_id, id) IN (
        SELECT account_id, shipment_id FROM registration WHERE (account_id, endpoint_id) IN (
          SELECT account_id, id FROM endpoint WHERE removed_at IS NULL AND disabled = 0 AND filter_types LIKE ${named}))
      ORDER BY id LIMIT ${limit}`
    return yield* decodeShipmentsOfAccounts(rows)
  }, mapToStorageError("ShipmentStore.subscribedTo"))

  return {
    find: Effect.fn("ShipmentStore.find")(existing, mapToStorageError("ShipmentStore.find")),
    list: Effect.fn("ShipmentStore.list")(
      (accountId: AccountId, page: PageRequest, filter: ShipmentFilter = {}) => pages(accountId, filter, page),
      mapToStorageError("ShipmentStore.list")
    ),
    matchAccounts: Effect.fn("ShipmentStore.matchAccounts")(
      makeConcernedAccounts(sql),
      readTransaction(sql),
      mapToStorageError("ShipmentStore.matchAccounts")
    ),
    snapshot,
    snapshots,
    subscribedTo
  }
})
