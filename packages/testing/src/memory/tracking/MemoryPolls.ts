import { NEVER_POLLED } from "@landfall/core/tracking/polling/CarrierHealth"
import { NOT_USED } from "@landfall/core/tracking/polling/CarrierUsage"
import { ACCOUNTS_PER_CLAIM, isScarce, selectDuePolls } from "@landfall/core/tracking/polling/PollSelection"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option } from "effect"
import type { CarrierRow, PollRow } from "../state/MemoryRows.ts"
import type { MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

export const carrierOf = ({ poll }: PollRow): Option.Option<Scac> => Option.map(poll.query, ({ scac }) => scac)

export const isAt = (row: PollRow, scac: Scac): boolean => Option.contains(carrierOf(row), scac)

export const isDue = ({ poll }: PollRow, now: number): boolean => Option.exists(poll.dueAt, (at) => at <= now)

/** The scheduled polls, the longest due first. */
export const scheduledPolls = (state: State): ReadonlyArray<PollRow> => {
  const dueAt = ({ poll }: PollRow) => Option.getOrElse(poll.dueAt, () => Number.POSITIVE_INFINITY)
  return state.polls
    .filter(({ poll }) => Option.isSome(poll.dueAt))
    .toSorted((a, b) => dueAt(a) - dueAt(b) || (a.shipmentId < b.shipmentId ? -1 : 1))
}

export const carrierRow = (state: State, scac: Scac): CarrierRow =>
  state.carriers.get(scac) ?? { scac, usage: NOT_USED, health: NEVER_POLLED, fingerprint: Option.none(), turnAfter: "" }

export const updateCarrier = (state: State, scac: Scac, changes: Partial<CarrierRow>): void =>
  state.carriers.set(scac, { ...carrierRow(state, scac), ...changes })

/** The due polls of a carrier that a claim leases. Where more are due than its share, its accounts take turns. */
export const takeDue = (state: State, scac: Scac, share: number, now: number): ReadonlyArray<PollRow> => {
  const ofCarrier = scheduledPolls(state).filter((row) => isAt(row, scac))
  const due = ofCarrier.filter((row) => isDue(row, now))
  if (!isScarce(due.length, share)) return due
  const accountOf = ({ shipmentId }: PollRow) => state.shipments.get(shipmentId)?.accountId
  const accounts = [...new Set(ofCarrier.map(accountOf))]
    .filter((accountId) => accountId !== undefined)
    .filter((accountId) => accountId > carrierRow(state, scac).turnAfter)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .slice(0, ACCOUNTS_PER_CLAIM)
  const polls = accounts.map((accountId) => ({
    accountId,
    longestDue: due.find((row) => accountOf(row) === accountId)?.shipmentId
  }))
  const longestDue = due.map(({ shipmentId }) => shipmentId)
  const { shipments, turnAfter } = selectDuePolls(share, polls, longestDue)
  updateCarrier(state, scac, { turnAfter })
  return due.filter(({ shipmentId }) => shipments.includes(shipmentId))
}
