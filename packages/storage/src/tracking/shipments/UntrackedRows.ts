import type { AccountId } from "@landfall/core/accounts/Account"
import { Limits } from "@landfall/core/limits/Limits"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { maxEventsOf } from "@landfall/core/tracking/compaction/EventCompaction"
import {
  exceedsUntracked,
  type TrackableNumber,
  trackableNumbers,
  type UntrackedSize
} from "@landfall/core/tracking/compaction/UntrackedEvents"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import type { InsertedEvent, makeCarrierEventRows } from "../events/CarrierEventRows.ts"
import type { EventCache } from "../events/EventCache.ts"
import type { EventBounds } from "./EventBounds.ts"
import type { MatchedRows } from "./MatchedRows.ts"

const MARK_COLUMNS = jsonColumns({ account_id: "TEXT", id: "TEXT", bytes: "BIGINT" })
const PLACED_COLUMNS = jsonColumns({ place: "BIGINT", type: "TEXT", value: "TEXT" })

/** The maximum number of events that one step examines. */
const PAGE_SIZE = 500

/** The maximum number of steps by which one transaction makes room: more than one batch of events needs. */
const MAX_STEPS = 5

/** The maximum number of numbers that one transaction compacts; the others follow when their next events arrive. */
const MAX_COMPACTED = 20

/** An event that concerned no shipment when it was stored. */
export interface UntrackedEvent {
  readonly id: string
  readonly untracked_bytes: number
}

/**
 * Marks, counts and deletes events that concern no shipment; use it inside a transaction that has locked the account. A
 * mark is lazy: it stays when a shipment is added that the event concerns, until the event would be deleted.
 */
export const makeUntrackedRows = Effect.fnUntraced(function* (
  cache: EventCache,
  rows: Effect.Success<ReturnType<typeof makeCarrierEventRows>>,
  matched: MatchedRows,
  bounds: EventBounds
) {
  const sql = yield* SqlClient.SqlClient
  const limits = yield* Limits

  /** The oldest marked events of an account. */
  const oldest = (accountId: AccountId, limit: number) =>
    sql<UntrackedEvent>`SELECT id, untracked_bytes FROM carrier_event
      WHERE account_id = ${accountId} AND untracked_bytes IS NOT NULL ORDER BY id LIMIT ${limit}`.withoutTransform

  /** Deletes those of these events that concern no shipment, and removes the mark of the others. Returns the number deleted. */
  const settle = Effect.fnUntraced(function* (accountId: AccountId, marked: ReadonlyArray<UntrackedEvent>) {
    if (marked.length === 0) return 0
    const events = yield* cache.read(
      accountId,
      marked.map(({ id }) => id)
    )
    const tracked = (yield* matched.concernedShipments(accountId, [...events.values()], "all")).events
    const isTracked = ({ id }: UntrackedEvent): boolean => {
      const event = events.get(id)
      return event !== undefined && tracked.has(event)
    }
    const released = marked.filter(isTracked)
    if (released.length > 0) {
      const ids = released.map(({ id }) => [id])
      yield* sql`UPDATE carrier_event SET untracked_bytes = NULL
        WHERE account_id = ${accountId} AND id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS released)
          AND untracked_bytes IS NOT NULL`
      yield* rows.countUntracked(
        accountId,
        -released.length,
        -released.reduce((sum, { untracked_bytes }) => sum + untracked_bytes, 0)
      )
    }
    const deleted = marked.flatMap((one) => {
      const event = events.get(one.id)
      return event === undefined || isTracked(one) ? [] : [{ id: one.id, event }]
    })
    yield* rows.remove(accountId, deleted)
    return deleted.length
  })

  /** Deletes the oldest marked events until the account is within its limits. */
  const makeRoom = Effect.fnUntraced(function* (accountId: AccountId, size: UntrackedSize) {
    let current = size
    for (let batch = 0; batch < MAX_STEPS && exceedsUntracked(current, limits, "account"); batch++) {
      const excess: Array<UntrackedEvent> = []
      for (const marked of yield* oldest(accountId, PAGE_SIZE)) {
        if (!exceedsUntracked(current, limits, "account")) break
        excess.push(marked)
        current = { events: current.events - 1, bytes: current.bytes - marked.untracked_bytes }
      }
      if (excess.length === 0) return
      yield* settle(accountId, excess)
    }
  })

  /** Those of these numbers that have more than `most` keys, at most some of them. */
  const findCrowded = (accountId: AccountId, numbers: ReadonlyArray<TrackableNumber>, most: number) => {
    const cells = numbers.map(({ referenceType, number }, place) => [place, referenceType, number])
    return Effect.map(
      sql<{ readonly place: number }>`SELECT place FROM ${jsonRows(sql, PLACED_COLUMNS, cells)} AS named
        WHERE EXISTS (SELECT 1 FROM carrier_event_name AS n WHERE n.account_id = ${accountId}
          AND n.type = named.type AND n.value = named.value LIMIT 1 OFFSET ${most})
        LIMIT ${MAX_COMPACTED}`.withoutTransform,
      (rows) => rows.flatMap(({ place }) => numbers[place] ?? [])
    )
  }

  /** The numbers of these events that have more events than a number may have, at most some of them. */
  const findFull = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>) {
    const full: Array<TrackableNumber & { readonly id: string }> = []
    for (const [most, numbers] of Map.groupBy(trackableNumbers(events), (number) => maxEventsOf(number, limits))) {
      for (const number of yield* findCrowded(accountId, numbers, most)) {
        full.push({ ...number, id: `${accountId} ${number.referenceType} ${number.number}` })
      }
    }
    return full
  })

  /**
   * Marks the inserted events that concern no shipment, and deletes the oldest ones beyond the limits. Returns the number
   * of inserted events that were rejected.
   */
  const mark = Effect.fnUntraced(function* (
    accountId: AccountId,
    inserted: ReadonlyArray<InsertedEvent>,
    concerned: ReadonlySet<CarrierEvent>,
    added: ReadonlySet<string>
  ) {
    const untracked = inserted.filter(({ event }) => !concerned.has(event))
    if (untracked.length === 0) return 0
    const marks = untracked.map(({ id, bytes }) => [accountId, id, bytes])
    yield* sql`UPDATE carrier_event SET untracked_bytes = marked.bytes
      FROM ${jsonRows(sql, MARK_COLUMNS, marks)} AS marked
      WHERE carrier_event.account_id = marked.account_id AND carrier_event.id = marked.id`
    const total = untracked.reduce((sum, { bytes }) => sum + bytes, 0)
    const size = yield* rows.countUntracked(accountId, untracked.length, total)
    yield* makeRoom(accountId, size)
    const full = yield* findFull(
      accountId,
      untracked.map(({ event }) => event)
    )
    if (full.length === 0) return 0
    const { excess } = yield* bounds.compact(accountId, full, yield* matched.eventsOf(accountId, full), added)
    return excess
  })

  return { mark, oldest, settle }
})
