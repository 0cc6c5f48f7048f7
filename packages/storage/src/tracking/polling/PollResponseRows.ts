import { AccountId } from "@landfall/core/accounts/Account"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { compareResponse, type PollResponse, retractedEvents } from "@landfall/core/tracking/polling/PollResponse"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { ID_COLUMN, jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import type { TrackingRows } from "../shipments/TrackingRows.ts"

const EventKeys = Schema.fromJsonString(Schema.Array(Schema.String))

/** The result of a response that changes nothing. */
const NONE_CONCERNED: { readonly others: ReadonlyArray<Shipment>; readonly concerned: ReadonlySet<CarrierEvent> } = {
  others: [],
  concerned: new Set()
}

/** Stores the responses of carriers about shipments; use it inside a transaction. */
export const makePollResponses = (
  sql: SqlClient.SqlClient,
  { events, matched, untracked }: Pick<TrackingRows["Service"], "events" | "matched" | "untracked">
) => {
  const findReported = SqlSchema.findAll({
    Request: Schema.Struct({ accountId: AccountId, ids: Schema.Array(ShipmentId) }),
    Result: Schema.Struct({ meanings: EventKeys }),
    execute: ({ accountId, ids }) => {
      const rows = ids.map((id) => [id])
      return sql`SELECT meanings FROM source_answer
        WHERE account_id = ${accountId}
          AND shipment_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rows)} AS reported)`
    }
  })

  /** The other shipments that events of an account concern, and the events that concern any shipment. */
  const concernedBy = (
    accountId: AccountId,
    id: ShipmentId,
    concerning: Parameters<typeof matched.concernedShipments>[1]
  ) =>
    Effect.map(matched.concernedShipments(accountId, concerning), ({ shipments, events: concerned }) => ({
      others: shipments.filter((shipment) => shipment.id !== id),
      concerned
    }))

  /** Retracts events that no carrier reports any longer. Returns the other shipments that lose an event. */
  const retract = Effect.fnUntraced(function* (accountId: AccountId, id: ShipmentId, missing: ReadonlyArray<string>) {
    const stored = yield* events.findByKeys(accountId, missing)
    if (stored.length === 0) return []
    const { others } = yield* concernedBy(
      accountId,
      id,
      stored.map(({ event }) => event)
    )
    const reported = others.length === 0 ? [] : yield* findReported({ accountId, ids: others.map((other) => other.id) })
    const retracted = retractedEvents(
      stored,
      reported.map(({ meanings }) => meanings)
    )
    // Read before the removal: the shipments of a removed event are no longer found by it.
    const concerned =
      retracted.length === stored.length
        ? others
        : (yield* concernedBy(
            accountId,
            id,
            retracted.map(({ event }) => event)
          )).others
    yield* events.remove(accountId, retracted)
    return concerned
  })

  /** Stores a response about a shipment. Returns the other shipments whose events it changes, and the keys of new events. */
  const store = Effect.fnUntraced(function* (accountId: AccountId, id: ShipmentId, response: PollResponse) {
    const { changed, added, inserted } = yield* events.store(accountId, response.events)
    const { others, concerned } = changed.length === 0 ? NONE_CONCERNED : yield* concernedBy(accountId, id, changed)
    yield* untracked.mark(accountId, inserted, concerned, added)
    const [before] = yield* findReported({ accountId, ids: [id] })
    const comparison = compareResponse(new Set(before?.meanings), response)
    const affected = [...others, ...(yield* retract(accountId, id, comparison.missing))]
    if (comparison.changed) {
      yield* sql`INSERT INTO source_answer (account_id, shipment_id, meanings)
        VALUES (${accountId}, ${id}, ${JSON.stringify([...comparison.reported])})
        ON CONFLICT (account_id, shipment_id) DO UPDATE SET meanings = excluded.meanings`
    }
    return { others: [...new Map(affected.map((shipment) => [shipment.id, shipment])).values()], added }
  })

  /** Deletes the stored responses about shipments; the events remain. */
  const clear = (shipments: ReadonlyArray<Shipment>) => {
    const rows = shipments.map(({ accountId, id }) => [accountId, id])
    return sql`DELETE FROM source_answer WHERE (account_id, shipment_id) IN (
      SELECT account_id, id FROM ${jsonRows(sql, OWNED_ID_COLUMNS, rows)} AS released)`
  }

  return { store, clear }
}

export type PollResponses = ReturnType<typeof makePollResponses>
