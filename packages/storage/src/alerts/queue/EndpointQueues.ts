import type { QueuePostponement } from "@landfall/core/alerts/delivery/QueuePostponement"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { makeDueQueues } from "./DueQueues.ts"
import { makeQueueChanges } from "./QueueChanges.ts"
import { makeQueueSchedule } from "./QueueSchedule.ts"

const POSTPONEMENT_COLUMNS = jsonColumns({ endpoint_id: "TEXT", until: "BIGINT", reason: "TEXT", message: "TEXT" })

/**
 * The queues of all endpoints, in the order of their turns. Use them in transactions. A transaction changes queues at
 * its end, locked in the order of their ids, and claims skip locked rows, so that no two transactions wait for each
 * other.
 */
export const makeEndpointQueues = (sql: SqlClient.SqlClient) => {
  const { due, nextDue } = makeDueQueues(sql)
  const schedule = makeQueueSchedule(sql)
  const { wake, reschedule, postpone, advance } = makeQueueChanges(sql, schedule)

  /**
   * Postpones queues and records the reason. Use it last in a transaction that changes no queue otherwise.
   *
   * @param ahead the milliseconds by which the queue's clock is ahead of the clock of the postponements
   */
  const hold = Effect.fnUntraced(function* (postponements: ReadonlyMap<EndpointId, QueuePostponement>, ahead: number) {
    const rows = [...postponements].map(([id, { until, reason, message }]) => [id, until + ahead, reason, message])
    const update = sql`UPDATE endpoint_queue SET postponed_until = held.until, postponed_reason = held.reason,
        postponed_message = held.message, next_at = held.until
      FROM ${jsonRows(sql, POSTPONEMENT_COLUMNS, rows)} AS held WHERE endpoint_queue.endpoint_id = held.endpoint_id`
    yield* inOneRoundTrip(sql, [schedule.lock(postponements.keys()), update])
  })

  /** Advances every line of an endpoint whose first delivery waits. */
  const advanceAll = Effect.fnUntraced(function* (endpointId: EndpointId, now: number) {
    const waiting = yield* sql<{ readonly shipment_id: string }>`SELECT DISTINCT shipment_id FROM delivery
      WHERE endpoint_id = ${endpointId} AND state = 'waiting' AND due_at IS NOT NULL`.withoutTransform
    yield* advance(
      waiting.map(({ shipment_id }) => ({ endpointId, shipmentId: shipment_id })),
      now
    )
  })

  return { due, nextDue, setNextTurns: schedule.setNextTurns, wake, reschedule, postpone, hold, advance, advanceAll }
}

export type EndpointQueues = ReturnType<typeof makeEndpointQueues>
