import { type EgressModeChange, EgressModeStore, type StoredEgress } from "@landfall/core/alerts/egress/EgressModeStore"
import { type Listener, ListenerPurpose } from "@landfall/core/alerts/egress/Listener"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { insertRows, jsonColumns } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { DeliverySignal } from "../queue/DeliverySignal.ts"
import { EGRESS_MODE_TABLE, readStoredMode, writeMode } from "./EgressModeRow.ts"

const ListenerRow = Schema.Struct({
  address: Schema.String,
  port: Schema.Int,
  purpose: ListenerPurpose,
  publicHost: Schema.NullOr(Schema.String)
})

const LISTENER_COLUMNS = jsonColumns({
  process: "TEXT",
  address: "TEXT",
  port: "BIGINT",
  purpose: "TEXT",
  public_host: "TEXT",
  seen_at: "BIGINT"
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const signal = yield* DeliverySignal
  const clock = yield* LeaseClock
  const locks = rowLocks(sql)
  const { andUnfencedIn } = accountFences(sql)
  const decodeListeners = Schema.decodeUnknownEffect(Schema.Array(ListenerRow))

  const readListeners = (since: number) =>
    Effect.flatMap(
      sql`SELECT DISTINCT address, port, purpose, public_host FROM listener WHERE seen_at >= ${since}
        ORDER BY port, address, purpose`,
      decodeListeners
    )

  const readAll = Effect.fnUntraced(function* (since: number) {
    const stored: StoredEgress = { mode: yield* readStoredMode(sql), listeners: yield* readListeners(since) }
    return stored
  })

  // The rows are locked in the order of their ids.
  const resume = Effect.gen(function* () {
    const now = yield* clock.now
    yield* sql`SELECT 1 FROM endpoint_queue WHERE postponed_reason = 'egress_policy' AND postponed_until > ${now}
      ${andUnfencedIn("endpoint", "endpoint_id")} ORDER BY endpoint_id ${locks.forChange}`
    yield* sql`UPDATE endpoint_queue SET postponed_until = NULL, next_at = ${now}
      WHERE postponed_reason = 'egress_policy' AND postponed_until > ${now} ${andUnfencedIn("endpoint", "endpoint_id")}`
    yield* sql.afterCommit(signal.notify)
  }).pipe(sql.withTransaction, mapToStorageError("EgressModeStore.resume"))

  const modify = Effect.fnUntraced(
    function* (since: number, change: EgressModeChange) {
      yield* locks.lockName(EGRESS_MODE_TABLE)
      const after = change(yield* readAll(since))
      if (Option.isNone(after)) return after
      yield* writeMode(sql, after.value)
      return after
    },
    sql.withTransaction,
    mapToStorageError("EgressModeStore.modify")
  )

  const announce = Effect.fnUntraced(
    function* (process: string, listeners: ReadonlyArray<Listener>, at: number, expired: number) {
      yield* sql`DELETE FROM listener WHERE process = ${process} OR seen_at < ${expired}`
      if (listeners.length === 0) return
      const rows = listeners.map(({ address, port, purpose, publicHost }) => [
        process,
        address,
        port,
        purpose,
        publicHost,
        at
      ])
      yield* insertRows(sql, "listener", LISTENER_COLUMNS, rows)
    },
    sql.withTransaction,
    mapToStorageError("EgressModeStore.announce")
  )

  return EgressModeStore.of({
    read: (since) => mapToStorageError("EgressModeStore.read")(readAll(since)),
    modify,
    resume,
    announce
  })
})

/** `EgressModeStore` in the tables `egress_mode` and `listener`. */
export const layer = Layer.effect(EgressModeStore, make)
