import type { Delivery, DeliveryState } from "@landfall/core/alerts/delivery/Delivery"
import { awaitsFirstAttempt } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import { SkipReason } from "@landfall/core/alerts/Message"
import { DateTime, Schema } from "effect"
import type { Cells } from "../../sql/JsonRows.ts"

/** The columns of the table `delivery` that hold its state, in the order of `stateCells`. */
export const STATE_COLUMNS = {
  state: "TEXT",
  due_at: "BIGINT",
  attempts: "BIGINT",
  skip_reason: "TEXT",
  settled_at: "BIGINT"
} as const

/**
 * Encodes the state of a delivery. The column `state` divides `Pending`, so that an index serves first attempts before
 * retries.
 *
 * @param ahead the milliseconds by which the queue's clock is ahead of the clock of the state's due time
 */
export const stateCells = (delivery: Delivery, ahead: number): Cells => {
  const { state } = delivery
  const { attempts } = state
  switch (state._tag) {
    case "Pending":
      return [
        awaitsFirstAttempt(delivery) ? "pending" : "retry",
        state.dueAt.epochMilliseconds + ahead,
        attempts,
        null,
        null
      ]
    case "Leased":
      return ["leased", state.until.epochMilliseconds + ahead, attempts, null, null]
    case "Succeeded":
      return ["succeeded", null, attempts, null, state.at.epochMilliseconds]
    case "Exhausted":
      return ["exhausted", null, attempts, null, state.at.epochMilliseconds]
    case "Skipped":
      return ["skipped", null, attempts, state.reason, state.at.epochMilliseconds]
  }
}

/** The columns that hold the state of a delivery, with the properties that depend on its value. */
export const StateRow = Schema.Union([
  Schema.Struct({
    state: Schema.Literals(["waiting", "pending", "retry", "leased"]),
    dueAt: Schema.Int,
    attempts: Schema.Int
  }),
  Schema.Struct({ state: Schema.Literals(["succeeded", "exhausted"]), settledAt: Schema.Int, attempts: Schema.Int }),
  Schema.Struct({
    state: Schema.Literal("skipped"),
    settledAt: Schema.Int,
    skipReason: SkipReason,
    attempts: Schema.Int
  })
])

/**
 * Decodes the state of a delivery.
 *
 * @param ahead the milliseconds by which the queue's clock is ahead of the caller's
 */
export const stateOf = (row: typeof StateRow.Type, ahead: number): DeliveryState => {
  const { attempts } = row
  switch (row.state) {
    case "waiting":
    case "pending":
    case "retry":
      return { _tag: "Pending", attempts, dueAt: DateTime.makeUnsafe(row.dueAt - ahead) }
    case "leased":
      return { _tag: "Leased", attempts, until: DateTime.makeUnsafe(row.dueAt - ahead) }
    case "succeeded":
      return { _tag: "Succeeded", attempts, at: DateTime.makeUnsafe(row.settledAt) }
    case "exhausted":
      return { _tag: "Exhausted", attempts, at: DateTime.makeUnsafe(row.settledAt) }
    case "skipped":
      return { _tag: "Skipped", attempts, reason: row.skipReason, at: DateTime.makeUnsafe(row.settledAt) }
  }
}
