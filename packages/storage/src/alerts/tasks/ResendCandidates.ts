import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { DefaultEventType } from "@landfall/core/alerts/EventType"
import type { FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import type { MessageId } from "@landfall/core/alerts/Message"
import type { BulkTaskKind, ResendScope } from "@landfall/core/alerts/operations/DeliveryTask"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { ID_COLUMN, jsonRows } from "../../sql/JsonRows.ts"

/** Where a walk through what an endpoint never got stands, and how far it goes. Instants in milliseconds since the epoch. */
export interface CandidateRange {
  readonly settledAfter: number
  readonly messageAfter: string
  readonly settledLast: number
}

/** A delivery that a walk comes by. */
export interface CandidateRow {
  readonly message_id: MessageId
  readonly settled_at: number
  /** 1: the task takes it. */
  readonly taken: number
}

/** How many deliveries one statement looks at: some milliseconds, for which SQLite lets nobody else go on. */
const COUNT_BATCH_SIZE = 2_000

interface CountBatchRow {
  readonly seen: number
  readonly taken: number
  readonly settled_at: number
  readonly message_id: string | null
}

/**
 * What an endpoint was not given, in the order of the index `delivery_missed`: by when it was given up. The conditions
 * say what core's `takes` says.
 */
export const makeResendCandidates = (sql: SqlClient.SqlClient) => {
  const admitted = (filterTypes: Option.Option<FilterTypes>) => {
    const types = Option.getOrElse(filterTypes, (): ReadonlyArray<string> => DefaultEventType.literals)
    return jsonRows(
      sql,
      ID_COLUMN,
      types.map((type) => [type])
    )
  }

  const asked = (kind: BulkTaskKind, filterTypes: Option.Option<FilterTypes>) =>
    kind === "recover"
      ? sql`(d.state = 'exhausted' OR d.attempts > 0)`
      : sql`(d.state = 'skipped' AND m.example = 0 AND (d.skip_reason IN ('endpoint_disabled', 'plan')
          OR (d.skip_reason = 'filter' AND m.type IN (SELECT id FROM ${admitted(filterTypes)} AS admitted))))`

  const of = (endpointId: EndpointId) => sql`d.endpoint_id = ${endpointId} AND d.state IN ('exhausted', 'skipped')`

  const found = (
    { kind, endpointId, until }: Omit<ResendScope, "since">,
    filterTypes: Option.Option<FilterTypes>,
    { settledAfter, messageAfter, settledLast }: CandidateRange,
    limit: number
  ) =>
    sql`SELECT d.message_id, d.settled_at,
        CASE WHEN m.created_at <= ${until.epochMilliseconds} AND ${asked(kind, filterTypes)} THEN 1 ELSE 0 END AS taken
      FROM delivery AS d JOIN message AS m ON m.id = d.message_id
      WHERE ${of(endpointId)} AND (d.settled_at, d.message_id) > (${settledAfter}, ${messageAfter})
        AND d.settled_at <= ${settledLast}
      ORDER BY d.settled_at, d.message_id LIMIT ${limit}`

  /** Up to `limit` deliveries that come next, those too that are passed by: so no step is longer than another. */
  const walk = (
    span: Omit<ResendScope, "since">,
    filterTypes: Option.Option<FilterTypes>,
    stretch: CandidateRange,
    limit: number
  ) => sql<CandidateRow>`${found(span, filterTypes, stretch, limit)}`.withoutTransform

  /** From the begin of a span to what was given up last; by a worker whose clock is ahead that may be in the future. */
  const stretchOf = Effect.fnUntraced(function* ({ endpointId, since }: ResendScope, now: number) {
    const rows = yield* sql<{ readonly settled_at: number }>`SELECT d.settled_at FROM delivery AS d
      WHERE ${of(endpointId)} ORDER BY d.settled_at DESC LIMIT 1`.withoutTransform
    const settledLast = Math.max(now, rows[0]?.settled_at ?? 0)
    const stretch: CandidateRange = { settledAfter: since.epochMilliseconds, messageAfter: "", settledLast }
    return stretch
  })

  /** How many deliveries of a stretch a task takes. Not to be run in a transaction: it takes its time, in short steps. */
  const count = Effect.fnUntraced(function* (
    span: ResendScope,
    filterTypes: Option.Option<FilterTypes>,
    stretch: CandidateRange
  ) {
    let total = 0
    let after = stretch
    for (let more = true; more; ) {
      const [step] = yield* sql<CountBatchRow>`WITH found AS (${found(span, filterTypes, after, COUNT_BATCH_SIZE)})
        SELECT count(*) AS seen, COALESCE(sum(taken), 0) AS taken, COALESCE(max(settled_at), 0) AS settled_at,
          (SELECT max(message_id) FROM found WHERE settled_at = (SELECT max(settled_at) FROM found)) AS message_id
        FROM found`.withoutTransform
      more = step !== undefined && step.seen === COUNT_BATCH_SIZE
      if (step === undefined) break
      total += step.taken
      after = { ...after, settledAfter: step.settled_at, messageAfter: step.message_id ?? "" }
    }
    return total
  })

  return { rangeOf: stretchOf, count, page: walk }
}
