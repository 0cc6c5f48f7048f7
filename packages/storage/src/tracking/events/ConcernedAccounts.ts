import { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { AccountEvents } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { type Cells, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import {
  ANY_CONTAINER,
  CONTAINER_TYPE,
  documentReferencesOf,
  type MatchKey,
  matchKeysOf,
  shipmentTypesMatching
} from "./MatchKeys.ts"

const NAME_COLUMNS = jsonColumns({ type: "TEXT", value: "TEXT", shipment_type: "TEXT" })
const DOCUMENT_COLUMNS = jsonColumns({ type: "TEXT", value: "TEXT" })

/** An account, and something it follows or that leads to what it follows. */
const MatchedNameRow = Schema.Struct({ accountId: AccountId, type: Schema.String, value: Schema.String })

const nameKey = ({ type, value }: { readonly type: string; readonly value: string }): string => `${type} ${value}`

const isForAnyContainer = ({ container }: MatchKey): boolean => container === ANY_CONTAINER

interface TrackedNames {
  /** What an account follows. */
  readonly tracked: ReadonlySet<string>
  /** The documents that lead from an event of no box to a box that it follows. */
  readonly linkingDocuments: ReadonlySet<string>
}

const selectConcernedEvents = (
  { tracked, linkingDocuments }: TrackedNames,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<CarrierEvent> => {
  const isFollowed = (name: MatchKey) => tracked.has(nameKey(name))
  const boxes = events.filter((event) =>
    matchKeysOf(event).some((name) => name.type === CONTAINER_TYPE && isFollowed(name))
  )
  const documents = new Set([...linkingDocuments, ...boxes.flatMap(documentReferencesOf).map(nameKey)])
  return events.filter((event) =>
    matchKeysOf(event).some((name) => isFollowed(name) || (isForAnyContainer(name) && documents.has(nameKey(name))))
  )
}

/** Finds for whom a carrier's events are, over all accounts. */
export const makeConcernedAccounts = (sql: SqlClient.SqlClient) => {
  const ofCarrier = (scac: Scac) => sql`s.status <> 'stopped' AND (s.sealine = ${scac} OR s.sealine IS NULL)`

  const findFollowed = (scac: Scac, names: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: MatchedNameRow,
      execute: () => sql`SELECT DISTINCT s.account_id, asked.type, asked.value
        FROM ${jsonRows(sql, NAME_COLUMNS, names)} AS asked CROSS JOIN shipment AS s
        WHERE s.number = asked.value AND s.type IS NOT DISTINCT FROM asked.shipment_type AND ${ofCarrier(scac)}`
    })()

  /** The documents that events of a followed container name, which the account holds already. */
  const findLeading = (scac: Scac, documents: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: MatchedNameRow,
      execute: () => sql`SELECT DISTINCT n.account_id, n.type, n.value
        FROM ${jsonRows(sql, DOCUMENT_COLUMNS, documents)} AS asked CROSS JOIN account AS a
          CROSS JOIN carrier_event_name AS n CROSS JOIN shipment AS s
        WHERE n.account_id = a.id AND n.type = asked.type AND n.value = asked.value
          AND s.account_id = n.account_id AND s.number = n.container AND s.type = 'CT' AND ${ofCarrier(scac)}`
    })()

  return Effect.fnUntraced(function* (scac: Scac, events: ReadonlyArray<CarrierEvent>) {
    const names = events.flatMap(matchKeysOf)
    const named = new Map<string, Cells>()
    for (const { type, value } of names) {
      for (const shipmentType of shipmentTypesMatching(type))
        named.set(`${type} ${value} ${shipmentType}`, [type, value, shipmentType])
    }
    if (named.size === 0) return []
    const shared = new Map(
      names
        .filter(isForAnyContainer)
        .map(({ type, value }): [string, Cells] => [nameKey({ type, value }), [type, value]])
    )
    const own = yield* findFollowed(scac, [...named.values()])
    const led = shared.size === 0 ? [] : yield* findLeading(scac, [...shared.values()])
    return [...new Set([...own, ...led].map(({ accountId }) => accountId))].map((accountId): AccountEvents => {
      const keysIn = (rows: typeof own) => new Set(rows.filter((row) => row.accountId === accountId).map(nameKey))
      return {
        accountId,
        events: selectConcernedEvents({ tracked: keysIn(own), linkingDocuments: keysIn(led) }, events)
      }
    })
  })
}
