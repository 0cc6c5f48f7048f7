import type { AccountId } from "@landfall/core/accounts/Account"
import { isExpired, type PruneResult } from "@landfall/core/alerts/operations/Retention"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { storedEventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import {
  eventBytes,
  exceedsUntracked,
  largestUntracked,
  NO_UNTRACKED_EVENTS,
  trackableNumbers,
  type UntrackedSize
} from "@landfall/core/tracking/compaction/UntrackedEvents"
import { matchKeysOf } from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import { Option } from "effect"
import type { CarrierEventRow } from "../state/MemoryRows.ts"
import { joinKey, type MemoryState } from "../state/MemoryState.ts"
import { compactNumbers, concernedShipments, removeEvents } from "./StoredEvents.ts"

type State = MemoryState["Service"]

/** The marked events, of one account or of all, the oldest first. */
const markedEvents = (state: State, accountId?: AccountId): ReadonlyArray<CarrierEventRow> =>
  state.carrierEvents
    .filter((row) => Option.isSome(row.untrackedBytes) && (accountId === undefined || row.accountId === accountId))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

const sizeOf = (rows: ReadonlyArray<CarrierEventRow>): UntrackedSize =>
  rows.reduce(
    ({ events, bytes }, { untrackedBytes }) => ({
      events: events + 1,
      bytes: bytes + Option.getOrElse(untrackedBytes, () => 0)
    }),
    NO_UNTRACKED_EVENTS
  )

const setMark = (state: State, row: CarrierEventRow, untrackedBytes: Option.Option<number>): void =>
  state.carrierEvents.set(joinKey(row.accountId, storedEventKey(row.event)), { ...row, untrackedBytes })

/** Deletes those of these events that concern no shipment, and removes the mark of the others. Returns the number deleted. */
const removeMarked = (state: State, accountId: AccountId, marked: ReadonlyArray<CarrierEventRow>): number => {
  const events = marked.map(({ event }) => event)
  const { events: tracked } = concernedShipments(state, accountId, events, "all")
  for (const row of marked) if (tracked.has(row.event)) setMark(state, row, Option.none())
  const deleted = events.filter((event) => !tracked.has(event))
  removeEvents(state, accountId, deleted.map(storedEventKey))
  return deleted.length
}

/** Deletes the oldest marked events until the account is within its limits. */
const makeRoom = (state: State, accountId: AccountId): void => {
  const marked = markedEvents(state, accountId)
  let first = 0
  while (exceedsUntracked(sizeOf(marked.slice(first)), state.limits, "account")) first++
  removeMarked(state, accountId, marked.slice(0, first))
}

/**
 * Marks the stored events that concern no shipment, and deletes the oldest ones beyond the limits. Returns the number
 * of added events that were rejected. Call it inside a transaction.
 */
export const markUntracked = (
  state: State,
  accountId: AccountId,
  stored: ReadonlyArray<CarrierEvent>,
  concerned: ReadonlySet<CarrierEvent>,
  added: ReadonlySet<string>
): number => {
  const untracked = stored.filter((event) => !concerned.has(event))
  if (untracked.length === 0) return 0
  for (const event of untracked) {
    const row = state.carrierEvents.get(joinKey(accountId, storedEventKey(event)))
    const bytes = eventBytes(JSON.stringify(event), matchKeysOf(event).length)
    if (row !== undefined) setMark(state, row, Option.some(bytes))
  }
  makeRoom(state, accountId)
  return compactNumbers(state, accountId, trackableNumbers(untracked), added)
}

/** Removes expired events that concern no shipment, and the oldest ones while all accounts together have too many. */
export const pruneUntracked = (state: State, before: number, after: string, limit: number): PruneResult => {
  const all = markedEvents(state)
  const page = all.filter(({ id }) => id > after).slice(0, limit)
  const expired = page.filter(({ event }) => isExpired(event.receivedAt, before))
  let removed = 0
  for (const [accountId, rows] of Map.groupBy(expired, (row) => row.accountId))
    removed += removeMarked(state, accountId, rows)
  if (page.length === limit) return { removed, next: Option.fromUndefinedOr(page.at(-1)?.id) }
  const remaining = markedEvents(state)
  if (!exceedsUntracked(sizeOf(remaining), state.limits, "storage")) return { removed, next: Option.none() }
  const accounts = Map.groupBy(remaining, (row) => row.accountId)
  const largest = largestUntracked([...accounts].map(([accountId, rows]) => ({ accountId, rows, ...sizeOf(rows) })))
  if (largest !== undefined) removed += removeMarked(state, largest.accountId, largest.rows.slice(0, limit))
  return { removed, next: Option.fromUndefinedOr(all.at(-1)?.id) }
}
