import type { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { GenerationalCache } from "../../sql/GenerationalCache.ts"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"
import { decodeEvent, fromStoredEvent, type StoredEvent } from "./EventCodec.ts"
import { EventPartCache } from "./EventPartCache.ts"

/**
 * The capacity in bytes, as estimated by `add` and `fetch`: some 200,000 events. Every new event of a shipment needs all of those
 * before, and to decode them again takes a third of the time of an import.
 */
const CACHE_CAPACITY = 128 * 1024 * 1024

/** The longest stored text of a cached event, in characters. Longer ones are decoded each time, to bound the memory. */
const MAX_CACHED_LENGTH = 2_048

/**
 * A decoded event, and its size in bytes: about the characters of its stored text, and the parts that no other event
 * has.
 */
interface CachedEvent {
  readonly event: CarrierEvent
  readonly bytes: number
}

interface EventBodyRow {
  readonly id: string
  readonly body: string
}

const NO_EVENTS: ReadonlyMap<string, CarrierEvent> = new Map()

/** Reads events of an account by the ids of their rows, through a cache that never goes stale: a row is inserted and deleted, never changed. */
export const makeEventCache = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cached = new GenerationalCache<CachedEvent>(CACHE_CAPACITY, (_, { bytes }) => bytes)
  const parts = new EventPartCache()

  const findBodies = (accountId: AccountId, ids: ReadonlySet<string>) => {
    const rows = [...ids].map((id) => [id])
    // CROSS JOIN prevents SQLite from reading every event of the account.
    return sql<EventBodyRow>`SELECT e.id, e.body FROM ${jsonRows(sql, ID_COLUMN, rows)} AS named
      CROSS JOIN carrier_event AS e WHERE e.account_id = ${accountId} AND e.id = named.id`.withoutTransform
  }

  /** Caches an event that was just inserted under this id, as it will be read. */
  const add = (id: string, stored: StoredEvent, body: string): void => {
    if (body.length > MAX_CACHED_LENGTH) return
    const bytesSoFar = parts.bytesMade
    const event = fromStoredEvent(stored, parts)
    if (event !== undefined) cached.set(id, { event, bytes: body.length + parts.bytesMade - bytesSoFar })
  }

  /** Decodes and caches the events of these rows, by id. */
  const fetch = Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlySet<string>) {
    const events = new Map<string, CarrierEvent>()
    for (const { id, body } of yield* findBodies(accountId, ids)) {
      const bytesSoFar = parts.bytesMade
      const event = yield* decodeEvent(body, parts)
      if (body.length <= MAX_CACHED_LENGTH) cached.set(id, { event, bytes: body.length + parts.bytesMade - bytesSoFar })
      events.set(id, event)
    }
    return events
  })

  /** The events of each of these lists of rows, in any order; deleted rows are omitted. */
  const readLists = Effect.fnUntraced(function* (accountId: AccountId, lists: ReadonlyArray<ReadonlyArray<string>>) {
    const missing: Array<{ readonly id: string; readonly events: Array<CarrierEvent> }> = []
    const results = lists.map((ids) => {
      const events: Array<CarrierEvent> = []
      for (const id of ids) {
        const entry = cached.get(id)
        if (entry === undefined) missing.push({ id, events })
        else events.push(entry.event)
      }
      return events
    })
    if (missing.length === 0) return results
    const fetched = yield* fetch(accountId, new Set(missing.map(({ id }) => id)))
    for (const { id, events } of missing) {
      const event = fetched.get(id)
      if (event !== undefined) events.push(event)
    }
    return results
  })

  /** The events of these rows, by id. */
  const read = Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlyArray<string>) {
    const entries = ids.map((id) => [id, cached.get(id)?.event] as const)
    const missing = entries.flatMap(([id, event]) => (event === undefined ? [id] : []))
    const fetched = missing.length === 0 ? NO_EVENTS : yield* fetch(accountId, new Set(missing))
    const events = new Map<string, CarrierEvent>()
    for (const [id, event = fetched.get(id)] of entries) if (event !== undefined) events.set(id, event)
    return events
  })

  return { add, read, readLists }
})

export type EventCache = Effect.Success<typeof makeEventCache>
