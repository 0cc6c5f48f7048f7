import type { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/CarrierEvent"
import type { Shipment } from "@landfall/core/tracking/Shipment"
import type { ShipmentId } from "@landfall/core/tracking/ShipmentId"
import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Cells, columns, jsonRows } from "../JsonRows.ts"
import type { EventBodies } from "./EventBodies.ts"
import { documentsNamed, isContainer, NO_BOX, namesFor, namesOf, SHARED, shipmentTypesFor } from "./EventNames.ts"
import { ShipmentRow } from "./ShipmentRow.ts"

/** What is asked for, by the place in a list of who asks. */
const NAMED_COLUMNS = columns({ place: "BIGINT", type: "TEXT", value: "TEXT" })

interface Found {
  readonly place: number
  readonly event_id: string
}

const DOCUMENT_COLUMNS = columns({ type: "TEXT", value: "TEXT" })
const ContainerRow = Schema.Struct({ container: Schema.String })

const NUMBER_COLUMNS = columns({ number: "TEXT", type: "TEXT" })

/** Each row once. */
const distinct = (rows: Iterable<Cells>): ReadonlyArray<Cells> => {
  const known = new Map<string, Cells>()
  for (const row of rows) known.set(JSON.stringify(row), row)
  return [...known.values()]
}

/** Which events speak of which shipments: by what they name. */
export const makeSpokenOf = Effect.fnUntraced(function* (bodies: EventBodies) {
  const sql = yield* SqlClient.SqlClient

  // In each of these the rows asked for come first: CROSS JOIN keeps SQLite from walking the large table instead.
  // A busy shipment has dozens of events: decoding each pair of ids by schema would cost more than all else here.
  const findNamed = (accountId: AccountId, asked: ReadonlyArray<Cells>, shared: boolean) =>
    sql<Found>`SELECT asked.place, n.event_id
      FROM ${jsonRows(sql, NAMED_COLUMNS, asked)} AS asked CROSS JOIN carrier_event_name AS n
      WHERE n.account_id = ${accountId} AND n.type = asked.type AND n.value = asked.value
        AND ${shared ? sql`n.container = ${SHARED}` : sql`1 = 1`}`.withoutTransform

  const findContainers = (accountId: AccountId, documents: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: ContainerRow,
      execute: () => sql`SELECT DISTINCT n.container
        FROM ${jsonRows(sql, DOCUMENT_COLUMNS, documents)} AS asked CROSS JOIN carrier_event_name AS n
        WHERE n.account_id = ${accountId} AND n.type = asked.type AND n.value = asked.value
          AND n.container NOT IN (${SHARED}, ${NO_BOX})`
    })()

  const findTracked = (accountId: AccountId, numbers: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: ShipmentRow,
      execute: () => sql`SELECT s.*
        FROM ${jsonRows(sql, NUMBER_COLUMNS, numbers)} AS asked CROSS JOIN shipment AS s
        WHERE s.account_id = ${accountId} AND s.number = asked.number AND s.type IS NOT DISTINCT FROM asked.type
          AND s.status <> 'stopped'
        ORDER BY s.id`
    })()

  /** Every event that speaks of each of these shipments of one account. */
  const eventsOf = Effect.fnUntraced(function* (accountId: AccountId, shipments: ReadonlyArray<Shipment>) {
    const found = shipments.map(() => new Map<string, CarrierEvent>())
    const add = Effect.fnUntraced(function* (asked: ReadonlyArray<Cells>, shared: boolean) {
      if (asked.length === 0) return
      const rows = yield* findNamed(accountId, asked, shared)
      const events = yield* bodies.read(rows.map(({ event_id }) => event_id))
      for (const { place, event_id } of rows) {
        const event = events.get(event_id)
        if (event !== undefined) found[place]?.set(event_id, event)
      }
    })
    yield* add(
      shipments.flatMap((shipment, place) => namesFor(shipment).map(({ type, value }) => [place, type, value])),
      false
    )
    // The documents of a container's own events lead to what is said of all containers of such a document.
    const documents = shipments.flatMap((shipment, place) =>
      isContainer(shipment)
        ? [...(found[place]?.values() ?? [])].flatMap(documentsNamed).map(({ type, value }) => [place, type, value])
        : []
    )
    yield* add(distinct(documents), true)
    return new Map<ShipmentId, ReadonlyArray<CarrierEvent>>(
      shipments.map((shipment, place) => [shipment.id, [...(found[place]?.values() ?? [])]])
    )
  })

  /** The shipments of an account that any of these events, which it holds, speaks of; stopped ones left out. */
  const trackedBy = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>) {
    const names = events.flatMap(namesOf)
    const numbers: Array<Cells> = names.flatMap(({ type, value }) =>
      shipmentTypesFor(type).map((shipmentType) => [value, shipmentType])
    )
    const shared = names.filter(({ container }) => container === SHARED)
    if (shared.length > 0) {
      const documents = distinct(shared.map(({ type, value }) => [type, value]))
      for (const { container } of yield* findContainers(accountId, documents)) numbers.push([container, "CT"])
    }
    const asked = distinct(numbers)
    return asked.length === 0 ? [] : yield* findTracked(accountId, asked)
  })

  return { eventsOf, trackedBy }
})

export type SpokenOf = Effect.Success<ReturnType<typeof makeSpokenOf>>
