import type { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent, EventReference } from "@landfall/core/tracking/carriers/CarrierEvent"
import {
  ANY_CONTAINER,
  CALL_TYPE,
  eventsConcerning,
  indexEvents,
  type LinkingDocuments,
  linkingDocuments,
  type MatchedNumber,
  type MatchKey,
  NO_CONTAINER,
  referenceKey,
  type ShipmentScope,
  shipmentReferences,
  shipmentsConcernedBy,
  shipmentTypesMatching
} from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Cells, distinctRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import type { EventCache } from "../events/EventCache.ts"
import { decodeShipmentRows, type ShipmentRow } from "./ShipmentRow.ts"

/** References to find, each with the position of its shipment in a list. */
const REFERENCE_COLUMNS = jsonColumns({ place: "BIGINT", type: "TEXT", value: "TEXT" })
const DOCUMENT_COLUMNS = jsonColumns({ type: "TEXT", value: "TEXT" })
const NUMBER_COLUMNS = jsonColumns({ number: "TEXT", type: "TEXT" })

/** The ids of all events that have one reference, as a JSON array; null for none. */
interface MatchedIdsRow {
  readonly place: number
  readonly ids: string | null
}

type DocumentsByContainer = ReadonlyMap<string, LinkingDocuments>
const NO_DOCUMENTS: LinkingDocuments = new Map()
const NO_CONTAINERS: DocumentsByContainer = new Map()

const parseIds = (json: string | null): ReadonlyArray<string> => (json === null ? [] : JSON.parse(json))

/** Reads the events that may concern shipments, and the shipments that events may concern; core decides which do. */
export const makeMatchedRows = Effect.fnUntraced(function* (cache: EventCache) {
  const sql = yield* SqlClient.SqlClient

  // CROSS JOIN prevents SQLite from scanning the large table instead of the rows of the parameter. The ids of a
  // reference come as one array: a busy shipment has dozens of events, and a row for each would cost more than the rest
  // of the query.
  const allIds = sql.onDialectOrElse({
    pg: () => sql`json_agg(n.event_id)::text`,
    orElse: () => sql`json_group_array(n.event_id)`
  })
  const findIds = (accountId: AccountId, references: ReadonlyArray<Cells>, scope: "any events" | "shared events") =>
    sql<MatchedIdsRow>`SELECT named.place, (SELECT ${allIds} FROM carrier_event_name AS n
        WHERE n.account_id = ${accountId} AND n.type = named.type AND n.value = named.value
          AND ${scope === "shared events" ? sql`n.container = ${ANY_CONTAINER}` : sql`1 = 1`}) AS ids
      FROM ${jsonRows(sql, REFERENCE_COLUMNS, references)} AS named`.withoutTransform

  const findContainers = (accountId: AccountId, documents: ReadonlyArray<Cells>) =>
    sql<MatchKey>`SELECT DISTINCT n.type, n.value, n.container
      FROM ${jsonRows(sql, DOCUMENT_COLUMNS, documents)} AS named CROSS JOIN carrier_event_name AS n
      WHERE n.account_id = ${accountId} AND n.type = named.type AND n.value = named.value
        AND n.container NOT IN (${ANY_CONTAINER}, ${NO_CONTAINER})`.withoutTransform

  const findTracked = (accountId: AccountId, numbers: ReadonlyArray<Cells>, scope: ShipmentScope) =>
    Effect.flatMap(
      sql<typeof ShipmentRow.Encoded>`SELECT s.*
        FROM ${jsonRows(sql, NUMBER_COLUMNS, numbers)} AS named CROSS JOIN shipment AS s
        WHERE s.account_id = ${accountId} AND s.number = named.number AND s.type IS NOT DISTINCT FROM named.type
          AND ${scope === "followed" ? sql`s.status <> 'stopped'` : sql`1 = 1`}
        ORDER BY s.id`,
      decodeShipmentRows
    )

  /** The events that concern each of these shipments of one account, or of other numbers with an id. */
  const eventsOf = Effect.fnUntraced(function* <Id extends string>(
    accountId: AccountId,
    shipments: ReadonlyArray<MatchedNumber & { readonly id: Id }>
  ) {
    const found = shipments.map(() => new Set<CarrierEvent>())
    const add = Effect.fnUntraced(function* (
      references: ReadonlyArray<Iterable<EventReference>>,
      scope: "any events" | "shared events"
    ) {
      const rows = references.flatMap((all, place) => Array.from(all, ({ type, value }) => [place, type, value]))
      if (rows.length === 0) return
      const matched = yield* findIds(accountId, rows, scope)
      const lists = yield* cache.readLists(
        accountId,
        matched.map(({ ids }) => parseIds(ids))
      )
      for (const [index, { place }] of matched.entries()) {
        for (const event of lists[index] ?? []) found[place]?.add(event)
      }
    })
    yield* add(shipments.map(shipmentReferences), "any events")
    const documents = shipments.map((shipment, place) => linkingDocuments(shipment, found[place] ?? []))
    yield* add(
      documents.map((linking) => linking.values()),
      "shared events"
    )
    return new Map<Id, ReadonlyArray<CarrierEvent>>(
      shipments.map((shipment, place) => [
        shipment.id,
        eventsConcerning(shipment, [...(found[place] ?? [])], documents[place])
      ])
    )
  })

  /** Those of these documents that the stored events of each container name. */
  const documentsByContainer = Effect.fnUntraced(function* (
    accountId: AccountId,
    documents: ReadonlyArray<EventReference>
  ) {
    if (documents.length === 0) return NO_CONTAINERS
    const byContainer = new Map<string, Map<string, EventReference>>()
    const cells = distinctRows(documents.map(({ type, value }) => [type, value]))
    for (const key of yield* findContainers(accountId, cells)) {
      const documents = byContainer.get(key.container) ?? new Map()
      byContainer.set(key.container, documents.set(referenceKey(key), key))
    }
    return byContainer
  })

  /** The shipments of an account that any of these stored events concerns, and the events that concern any. */
  const concernedShipments = Effect.fnUntraced(function* (
    accountId: AccountId,
    events: ReadonlyArray<CarrierEvent>,
    scope: ShipmentScope = "followed"
  ) {
    const index = indexEvents(events)
    const documents = index.sharedDocuments.filter(({ type }) => type !== CALL_TYPE)
    const containers: DocumentsByContainer = yield* documentsByContainer(accountId, documents)
    const numbers: Array<Cells> = index.keys.flatMap(({ type, value }) =>
      shipmentTypesMatching(type).map((shipmentType) => [value, shipmentType])
    )
    for (const container of containers.keys()) numbers.push([container, "CT"])
    const candidates = numbers.length === 0 ? [] : yield* findTracked(accountId, distinctRows(numbers), scope)
    return shipmentsConcernedBy(index, candidates, ({ number }) => containers.get(number) ?? NO_DOCUMENTS, scope)
  })

  return { eventsOf, concernedShipments }
})

export type MatchedRows = Effect.Success<ReturnType<typeof makeMatchedRows>>
