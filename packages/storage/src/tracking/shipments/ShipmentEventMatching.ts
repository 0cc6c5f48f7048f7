import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Cells, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import type { EventCache } from "../events/EventCache.ts"
import {
  ANY_CONTAINER,
  type DocumentReference,
  documentReferencesOf,
  isContainerShipment,
  matchKeysOf,
  NO_CONTAINER,
  shipmentMatchKeys,
  shipmentTypesMatching
} from "../events/MatchKeys.ts"
import { decodeShipmentRows, type ShipmentRow } from "./ShipmentRow.ts"

/** What is asked for, by the place in a list of who asks. */
const MATCH_KEY_COLUMNS = jsonColumns({ place: "BIGINT", type: "TEXT", value: "TEXT" })

/** The ids of all events that are found for one row of `MATCH_KEY_COLUMNS`, as a JSON array; null for none. */
interface MatchedIdsRow {
  readonly place: number
  readonly ids: string | null
}

const DOCUMENT_COLUMNS = jsonColumns({ type: "TEXT", value: "TEXT" })
const ContainerRow = Schema.Struct({ container: Schema.String })

const NUMBER_COLUMNS = jsonColumns({ number: "TEXT", type: "TEXT" })

/** Each row once. */
const distinctRows = (rows: Iterable<Cells>): ReadonlyArray<Cells> => {
  const known = new Map<string, Cells>()
  for (const row of rows) known.set(JSON.stringify(row), row)
  return [...known.values()]
}

const parseIds = (json: string | null): ReadonlyArray<string> => (json === null ? [] : JSON.parse(json))

/** The documents that events name, each once. */
const distinctDocuments = (events: Iterable<CarrierEvent>): ReadonlyArray<DocumentReference> => {
  const known = new Map<string, DocumentReference>()
  let before: ReadonlyArray<DocumentReference> | undefined
  for (const event of events) {
    const named = documentReferencesOf(event)
    // Events of one box name the same documents, and those that are kept read share the list.
    if (named === before) continue
    before = named
    for (const document of named) known.set(`${document.type} ${document.value}`, document)
  }
  return [...known.values()]
}

/** Which events speak of which shipments: by what they name. */
export const makeShipmentEventMatching = Effect.fnUntraced(function* (bodies: EventCache) {
  const sql = yield* SqlClient.SqlClient

  // In each of these the rows asked for come first: CROSS JOIN keeps SQLite from walking the large table instead.
  // A busy shipment has dozens of events, asked for with each that comes: a row for each id would cost more than all else
  // here.
  const allIds = sql.onDialectOrElse({
    pg: () => sql`json_agg(n.event_id)::text`,
    orElse: () => sql`json_group_array(n.event_id)`
  })
  const findNamed = (accountId: AccountId, asked: ReadonlyArray<Cells>, shared: boolean) =>
    sql<MatchedIdsRow>`SELECT asked.place, (SELECT ${allIds} FROM carrier_event_name AS n
        WHERE n.account_id = ${accountId} AND n.type = asked.type AND n.value = asked.value
          AND ${shared ? sql`n.container = ${ANY_CONTAINER}` : sql`1 = 1`}) AS ids
      FROM ${jsonRows(sql, MATCH_KEY_COLUMNS, asked)} AS asked`.withoutTransform

  const findContainers = (accountId: AccountId, documents: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: ContainerRow,
      execute: () => sql`SELECT DISTINCT n.container
        FROM ${jsonRows(sql, DOCUMENT_COLUMNS, documents)} AS asked CROSS JOIN carrier_event_name AS n
        WHERE n.account_id = ${accountId} AND n.type = asked.type AND n.value = asked.value
          AND n.container NOT IN (${ANY_CONTAINER}, ${NO_CONTAINER})`
    })()

  const findTracked = (accountId: AccountId, numbers: ReadonlyArray<Cells>) =>
    Effect.flatMap(
      sql<typeof ShipmentRow.Encoded>`SELECT s.*
        FROM ${jsonRows(sql, NUMBER_COLUMNS, numbers)} AS asked CROSS JOIN shipment AS s
        WHERE s.account_id = ${accountId} AND s.number = asked.number AND s.type IS NOT DISTINCT FROM asked.type
          AND s.status <> 'stopped'
        ORDER BY s.id`,
      decodeShipmentRows
    )

  /** Every event that speaks of each of these shipments of one account. */
  const eventsOf = Effect.fnUntraced(function* (accountId: AccountId, shipments: ReadonlyArray<Shipment>) {
    const found = shipments.map(() => new Set<CarrierEvent>())
    const add = Effect.fnUntraced(function* (asked: ReadonlyArray<Cells>, shared: boolean) {
      if (asked.length === 0) return
      const rows = yield* findNamed(accountId, asked, shared)
      const lists = yield* bodies.readLists(rows.map(({ ids }) => parseIds(ids)))
      for (const [index, { place }] of rows.entries()) {
        for (const event of lists[index] ?? []) found[place]?.add(event)
      }
    })
    yield* add(
      shipments.flatMap((shipment, place) =>
        shipmentMatchKeys(shipment).map(({ type, value }) => [place, type, value])
      ),
      false
    )
    // The documents of a container's own events lead to what is said of all containers of such a document.
    const documents = shipments.flatMap((shipment, place) =>
      isContainerShipment(shipment)
        ? distinctDocuments(found[place] ?? []).map(({ type, value }) => [place, type, value])
        : []
    )
    yield* add(documents, true)
    return new Map<ShipmentId, ReadonlyArray<CarrierEvent>>(
      shipments.map((shipment, place) => [shipment.id, [...(found[place] ?? [])]])
    )
  })

  /** The shipments of an account that any of these events, which it holds, speaks of; stopped ones left out. */
  const trackedBy = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>) {
    const names = events.flatMap(matchKeysOf)
    const numbers: Array<Cells> = names.flatMap(({ type, value }) =>
      shipmentTypesMatching(type).map((shipmentType) => [value, shipmentType])
    )
    const shared = names.filter(({ container }) => container === ANY_CONTAINER)
    if (shared.length > 0) {
      const documents = distinctRows(shared.map(({ type, value }) => [type, value]))
      for (const { container } of yield* findContainers(accountId, documents)) numbers.push([container, "CT"])
    }
    const asked = distinctRows(numbers)
    return asked.length === 0 ? [] : yield* findTracked(accountId, asked)
  })

  return { eventsOf, shipmentsConcernedBy: trackedBy }
})

export type ShipmentEventMatching = Effect.Success<ReturnType<typeof makeShipmentEventMatching>>
