import { Option, Schema } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { CellName } from "./CellName.ts"

/**
 * The steps of a move, in their order. `copy`: the source serves the account, and its rows are copied and followed.
 * `hold`: as `copy`, and the source begins no background work for the account, so that deliveries in flight end. `fence`:
 * no cell serves it, the source rejects every write, and the last changes are copied. `clean`: the target serves it,
 * and the source deletes its rows. `cancel`, in place of `clean`: the source serves it again, and the target deletes
 * its rows.
 */
export const MoveStep = Schema.Literals(["copy", "hold", "fence", "clean", "cancel"])
export type MoveStep = typeof MoveStep.Type

/** A move of an account that is not finished. */
export interface AccountMove {
  readonly from: CellName
  readonly to: CellName
  readonly step: MoveStep
}

/** The cell of an account, and its move while one is not finished. An account without an entry is in the home cell. */
export interface CellEntry {
  readonly accountId: AccountId
  /** The cell that has the account; while a move is not decided, its source. */
  readonly cell: CellName
  readonly move: Option.Option<AccountMove>
}

/** The longest time that a server uses an entry of an account that does not move, since it began to read it. */
export const DIRECTORY_TTL_MILLIS = 1_000

/** The cell that serves an account; none while it is fenced. */
export const servingCell = ({ cell, move }: CellEntry): Option.Option<CellName> =>
  Option.exists(move, ({ step }) => step === "fence") ? Option.none() : Option.some(cell)

/** Whether servers may use an entry for `DIRECTORY_TTL_MILLIS`. That of an account that may be fenced is read each time. */
export const isLasting = ({ move }: CellEntry): boolean => Option.isNone(move) || move.value.step === "clean"

/** The time from the first step until no server uses an older entry: a response of the directory can be late. */
export const VISIBLE_MILLIS = DIRECTORY_TTL_MILLIS + 500

/** The longest wait for deliveries in flight. Those that take longer are sent again by the target. */
export const MAX_HOLD_MILLIS = 20_000

/** The maximum number of changes that are left to the time in which no cell serves the account. */
export const MAX_FENCED_CHANGES = 200

/** The facts by which a mover decides its next action. */
export interface MoveFacts {
  readonly step: MoveStep
  /** The time since this mover read or began the first step. */
  readonly visibleMillis: number
  /** Whether every row was copied once. */
  readonly copied: boolean
  /** The changes of the source that the target does not have, counted up to more than `MAX_FENCED_CHANGES`. */
  readonly changes: number
  /** The deliveries of the account that the source is sending. */
  readonly inFlight: number
  /** The time since the source stopped beginning work for the account. */
  readonly heldMillis: number
  /** The tables in which the cells differ; undefined before they were compared. */
  readonly differing: ReadonlyArray<string> | undefined
}

/** The next action of a mover. `begin…` changes the step; `switch` makes the target serve, and is the only decision. */
export type MoveAction =
  | "copy"
  | "catchUp"
  | "wait"
  | "beginHold"
  | "beginFence"
  | "compare"
  | "copyAgain"
  | "switch"
  | "clean"
  | "cancel"

const actionInHold = ({ changes, heldMillis, inFlight }: MoveFacts): MoveAction => {
  if (changes > MAX_FENCED_CHANGES) return "catchUp"
  return inFlight > 0 && heldMillis < MAX_HOLD_MILLIS ? "wait" : "beginFence"
}

const actionInFence = ({ changes, copied, differing }: MoveFacts): MoveAction => {
  if (!copied) return "copy"
  if (changes > 0) return "catchUp"
  if (differing === undefined) return "compare"
  return differing.length === 0 ? "switch" : "copyAgain"
}

/** The next action of a move. */
export const nextAction = (facts: MoveFacts): MoveAction => {
  switch (facts.step) {
    case "copy":
      if (!facts.copied) return "copy"
      if (facts.changes > MAX_FENCED_CHANGES) return "catchUp"
      return facts.visibleMillis < VISIBLE_MILLIS ? "wait" : "beginHold"
    case "hold":
      return facts.copied ? actionInHold(facts) : "copy"
    case "fence":
      return actionInFence(facts)
    case "clean":
    case "cancel":
      return facts.step
  }
}

/** The reason why an account cannot be moved now; undefined when it can, or when its move is continued. */
export const moveRejection = (
  { cell, move }: Pick<CellEntry, "cell" | "move">,
  to: CellName,
  cells: ReadonlyArray<CellName>
): string | undefined => {
  const names = cells.join(", ")
  if (!cells.includes(to)) return `there is no cell ${to}: LANDFALL_CELLS names ${names}`
  if (Option.isSome(move)) {
    const { from, step, to: target } = move.value
    if (step === "cancel") return `its move to ${target} is being cancelled: wait until that has ended`
    if (!cells.includes(from)) return `it moves from ${from}, which LANDFALL_CELLS does not name: add that cell`
    if (target === to) return undefined
    return step === "clean"
      ? `its move to ${target} deletes the rows in ${from}: finish it with --to ${target}`
      : `it moves to ${target} already: finish that with --to ${target}`
  }
  if (!cells.includes(cell)) return `it is in the cell ${cell}, which LANDFALL_CELLS does not name: add that cell`
  return cell === to ? `it is in ${to}` : undefined
}

/** The reason why a move cannot be continued, or cancelled, now; undefined when it can. */
export const continuationRejection = (
  { move }: Pick<CellEntry, "move">,
  isCancelled: boolean,
  cells: ReadonlyArray<CellName>
): string | undefined => {
  if (Option.isNone(move)) return "it does not move"
  const { from, step, to } = move.value
  const missing = [from, to].find((name) => !cells.includes(name))
  if (missing !== undefined) return `LANDFALL_CELLS does not name its cell ${missing}: add that cell`
  return isCancelled && step === "clean" ? `${to} has it, and ${from} deletes its rows` : undefined
}
