import type { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { mergeDuplicates, storedEventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { type Cells, ID_COLUMN, insertRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import type { EventCache } from "./EventCache.ts"
import { toStoredEvent } from "./EventCodec.ts"
import { matchKeysOf } from "./MatchKeys.ts"

const EVENT_COLUMNS = jsonColumns({
  id: "TEXT",
  account_id: "TEXT",
  meaning: "TEXT",
  written_at: "BIGINT",
  received_at: "BIGINT",
  body: "TEXT"
})

const NAME_COLUMNS = jsonColumns({
  account_id: "TEXT",
  type: "TEXT",
  value: "TEXT",
  container: "TEXT",
  event_id: "TEXT"
})

const MEANING_COLUMN = jsonColumns({ meaning: "TEXT" })

interface StoredEventRow {
  readonly id: string
  readonly meaning: string
}

/** Each meaning once, with the event to keep of those that share it. */
const distinctByMeaning = (events: ReadonlyArray<CarrierEvent>): ReadonlyMap<string, CarrierEvent> => {
  const kept = new Map<string, CarrierEvent>()
  for (const event of events) {
    const key = storedEventKey(event)
    const other = kept.get(key)
    kept.set(key, other === undefined ? event : mergeDuplicates(other, event))
  }
  return kept
}

const nameCells = (accountId: AccountId, eventId: string, event: CarrierEvent): ReadonlyArray<Cells> =>
  matchKeysOf(event).map(({ type, value, container }) => [accountId, type, value, container, eventId])

/** Takes in what carriers say, once for each meaning; to be used inside a transaction. */
export const makeCarrierEventRows = Effect.fnUntraced(function* (bodies: EventCache) {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  // The rows asked for come first: CROSS JOIN keeps SQLite from walking the large table instead.
  const findHeld = (accountId: AccountId, meanings: ReadonlyArray<string>) => {
    const rows = meanings.map((meaning) => [meaning])
    return sql<StoredEventRow>`SELECT e.id, e.meaning FROM ${jsonRows(sql, MEANING_COLUMN, rows)} AS asked CROSS JOIN carrier_event AS e
      WHERE e.account_id = ${accountId} AND e.meaning = asked.meaning`.withoutTransform
  }

  const remove = Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlyArray<string>) {
    const held = yield* bodies.read(ids)
    const names = [...held].flatMap(([id, event]) => nameCells(accountId, id, event))
    yield* sql`DELETE FROM carrier_event_name WHERE (account_id, type, value, container, event_id) IN (
      SELECT account_id, type, value, container, event_id FROM ${jsonRows(sql, NAME_COLUMNS, names)} AS gone)`
    const rows = ids.map((id) => [id])
    yield* sql`DELETE FROM carrier_event WHERE id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rows)} AS gone)`
  })

  const insert = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyMap<string, CarrierEvent>) {
    const rows: Array<Cells> = []
    const names: Array<Cells> = []
    for (const [meaning, event] of events) {
      const id = `evt_${yield* random.ulid}`
      const written = Option.getOrNull(event.createdDateTime)
      const stored = toStoredEvent(event)
      const body = JSON.stringify(stored)
      rows.push([id, accountId, meaning, written, event.receivedAt, body])
      names.push(...nameCells(accountId, id, event))
      bodies.keep(id, stored, body)
    }
    yield* insertRows(sql, "carrier_event", EVENT_COLUMNS, rows)
    yield* insertRows(sql, "carrier_event_name", NAME_COLUMNS, names)
  })

  /** The events of these meanings, as far as the account holds them. */
  const heldOf = Effect.fnUntraced(function* (accountId: AccountId, meanings: ReadonlyArray<string>) {
    if (meanings.length === 0) return []
    const held = yield* findHeld(accountId, meanings)
    return [...(yield* bodies.read(held.map(({ id }) => id)))].map(([id, event]) => ({ id, event }))
  })

  /**
   * Stores events, and in place of a held one the event of the same meaning that is to be kept. Answers those stored,
   * and how many of them mean what the account did not hold before.
   */
  const takeIn = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>) {
    const incoming = distinctByMeaning(events)
    const news = new Map(incoming)
    const replaced: Array<string> = []
    const held = incoming.size === 0 ? [] : yield* findHeld(accountId, [...incoming.keys()])
    const bodiesHeld = yield* bodies.read(held.map(({ id }) => id))
    for (const { id, meaning } of held) {
      const [event, known] = [incoming.get(meaning), bodiesHeld.get(id)]
      if (event === undefined || known === undefined) continue
      const kept = mergeDuplicates(known, event)
      if (kept === known) news.delete(meaning)
      else {
        replaced.push(id)
        news.set(meaning, kept)
      }
    }
    if (replaced.length > 0) yield* remove(accountId, replaced)
    if (news.size > 0) yield* insert(accountId, news)
    return { news: [...news.values()], added: news.size - replaced.length }
  })

  return { store: takeIn, findByMeaning: heldOf, remove }
})
