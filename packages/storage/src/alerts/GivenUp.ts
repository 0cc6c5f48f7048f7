import type { SpanKind, TaskSpan } from "@landfall/core/alerts/DeliveryTask"
import type { FilterTypes } from "@landfall/core/alerts/Endpoint"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EventType } from "@landfall/core/alerts/EventType"
import type { MessageId } from "@landfall/core/alerts/Message"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { IDS, jsonRows } from "../JsonRows.ts"

/** Where a walk through what an endpoint never got stands, and how far it goes. Instants in milliseconds since the epoch. */
export interface Stretch {
  readonly settledAfter: number
  readonly messageAfter: string
  readonly settledLast: number
}

/** A delivery that a walk comes by. */
export interface Found {
  readonly message_id: MessageId
  readonly settled_at: number
  /** 1: the task takes it. */
  readonly taken: number
}

/**
 * What an endpoint was not given, in the order of the index `delivery_missed`: by when it was given up. The conditions
 * say what core's `takes` says.
 */
export const makeGivenUp = (sql: SqlClient.SqlClient) => {
  const admitted = (filterTypes: Option.Option<FilterTypes>) => {
    const types = Option.getOrElse(filterTypes, (): ReadonlyArray<string> => EventType.literals)
    return jsonRows(
      sql,
      IDS,
      types.map((type) => [type])
    )
  }

  const asked = (kind: SpanKind, filterTypes: Option.Option<FilterTypes>) =>
    kind === "recover"
      ? sql`(d.state = 'exhausted' OR d.attempts > 0)`
      : sql`(d.state = 'skipped' AND m.example = 0 AND (d.skip_reason IN ('endpoint_disabled', 'plan')
          OR (d.skip_reason = 'filter' AND m.type IN (SELECT id FROM ${admitted(filterTypes)} AS admitted))))`

  const of = (endpointId: EndpointId) => sql`d.endpoint_id = ${endpointId} AND d.state IN ('exhausted', 'skipped')`

  /** How many deliveries of a span there are, and when the last of them was given up. */
  const count = Effect.fnUntraced(function* (
    { kind, endpointId, since, until }: TaskSpan,
    filterTypes: Option.Option<FilterTypes>
  ) {
    const rows = yield* sql<{ readonly total: number; readonly last: number | null }>`
      SELECT count(*) AS total, max(d.settled_at) AS last
      FROM delivery AS d JOIN message AS m ON m.id = d.message_id
      WHERE ${of(endpointId)} AND d.settled_at >= ${since.epochMilliseconds}
        AND m.created_at <= ${until.epochMilliseconds} AND ${asked(kind, filterTypes)}`.withoutTransform
    return { total: rows[0]?.total ?? 0, last: rows[0]?.last ?? 0 }
  })

  /** Up to `limit` deliveries that come next, those too that are passed by: so no step is longer than another. */
  const walk = (
    kind: SpanKind,
    endpointId: EndpointId,
    until: number,
    filterTypes: Option.Option<FilterTypes>,
    { settledAfter, messageAfter, settledLast }: Stretch,
    limit: number
  ) =>
    sql<Found>`SELECT d.message_id, d.settled_at,
        CASE WHEN m.created_at <= ${until} AND ${asked(kind, filterTypes)} THEN 1 ELSE 0 END AS taken
      FROM delivery AS d JOIN message AS m ON m.id = d.message_id
      WHERE ${of(endpointId)} AND (d.settled_at, d.message_id) > (${settledAfter}, ${messageAfter})
        AND d.settled_at <= ${settledLast}
      ORDER BY d.settled_at, d.message_id LIMIT ${limit}`.withoutTransform

  return { count, walk }
}
