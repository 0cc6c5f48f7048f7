import type { AccountId } from "@landfall/core/accounts/Account"
import {
  type AttributedEvents,
  attributeStored,
  hasNoReferences,
  MAX_EVENTS_OF_CALL,
  sharedCallOf
} from "@landfall/core/tracking/carriers/CallAttribution"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { ANY_CONTAINER, CALL_TYPE } from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import type { makeCarrierEventRows } from "./CarrierEventRows.ts"
import type { EventCache } from "./EventCache.ts"

const CALL_COLUMNS = jsonColumns({ value: "TEXT" })

const callsOf = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<string> => [
  ...new Set(events.map(sharedCallOf).filter((call) => call !== undefined))
]

/**
 * Attributes events of vessels without a container and a document, by the events of their calls that an account has
 * stored; inside a transaction.
 */
export const makeCallRows = Effect.fnUntraced(function* (
  cache: EventCache,
  rows: Effect.Success<ReturnType<typeof makeCarrierEventRows>>
) {
  const sql = yield* SqlClient.SqlClient

  const findIds = (accountId: AccountId, calls: ReadonlyArray<string>, scope: "of containers" | "that name nothing") =>
    Effect.map(
      sql<{ readonly id: string }>`SELECT n.event_id AS id FROM ${jsonRows(
        sql,
        CALL_COLUMNS,
        calls.map((call) => [call])
      )} AS named CROSS JOIN carrier_event_name AS n
        WHERE n.account_id = ${accountId} AND n.type = ${CALL_TYPE} AND n.value = named.value
          AND ${scope === "of containers" ? sql`n.container <> ${ANY_CONTAINER}` : sql`n.container = ${ANY_CONTAINER}`}
        LIMIT ${MAX_EVENTS_OF_CALL * calls.length}`.withoutTransform,
      (found) => found.map(({ id }) => id)
    )

  const attribute = Effect.fnUntraced(function* (accountId: AccountId, events: ReadonlyArray<CarrierEvent>) {
    const calls = callsOf(events)
    const unchanged: AttributedEvents = { events, resolved: [], attributed: 0 }
    if (calls.length === 0) return unchanged
    const nameless = callsOf(events.filter(hasNoReferences))
    const waiting = yield* findIds(accountId, calls, "that name nothing")
    const ids =
      nameless.length === 0 ? waiting : [...waiting, ...(yield* findIds(accountId, nameless, "of containers"))]
    if (ids.length === 0) return unchanged
    const stored = yield* cache.read(accountId, ids)
    const result = attributeStored(events, [...stored.values()])
    const resolved = new Set(result.resolved)
    const removed = [...stored].flatMap(([id, event]) => (resolved.has(event) ? [{ id, event }] : []))
    yield* rows.remove(accountId, removed)
    return result
  })

  return { attribute }
})
