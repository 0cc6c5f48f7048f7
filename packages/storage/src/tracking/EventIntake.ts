import type { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/CarrierEvent"
import { meaningKey, preferred } from "@landfall/core/tracking/EventMeaning"
import { Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, SqlSchema } from "effect/sql"
import { type Cells, columns, IDS, insertRows, jsonRows } from "../JsonRows.ts"
import type { EventBodies } from "./EventBodies.ts"
import { encodeBody } from "./EventBody.ts"
import { namesOf } from "./EventNames.ts"

const EVENT_COLUMNS = columns({
  id: "TEXT",
  account_id: "TEXT",
  meaning: "TEXT",
  written_at: "BIGINT",
  received_at: "BIGINT",
  body: "TEXT"
})

const NAME_COLUMNS = columns({
  account_id: "TEXT",
  type: "TEXT",
  value: "TEXT",
  container: "TEXT",
  event_id: "TEXT"
})

const MEANINGS = columns({ meaning: "TEXT" })

const HeldRow = Schema.Struct({
  id: Schema.String,
  meaning: Schema.String,
  writtenAt: Schema.OptionFromNullOr(Schema.Int),
  receivedAt: Schema.Int
})
type HeldRow = typeof HeldRow.Type

/** Each meaning once, with the event to keep of those that share it. */
const byMeaning = (events: ReadonlyArray<CarrierEvent>): ReadonlyMap<string, CarrierEvent> => {
  const kept = new Map<string, CarrierEvent>()
  for (const event of events) {
    const key = meaningKey(event)
    const other = kept.get(key)
    kept.set(key, other === undefined ? event : preferred(other, event))
  }
  return kept
}

/** As `preferred` decides: the one written later, and of the same writing the one received first. */
const replaces = (event: CarrierEvent, held: HeldRow): boolean => {
  const written = Option.getOrElse<number, number>(event.createdDateTime, () => Number.NEGATIVE_INFINITY)
  const heldWritten = Option.getOrElse(held.writtenAt, () => Number.NEGATIVE_INFINITY)
  return written === heldWritten ? event.receivedAt < held.receivedAt : written > heldWritten
}

const nameCells = (accountId: AccountId, eventId: string, event: CarrierEvent): ReadonlyArray<Cells> =>
  namesOf(event).map(({ type, value, container }) => [accountId, type, value, container, eventId])

/** Takes in what carriers say, once for each meaning; to be used inside a transaction. */
export const makeEventIntake = Effect.fnUntraced(function* (bodies: EventBodies) {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  // The rows asked for come first: CROSS JOIN keeps SQLite from walking the large table instead.
  const findHeld = SqlSchema.findAll({
    Request: Schema.Struct({ accountId: Schema.String, meanings: Schema.Array(Schema.String) }),
    Result: HeldRow,
    execute: ({ accountId, meanings }) => {
      const rows = meanings.map((meaning) => [meaning])
      return sql`SELECT e.id, e.meaning, e.written_at, e.received_at
        FROM ${jsonRows(sql, MEANINGS, rows)} AS asked CROSS JOIN carrier_event AS e
        WHERE e.account_id = ${accountId} AND e.meaning = asked.meaning`
    }
  })

  const remove = Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlyArray<string>) {
    const held = yield* bodies.read(ids)
    const names = [...held].flatMap(([id, event]) => nameCells(accountId, id, event))
    yield* sql`DELETE FROM carrier_event_name WHERE (account_id, type, value, container, event_id) IN (
      SELECT account_id, type, value, container, event_id FROM ${jsonRows(sql, NAME_COLUMNS, names)} AS gone)`
    const rows = ids.map((id) => [id])
    yield* sql`DELETE FROM carrier_event WHERE id IN (SELECT id FROM ${jsonRows(sql, IDS, rows)} AS gone)`
  })

  const insert = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyMap<string, CarrierEvent>) {
    const rows: Array<Cells> = []
    const names: Array<Cells> = []
    for (const [meaning, event] of events) {
      const id = `evt_${yield* random.ulid}`
      const written = Option.getOrNull(event.createdDateTime)
      rows.push([id, accountId, meaning, written, event.receivedAt, encodeBody(event)])
      names.push(...nameCells(accountId, id, event))
      bodies.keep(id, event)
    }
    yield* insertRows(sql, "carrier_event", EVENT_COLUMNS, rows)
    yield* insertRows(sql, "carrier_event_name", NAME_COLUMNS, names)
  })

  /** Removes the events of these meanings, as far as the account holds them. */
  const retract = Effect.fnUntraced(function* (accountId: AccountId, meanings: ReadonlyArray<string>) {
    const held = meanings.length === 0 ? [] : yield* findHeld({ accountId, meanings })
    if (held.length > 0) {
      yield* remove(
        accountId,
        held.map(({ id }) => id)
      )
    }
  })

  /**
   * Stores events, and in place of a held one the event of the same meaning that is to be kept. Answers those stored,
   * and how many of them mean what the account did not hold before.
   */
  const takeIn = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>) {
    const incoming = byMeaning(events)
    const news = new Map(incoming)
    const replaced: Array<string> = []
    const held = incoming.size === 0 ? [] : yield* findHeld({ accountId, meanings: [...incoming.keys()] })
    for (const row of held) {
      const event = incoming.get(row.meaning)
      if (event !== undefined && replaces(event, row)) replaced.push(row.id)
      else news.delete(row.meaning)
    }
    if (replaced.length > 0) yield* remove(accountId, replaced)
    if (news.size > 0) yield* insert(accountId, news)
    return { news: [...news.values()], added: news.size - replaced.length }
  })

  return { takeIn, retract }
})
