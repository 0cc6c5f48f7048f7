import { type Prunable, Retention } from "@landfall/core/alerts/operations/Retention"
import { Limits } from "@landfall/core/limits/Limits"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { LeaseClock } from "../sql/LeaseClock.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"
import { TrackingRows } from "../tracking/shipments/TrackingRows.ts"
import { maintainMonths } from "./MonthPartitions.ts"
import type { PruneBatch } from "./PruneBatch.ts"
import { makeHourPruning, makeMessagePruning, makeResponsePruning, makeTaskPruning } from "./RecordPruning.ts"
import { makeRetentionClock } from "./RetentionClockRows.ts"
import { makeUntrackedEventPruning } from "./UntrackedEventPruning.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const { now, trustClock } = makeRetentionClock(sql, clock)

  const batches: Readonly<Record<Prunable, PruneBatch>> = {
    messages: makeMessagePruning(sql),
    hours: makeHourPruning(sql),
    tasks: makeTaskPruning(sql),
    responses: makeResponsePruning(sql),
    events: makeUntrackedEventPruning(sql, yield* TrackingRows, yield* Limits)
  }

  /** Changes of partitions run in separate transactions, before the first step of a pass over messages. */
  const beforePass = Effect.fnUntraced(function* (kind: Prunable, before: DateTime.Utc) {
    if (kind === "messages") yield* maintainMonths(sql, DateTime.makeUnsafe(yield* clock.now), before)
  })

  const onPostgres = <A, E>(work: Effect.Effect<A, E>) =>
    sql.onDialectOrElse({ pg: () => Effect.asVoid(work), orElse: () => Effect.void })

  return Retention.of({
    now: mapToStorageError("Retention.now")(sql.withTransaction(now)),
    trustClock: mapToStorageError("Retention.trustClock")(sql.withTransaction(trustClock)),
    prune: Effect.fn("Retention.prune")(
      (kind: Prunable, before: DateTime.Utc, after: string, limit: number) =>
        Effect.andThen(
          after === "" ? onPostgres(beforePass(kind, before)) : Effect.void,
          sql.withTransaction(batches[kind](before.epochMilliseconds, after, limit))
        ),
      mapToStorageError("Retention.prune")
    )
  })
})

/** `Retention` over the tables of messages, figures, tasks, stored responses and carrier events. */
export const layer = Layer.effect(Retention, make).pipe(Layer.provide(TrackingRows.layer))
