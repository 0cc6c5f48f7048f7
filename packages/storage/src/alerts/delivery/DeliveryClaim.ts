import {
  type CandidateRequest,
  type ClaimRound,
  candidateRequests,
  closeRound,
  openRound,
  queuesToRead,
  roundExclusions,
  selectCandidates,
  startClaim
} from "@landfall/core/alerts/delivery/ClaimRound"
import type { ClaimQuota } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { CLAIM_KINDS, type ClaimKind } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { MessageId } from "@landfall/core/alerts/Message"
import type { LimitValues } from "@landfall/core/limits/Limits"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { type DueQueue, queueStateOf } from "../queue/DueQueues.ts"
import type { EndpointQueues } from "../queue/EndpointQueues.ts"
import { skipDeliveries } from "../queue/OpenDeliveries.ts"

/** A claimable delivery, as SQL returns it. */
interface DueDelivery {
  readonly message_id: MessageId
  readonly endpoint_id: EndpointId
  readonly attempts: number
  readonly attempts_before: number
  readonly manual: number
  readonly due_at: number
  readonly body: string
}

/** A delivery that was leased, with the queue that it was taken from. */
export interface ClaimedDelivery {
  readonly due: DueDelivery
  readonly queue: DueQueue
}

const REQUEST_COLUMNS = jsonColumns({ id: "TEXT", most: "BIGINT" })
const DELIVERY_KEY_COLUMNS = jsonColumns({ message_id: "TEXT", endpoint_id: "TEXT" })

const skipReasonOf = ({ removed_at }: DueQueue) =>
  removed_at === null ? ("endpoint_disabled" as const) : ("endpoint_deleted" as const)

/** The queues of which a round leases as many deliveries as it may, and several. */
const fullQueuesOf = ({ queues }: ClaimRound): ReadonlySet<EndpointId> =>
  new Set([...queues].flatMap(([id, { leased, quota }]) => (leased > 1 && leased >= quota ? [id] : [])))

/** Leases due deliveries, in the rounds that `ClaimRound` plans. Run it in a transaction. */
export const makeDeliveryClaim = (sql: SqlClient.SqlClient, queues: EndpointQueues, limits: LimitValues) => {
  const { skipLocked } = rowLocks(sql)

  /** The rows of a kind, by the index of their queue. */
  const isClaimable = (kind: ClaimKind, now: number) => {
    switch (kind) {
      case "first":
        return sql`state = 'pending' AND due_at IS NOT NULL`
      case "retry":
        return sql`state = 'retry' AND due_at <= ${now}`
      case "expired":
        return sql`state = 'leased' AND due_at <= ${now}`
    }
  }

  // This package alone writes these columns: decoding thousands of rows a second by schema would cost more than reading.
  const readCandidates = (requests: ReadonlyArray<CandidateRequest>, kind: ClaimKind, now: number) => {
    const requested = jsonRows(
      sql,
      REQUEST_COLUMNS,
      requests.map(({ endpointId, limit }) => [endpointId, limit])
    )
    const picked = sql`SELECT message_id, endpoint_id, attempts, attempts_before, manual, due_at FROM delivery
      WHERE endpoint_id = requested.id AND ${isClaimable(kind, now)} ORDER BY due_at, message_id
      LIMIT requested.most ${skipLocked}`
    return sql.onDialectOrElse({
      pg: () =>
        sql<DueDelivery>`SELECT d.*, m.body FROM ${requested} AS requested CROSS JOIN LATERAL (${picked}) AS d
          JOIN message AS m ON m.id = d.message_id ORDER BY d.due_at, d.message_id, d.endpoint_id`.withoutTransform,
      // SQLite has no lateral joins, and its limits read no column: the largest one applies to each queue. The list of ids is read once for each requested queue, by the queue's index;
      // `CROSS JOIN` prevents the planner from joining messages first, which would read the list again for each message.
      orElse: () =>
        sql<DueDelivery>`SELECT d.message_id, d.endpoint_id, d.attempts, d.attempts_before, d.manual, d.due_at, m.body
          FROM ${requested} AS requested CROSS JOIN delivery AS d CROSS JOIN message AS m
          WHERE m.id = d.message_id AND d.endpoint_id = requested.id AND d.message_id IN (
            SELECT message_id FROM delivery
            WHERE endpoint_id = requested.id AND ${isClaimable(kind, now)} ORDER BY due_at, message_id LIMIT ${Math.max(...requests.map(({ limit }) => limit))})
          ORDER BY d.due_at, d.message_id, d.endpoint_id`.withoutTransform
    })
  }

  const lease = (claimed: ReadonlyArray<DueDelivery>, token: string, until: number) => {
    const keys = claimed.map((due) => [due.message_id, due.endpoint_id])
    return sql`UPDATE delivery SET state = 'leased', lease_token = ${token}, due_at = ${until}
      FROM ${jsonRows(sql, DELIVERY_KEY_COLUMNS, keys)} AS claimed
      WHERE delivery.message_id = claimed.message_id AND delivery.endpoint_id = claimed.endpoint_id`
  }

  /** Reads and selects the deliveries of a round: first attempts, then the others, of which few are due at most times. */
  const fill = Effect.fnUntraced(function* (opened: ClaimRound, now: number) {
    let round = opened
    const claimed: Array<DueDelivery> = []
    const [first, ...others] = CLAIM_KINDS
    for (const kinds of [[first], others]) {
      const reads = kinds.flatMap((kind) => {
        const requests = candidateRequests(round, kind)
        if (requests.length === 0) return []
        const read = readCandidates(requests, kind, now)
        return [Effect.map(read, (candidates) => ({ kind, candidates }))]
      })
      for (const { kind, candidates } of yield* inOneRoundTrip(sql, reads)) {
        const filled = selectCandidates(round, kind, candidates, (due) => due.endpoint_id)
        round = filled.round
        claimed.push(...filled.selected)
      }
    }
    return { round, claimed }
  })

  return Effect.fnUntraced(function* (limit: number, token: string, now: number, until: number, quota: ClaimQuota) {
    const all: Array<ClaimedDelivery> = []
    let progress = startClaim(limit, quota)
    while (!progress.done) {
      const due = yield* queues.due(now, queuesToRead(progress), roundExclusions(progress))
      const queueOf = new Map(due.map((queue) => [queue.endpoint_id, queue]))
      const states = due.map((queue) => queueStateOf(queue, limits))
      const opened = openRound(progress, states, now)
      for (const id of opened.inactive) {
        const queue = queueOf.get(id)
        if (queue === undefined) continue
        const reason = skipReasonOf(queue)
        yield* skipDeliveries(sql, id, { _tag: "EndpointInactive", reason, at: DateTime.makeUnsafe(now) })
      }
      const { round, claimed } = yield* fill(opened, now)
      const closed = closeRound(progress, round, now)
      yield* inOneRoundTrip(sql, [
        ...(claimed.length > 0 ? [lease(claimed, token, until)] : []),
        ...(closed.nextTurns.length > 0 ? [queues.setNextTurns(closed.nextTurns, now, fullQueuesOf(round))] : [])
      ])
      for (const delivery of claimed) {
        const queue = queueOf.get(delivery.endpoint_id)
        if (queue !== undefined) all.push({ due: delivery, queue })
      }
      progress = closed.progress
    }
    return all
  })
}
