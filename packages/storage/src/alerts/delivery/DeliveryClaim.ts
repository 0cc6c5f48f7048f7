import type { ClaimQuota } from "@landfall/core/alerts/delivery/DeliveryQueue"
import {
  decideTurn,
  positionAfter,
  type QueuePosition,
  type QueueState
} from "@landfall/core/alerts/delivery/QueueTurn"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { MessageId } from "@landfall/core/alerts/Message"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { type DueQueue, type EndpointQueues, QUEUE_BATCH_SIZE, queueStateOf } from "../queue/EndpointQueues.ts"
import { skipDeliveries } from "../queue/OpenDeliveries.ts"

/** How often one claim goes round the line, so that none takes long. */
const MAX_ROUNDS = 8

/** How soon a queue is looked at again of which only retries were left, when no more of these were to be leased. */
const RETRY_QUEUE_DELAY_MILLIS = 100

/** A delivery whose turn has come, as SQL gives it. */
interface DueDelivery {
  readonly message_id: MessageId
  readonly endpoint_id: EndpointId
  readonly attempts: number
  readonly attempts_before: number
  readonly manual: number
  readonly due_at: number
  readonly body: string
}

/** A delivery that was leased, with the queue it was taken from. */
export interface ClaimedDelivery {
  readonly due: DueDelivery
  readonly queue: DueQueue
}

/** A queue that a claim takes from. */
interface OpenQueue {
  readonly queue: DueQueue
  readonly state: QueueState
  quota: number
  leased: number
}

const DELIVERY_KEY_COLUMNS = jsonColumns({ message_id: "TEXT", endpoint_id: "TEXT" })

/** What is due of the states that a delivery waits in; a lease that has ended is due again. */
type ClaimableState = "pending" | "retry" | "leased"

/**
 * Leases due deliveries: goes round the endpoints' queues, a fair part of each, until nothing is due or `limit` is
 * reached. To be run in a transaction.
 */
