import { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Concerned } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { type Cells, columns, jsonRows } from "../../sql/JsonRows.ts"
import { CONTAINER, documentsNamed, type EventName, namesOf, SHARED, shipmentTypesFor } from "./EventNames.ts"

const NAMED = columns({ type: "TEXT", value: "TEXT", shipment_type: "TEXT" })
const DOCUMENTS = columns({ type: "TEXT", value: "TEXT" })

/** An account, and something it follows or that leads to what it follows. */
const NamedRow = Schema.Struct({ accountId: AccountId, type: Schema.String, value: Schema.String })

const keyOf = ({ type, value }: { readonly type: string; readonly value: string }): string => `${type} ${value}`

const isShared = ({ container }: EventName): boolean => container === SHARED

interface Ties {
  /** What an account follows. */
  readonly followed: ReadonlySet<string>
  /** The documents that lead from an event of no box to a box that it follows. */
  readonly leading: ReadonlySet<string>
}

const heardBy = ({ followed, leading }: Ties, events: ReadonlyArray<CarrierEvent>): ReadonlyArray<CarrierEvent> => {
  const isFollowed = (name: EventName) => followed.has(keyOf(name))
  const boxes = events.filter((event) => namesOf(event).some((name) => name.type === CONTAINER && isFollowed(name)))
  const documents = new Set([...leading, ...boxes.flatMap(documentsNamed).map(keyOf)])
  return events.filter((event) =>
    namesOf(event).some((name) => isFollowed(name) || (isShared(name) && documents.has(keyOf(name))))
  )
}

/** Finds for whom a carrier's events are, over all accounts. */
export const makeConcernedAccounts = (sql: SqlClient.SqlClient) => {
  const ofCarrier = (scac: Scac) => sql`s.status <> 'stopped' AND (s.sealine = ${scac} OR s.sealine IS NULL)`

  const findFollowed = (scac: Scac, names: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: NamedRow,
      execute: () => sql`SELECT DISTINCT s.account_id, asked.type, asked.value
        FROM ${jsonRows(sql, NAMED, names)} AS asked CROSS JOIN shipment AS s
        WHERE s.number = asked.value AND s.type IS NOT DISTINCT FROM asked.shipment_type AND ${ofCarrier(scac)}`
    })()

  /** The documents that events of a followed container name, which the account holds already. */
  const findLeading = (scac: Scac, documents: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: NamedRow,
      execute: () => sql`SELECT DISTINCT n.account_id, n.type, n.value
        FROM ${jsonRows(sql, DOCUMENTS, documents)} AS asked CROSS JOIN account AS a
          CROSS JOIN carrier_event_name AS n CROSS JOIN shipment AS s
        WHERE n.account_id = a.id AND n.type = asked.type AND n.value = asked.value
          AND s.account_id = n.account_id AND s.number = n.container AND s.type = 'CT' AND ${ofCarrier(scac)}`
    })()

  return Effect.fnUntraced(function* (scac: Scac, events: ReadonlyArray<CarrierEvent>) {
    const names = events.flatMap(namesOf)
    const named = new Map<string, Cells>()
    for (const { type, value } of names) {
      for (const shipmentType of shipmentTypesFor(type))
        named.set(`${type} ${value} ${shipmentType}`, [type, value, shipmentType])
    }
    if (named.size === 0) return []
    const shared = new Map(
      names.filter(isShared).map(({ type, value }): [string, Cells] => [keyOf({ type, value }), [type, value]])
    )
    const own = yield* findFollowed(scac, [...named.values()])
    const led = shared.size === 0 ? [] : yield* findLeading(scac, [...shared.values()])
    return [...new Set([...own, ...led].map(({ accountId }) => accountId))].map((accountId): Concerned => {
      const keysIn = (rows: typeof own) => new Set(rows.filter((row) => row.accountId === accountId).map(keyOf))
      return { accountId, events: heardBy({ followed: keysIn(own), leading: keysIn(led) }, events) }
    })
  })
}
