import type { CarrierEvent } from "@landfall/core/tracking/CarrierEvent"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Generations } from "../Generations.ts"
import { IDS, jsonRows } from "../JsonRows.ts"
import { decodeBody, eventOf, type StoredEvent } from "./EventBody.ts"
import { EventParts } from "./EventParts.ts"

/** How many events are kept read: a shipment's next event asks for all of those before. */
const KEPT_READ = 131_072

interface BodyRow {
  readonly id: string
  readonly body: string
}

/** Reads events by the ids of their rows. A row never changes, so what was read once is kept. */
export const makeEventBodies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const kept = new Generations<CarrierEvent>(KEPT_READ)
  const parts = new EventParts()

  const findBodies = (ids: ReadonlyArray<string>) => {
    const rows = ids.map((id) => [id])
    return sql<BodyRow>`SELECT e.id, e.body FROM ${jsonRows(sql, IDS, rows)} AS asked
      JOIN carrier_event AS e ON e.id = asked.id`.withoutTransform
  }

  /** Keeps an event that was just written under this id. */
  const keep = (id: string, stored: StoredEvent): void => {
    const event = eventOf(stored, parts)
    if (event !== undefined) kept.set(id, event)
  }

  /** The events of these rows, by id. */
  const read = Effect.fnUntraced(function* (ids: Iterable<string>) {
    const events = new Map<string, CarrierEvent>()
    const missing: Array<string> = []
    for (const id of new Set(ids)) {
      const event = kept.get(id)
      if (event === undefined) missing.push(id)
      else events.set(id, event)
    }
    if (missing.length === 0) return events
    for (const { id, body } of yield* findBodies(missing)) {
      const event = yield* decodeBody(body, parts)
      kept.set(id, event)
      events.set(id, event)
    }
    return events
  })

  return { keep, read }
})

export type EventBodies = Effect.Success<typeof makeEventBodies>