export const makeDeliveryClaim = (sql: SqlClient.SqlClient, queues: EndpointQueues) => {
  const { skipLocked } = rowLocks(sql)

  const inQueue = (state: ClaimableState, now: number) =>
    state === "pending"
      ? sql`state = 'pending' AND due_at IS NOT NULL`
      : sql`state = ${sql.literal(`'${state}'`)} AND due_at <= ${now}`

  // The columns are written by this package alone; decoding thousands a second by schema would cost more than reading.
  const dueOf = (opens: ReadonlyArray<OpenQueue>, state: ClaimableState, now: number, limit: number) => {
    const asked = jsonRows(
      sql,
      ID_COLUMN,
      opens.map(({ queue }) => [queue.endpoint_id])
    )
    const picked = sql`SELECT message_id, endpoint_id, attempts, attempts_before, manual, due_at FROM delivery
      WHERE endpoint_id = asked.id AND ${inQueue(state, now)} ORDER BY due_at, message_id LIMIT ${limit} ${skipLocked}`
    return sql.onDialectOrElse({
      pg: () =>
        sql<DueDelivery>`SELECT d.*, m.body FROM ${asked} AS asked CROSS JOIN LATERAL (${picked}) AS d
          JOIN message AS m ON m.id = d.message_id ORDER BY d.due_at, d.message_id, d.endpoint_id`.withoutTransform,
      // SQLite has no lateral joins. The list of ids is read once for each queue that was asked for, by the queue's index;
      // `CROSS JOIN` keeps the planner from joining messages first, which would read the list again for each of them.
      orElse: () =>
        sql<DueDelivery>`SELECT d.message_id, d.endpoint_id, d.attempts, d.attempts_before, d.manual, d.due_at, m.body
          FROM ${asked} AS asked CROSS JOIN delivery AS d CROSS JOIN message AS m
          WHERE m.id = d.message_id AND d.endpoint_id = asked.id AND d.message_id IN (
            SELECT message_id FROM delivery
            WHERE endpoint_id = asked.id AND ${inQueue(state, now)} ORDER BY due_at, message_id LIMIT ${limit})
          ORDER BY d.due_at, d.message_id, d.endpoint_id`.withoutTransform
    })
  }

  const lease = (claimed: ReadonlyArray<ClaimedDelivery>, token: string, until: number) => {
    const keys = claimed.map(({ due }) => [due.message_id, due.endpoint_id])
    return sql`UPDATE delivery SET state = 'leased', lease_token = ${token}, due_at = ${until}
      FROM ${jsonRows(sql, DELIVERY_KEY_COLUMNS, keys)} AS claimed
      WHERE delivery.message_id = claimed.message_id AND delivery.endpoint_id = claimed.endpoint_id`
  }

  /** Takes what is due of a state from queues that have room left, `most` in all. */
  const take = Effect.fnUntraced(function* (
    opens: ReadonlyArray<OpenQueue>,
    state: ClaimableState,
    now: number,
    most: number
  ) {
    const asked = opens.filter(({ quota, leased }) => leased < quota)
    const limit = asked.reduce((largest, { quota, leased }) => Math.max(largest, quota - leased), 0)
    if (limit === 0 || most <= 0) return []
    const byEndpoint = new Map(asked.map((open) => [open.queue.endpoint_id, open]))
    const claimed: Array<ClaimedDelivery> = []
    for (const due of yield* dueOf(asked, state, now, Math.min(limit, most))) {
      const open = byEndpoint.get(due.endpoint_id)
      if (open === undefined || open.leased >= open.quota || claimed.length >= most) continue
      open.leased++
      claimed.push({ due, queue: open.queue })
    }
    return claimed
  })

  /** Sees to the queues whose turn has come, and answers those to take from, with the places of the others. */
  const openUp = Effect.fnUntraced(function* (
    due: ReadonlyArray<DueQueue>,
    fair: number,
    now: number,
    shares: ClaimQuota
  ) {
    const opens: Array<OpenQueue> = []
    const places: Array<QueuePosition> = []
    for (const queue of due) {
      const state = queueStateOf(queue)
      const turn = decideTurn(state, fair, now, shares)
      if (turn._tag === "Take") opens.push({ queue, state, quota: turn.quota, leased: 0 })
      else {
        if (turn._tag === "Close") yield* skipDeliveries(sql, queue.endpoint_id, "due", skipReasonOf(queue), now)
        places.push({ ...positionAfter(state, 0, now), notBefore: turn._tag === "Wait" ? turn.until : now })
      }
    }
    return { opens, places }
  })

  return Effect.fnUntraced(function* (limit: number, token: string, now: number, until: number, shares: ClaimQuota) {
    const all: Array<ClaimedDelivery> = []
    const had = new Map<EndpointId, number>()
    const shareLeft = (id: EndpointId): number => Math.max(0, shares.limitFor(id) - (had.get(id) ?? 0))
    let retries = shares.maxRetries
    for (let round = 0; round < MAX_ROUNDS && all.length < limit; round++) {
      const served = [...had.keys()].filter((id) => shareLeft(id) === 0)
      const due = yield* queues.due(now, [...shares.excludedEndpoints, ...served])
      const room = limit - all.length
      const turns = due.slice(0, room)
      const { opens, places } = yield* openUp(turns, Math.ceil(room / due.length), now, {
        ...shares,
        limitFor: shareLeft
      })
      const claimed = yield* take(opens, "pending", now, room)
      for (const state of ["retry", "leased"] as const) {
        const again = yield* take(opens, state, now, Math.min(room - claimed.length, retries))
        retries -= again.length
        claimed.push(...again)
      }
      if (claimed.length > 0) yield* lease(claimed, token, until)
      for (const { state, leased } of opens) {
        had.set(state.endpointId, (had.get(state.endpointId) ?? 0) + leased)
        const place = positionAfter(state, leased, now)
        places.push(leased > 0 || retries > 0 ? place : { ...place, notBefore: now + RETRY_QUEUE_DELAY_MILLIS })
      }
      if (places.length > 0) yield* queues.setPositions(places, now)
      all.push(...claimed)
      const emptied = ({ quota, leased, state }: OpenQueue) => leased < quota || shareLeft(state.endpointId) === 0
      if (due.length < QUEUE_BATCH_SIZE && opens.every(emptied)) break
    }
    return all
  })
}

const skipReasonOf = ({ removed_at }: DueQueue) => (removed_at === null ? "endpoint_disabled" : "endpoint_deleted")
