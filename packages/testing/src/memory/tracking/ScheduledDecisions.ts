import { nextDemoRoundAt } from "@landfall/core/tracking/decisions/DemoRound"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { registrationKey } from "@landfall/core/tracking/shipments/ShipmentChanges"
import type { ShipmentDecision } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Option } from "effect"
import type { RegistrationRow } from "../state/MemoryRows.ts"
import type { MemoryState } from "../state/MemoryState.ts"
import { decideOn, pollEvidence, snapshotOf } from "./ShipmentWrites.ts"

type State = MemoryState["Service"]

interface DemoRound {
  readonly row: RegistrationRow
  readonly dueAt: number
}

/** The demo rounds, the longest due first. */
const demoRounds = (state: State): ReadonlyArray<DemoRound> =>
  state.registrations
    .values()
    .flatMap((row) => (Option.isSome(row.demoDueAt) ? [{ row, dueAt: row.demoDueAt.value }] : []))
    .toSorted((a, b) => a.dueAt - b.dueAt)

/** Runs the demo rounds that are due. */
export const runDemoRounds = (
  state: State,
  now: DateTime.Utc,
  intervalMillis: number,
  limit: number,
  decide: ShipmentDecision
) => {
  const nowMillis = DateTime.toEpochMillis(now)
  const due = demoRounds(state)
    .filter((round) => round.dueAt <= nowMillis)
    .slice(0, limit)
  for (const { row, dueAt } of due) {
    const key = registrationKey(row.registration.shipmentId, row.registration.endpointId)
    const next = nextDemoRoundAt(dueAt, intervalMillis, nowMillis)
    state.registrations.set(key, { ...row, demoDueAt: Option.some(next) })
  }
  for (const [id, rounds] of Map.groupBy(due, ({ row }) => row.registration.shipmentId)) {
    const shipment = state.shipments.get(id)
    if (shipment === undefined) continue
    const snapshot = snapshotOf(
      state,
      shipment,
      rounds.map(({ row }) => row)
    )
    decideOn(state, shipment.accountId, [snapshot], now, decide)
  }
  return { rounds: due.length, nextDueAt: Option.fromUndefinedOr(demoRounds(state)[0]?.dueAt) }
}

/** The shipments with a scheduled review, the longest due first. */
const scheduledReviews = (state: State): ReadonlyArray<{ readonly shipment: Shipment; readonly dueAt: number }> =>
  state.shipments
    .values()
    .flatMap((shipment) =>
      Option.isSome(shipment.reviewAt) ? [{ shipment, dueAt: DateTime.toEpochMillis(shipment.reviewAt.value) }] : []
    )
    .toSorted((a, b) => a.dueAt - b.dueAt || (a.shipment.id < b.shipment.id ? -1 : 1))

/** Reviews the shipments that are due. */
export const runReviews = (state: State, now: DateTime.Utc, limit: number, decide: ShipmentDecision) => {
  const due = scheduledReviews(state)
    .filter(({ dueAt }) => dueAt <= DateTime.toEpochMillis(now))
    .slice(0, limit)
  for (const { shipment } of due) {
    const snapshot = { ...snapshotOf(state, shipment), ...pollEvidence(state, shipment.id) }
    decideOn(state, shipment.accountId, [snapshot], now, decide)
  }
  return { reviews: due.length, nextDueAt: Option.fromUndefinedOr(scheduledReviews(state)[0]?.dueAt) }
}
