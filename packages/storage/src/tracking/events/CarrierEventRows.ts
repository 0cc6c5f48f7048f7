import type { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { changesByReceived, mergeReceived } from "@landfall/core/tracking/carriers/ReceivedEvents"
import { eventBytes, NO_UNTRACKED_EVENTS } from "@landfall/core/tracking/compaction/UntrackedEvents"
import { matchKeysOf } from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import { Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { type Cells, ID_COLUMN, insertTables, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import type { EventCache } from "./EventCache.ts"
import { toStoredEvent } from "./EventCodec.ts"

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

const decodeSize = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ events: Schema.Int, bytes: Schema.Int })).check(Schema.isMaxLength(1))
)

/** An event that was just stored, with its size. */
export interface InsertedEvent {
  readonly id: string
  readonly event: CarrierEvent
  readonly bytes: number
}

/** An event as one account stores it. */
export interface StoredCarrierEvent {
  readonly id: string
  /** Its `storedEventKey`. */
  readonly key: string
  readonly event: CarrierEvent
}

const nameCells = (accountId: AccountId, eventId: string, event: CarrierEvent): ReadonlyArray<Cells> =>
  matchKeysOf(event).map(({ type, value, container }) => [accountId, type, value, container, eventId])

/** Reads and writes carriers' events, each account's under their `storedEventKey`; use it inside a transaction. */
export const makeCarrierEventRows = Effect.fnUntraced(function* (cache: EventCache) {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  // The sign prevents SQLite from reading every event of the account instead of those with the ids.
  const hasAccount = sql.onDialectOrElse({ sqlite: () => sql.literal("+"), orElse: () => sql.literal("") })

  /** The stored events of these keys. */
  const findByKeys = Effect.fnUntraced(function* (accountId: AccountId, keys: ReadonlyArray<string>) {
    if (keys.length === 0) return []
    // CROSS JOIN prevents SQLite from scanning the large table instead of the rows of the parameter.
    const rows = yield* sql<{ readonly id: string; readonly meaning: string }>`SELECT e.id, e.meaning
      FROM ${jsonRows(
        sql,
        MEANING_COLUMN,
        keys.map((key) => [key])
      )} AS named CROSS JOIN carrier_event AS e
      WHERE e.account_id = ${accountId} AND e.meaning = named.meaning`.withoutTransform
    const events = yield* cache.read(
      accountId,
      rows.map(({ id }) => id)
    )
    return rows.flatMap(({ id, meaning }): ReadonlyArray<StoredCarrierEvent> => {
      const event = events.get(id)
      return event === undefined ? [] : [{ id, key: meaning, event }]
    })
  })

  /** Adds to the stored amount of untracked events of an account, and returns the sum. */
  const countUntracked = Effect.fnUntraced(function* (accountId: AccountId, events: number, bytes: number) {
    const counted = yield* sql`UPDATE account
      SET untracked_events = untracked_events + ${events}, untracked_bytes = untracked_bytes + ${bytes}
      WHERE id = ${accountId} RETURNING untracked_events AS events, untracked_bytes AS bytes`
    const [size = NO_UNTRACKED_EVENTS] = yield* decodeSize(counted)
    return size
  })

  const remove = Effect.fnUntraced(function* (
    accountId: AccountId,
    stored: ReadonlyArray<Pick<StoredCarrierEvent, "id" | "event">>
  ) {
    if (stored.length === 0) return
    const names = stored.flatMap(({ id, event }) => nameCells(accountId, id, event))
    yield* sql`DELETE FROM carrier_event_name WHERE (account_id, type, value, container, event_id) IN (
      SELECT account_id, type, value, container, event_id FROM ${jsonRows(sql, NAME_COLUMNS, names)} AS removed)`
    const ids = stored.map(({ id }) => [id])
    const deleted = yield* sql`DELETE FROM carrier_event
      WHERE ${hasAccount}account_id = ${accountId} AND id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS removed)
      RETURNING untracked_bytes`.values
    const untracked = deleted.flatMap(([bytes]) => (bytes === null ? [] : [Number(bytes)]))
    if (untracked.length === 0) return
    const total = untracked.reduce((sum, bytes) => sum + bytes, 0)
    yield* countUntracked(accountId, -untracked.length, -total)
  })

  const insert = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyMap<string, CarrierEvent>) {
    const rows: Array<Cells> = []
    const names: Array<Cells> = []
    const inserted: Array<InsertedEvent> = []
    for (const [key, event] of events) {
      const id = `evt_${yield* random.ulid}`
      const stored = toStoredEvent(event)
      const body = JSON.stringify(stored)
      rows.push([id, accountId, key, Option.getOrNull(event.createdDateTime), event.receivedAt, body])
      const keys = nameCells(accountId, id, event)
      names.push(...keys)
      inserted.push({ id, event, bytes: eventBytes(body, keys.length) })
      cache.add(id, stored, body)
    }
    yield* insertTables(sql, [
      ["carrier_event", EVENT_COLUMNS, rows],
      ["carrier_event_name", NAME_COLUMNS, names]
    ])
    return inserted
  })

  /** Stores received events. Returns those that changed something, and the keys of those that were not stored before. */
  const store = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>) {
    const received = mergeReceived(events)
    const stored = yield* findByKeys(accountId, [...received.keys()])
    const { changed, replaced, added } = changesByReceived(
      received,
      new Map(stored.map(({ key, event }) => [key, event]))
    )
    const outdated = new Set(replaced)
    yield* remove(
      accountId,
      stored.filter(({ key }) => outdated.has(key))
    )
    const inserted = yield* insert(accountId, changed)
    return { changed: [...changed.values()], added, inserted }
  })

  return { store, findByKeys, remove, countUntracked }
})
