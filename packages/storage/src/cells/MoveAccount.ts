import { type MoveFacts, type MoveStep, nextAction, VISIBLE_MILLIS } from "@landfall/core/cells/AccountMove"
import type { CellName } from "@landfall/core/cells/CellName"
import { Clock, Effect, Schedule } from "effect"
import { forEachAccountPage } from "./AccountCopy.ts"
import type { AccountTable } from "./AccountTables.ts"
import {
  compareCells,
  type MovingAccount,
  type MovingCell,
  makeSource,
  makeTarget,
  readChanged,
  type Source,
  type Target
} from "./MoveCells.ts"
import {
  type BegunMove,
  beginMove,
  type MoveRecord,
  MoveRejected,
  type MoveRequest,
  makeMoveRecord,
  RENEWAL_INTERVAL
} from "./MoveRecord.ts"
import { addSecrets } from "./SqlCellDirectory.ts"

/** A move, with its accounts, cells and options. */
export interface AccountMoveOptions extends MoveRequest {
  readonly homeCell: MovingCell
  /** The tables of accounts, as `accountTables` reads them. */
  readonly tables: ReadonlyArray<AccountTable>
  /** The cell of a name. */
  readonly cellOf: (name: CellName) => MovingCell
  /** Whether servers may still use cached entries of the directory; false where none serves requests. */
  readonly awaitServers: boolean
  /** Whether the content of every row is compared while no cell serves the account; otherwise the number of rows of each table is. */
  readonly verify: boolean
  readonly onProgress: (progress: MoveProgress) => Effect.Effect<void>
  /** Wakes the workers of the cell that has the account when the move has ended. */
  readonly wake: (cell: CellName) => Effect.Effect<void>
}

/** The progress of a move. */
export interface MoveProgress {
  readonly step: MoveStep
  /** Rows copied by this process. */
  readonly rows: number
  /** Changes applied by this process. */
  readonly changes: number
}

/** The result of a move; its step is `clean`, or `cancel` when it was cancelled. Times in milliseconds. */
export interface MoveResult extends MoveProgress {
  readonly from: CellName
  readonly to: CellName
  /** The time for which no cell served the account; undefined when an earlier process began it. */
  readonly fencedMillis: number | undefined
}

/** The interval at which a mover checks the condition that it waits for. */
const PAUSE = "50 millis"

/** The maximum number of copies of a table while no process writes: a difference after two is a defect. */
const MAX_COPIES = 2

/** The state of one mover. `nextAction` decides from it, and `act` carries the decision out. */
class Mover {
  step: MoveStep
  rows = 0
  changes = 0
  copied = false
  copies = 0
  heldAt: number | undefined
  fencedAt: number | undefined
  fencedMillis: number | undefined
  differing: ReadonlyArray<string> | undefined

  constructor(step: MoveStep) {
    this.step = step
  }
}

interface Parts {
  readonly options: AccountMoveOptions
  readonly move: BegunMove
  readonly account: MovingAccount
  readonly record: MoveRecord
  readonly source: Source
  readonly target: Target
  readonly sourceCell: MovingCell
  readonly targetCell: MovingCell
}

/** Copies the rows after the recorded positions. A table whose last page is recorded is read once more from there. */
const copyRows = Effect.fnUntraced(function* ({ account, options, sourceCell, target }: Parts, mover: Mover) {
  const positions = yield* target.positions
  if (positions.size === 0) yield* target.clear
  for (const table of account.tables) {
    const start = positions.get(table.layout.name) ?? null
    yield* forEachAccountPage(sourceCell.sql, table, account.id, start, (rows, last) =>
      Effect.andThen(
        target.writePage(table, rows, last),
        Effect.suspend(() => {
          mover.rows += rows.length
          return options.onProgress(mover)
        })
      )
    )
  }
  mover.copied = true
  mover.copies += 1
})

/** Applies the oldest changes. They are deleted after the target has them, and applied again when that fails. */
const applyChanges = Effect.fnUntraced(function* (
  { account, options, source, sourceCell, target }: Parts,
  mover: Mover
) {
  const changes = yield* source.readChanges
  if (changes.length === 0) return
  yield* target.applyChanges(yield* readChanged(sourceCell, account, changes))
  yield* source.deleteChanges(changes.map(({ number }) => number))
  mover.changes += changes.length
  yield* options.onProgress(mover)
})

const beginStep = Effect.fnUntraced(function* ({ options, record }: Parts, mover: Mover, step: MoveStep) {
  yield* record.setStep(step)
  mover.step = step
  yield* options.onProgress(mover)
})

/** Ends a move whose account the source serves: the source works for the account again. */
const revert = Effect.fnUntraced(function* ({ move, options, record, source, target }: Parts) {
  yield* source.resume
  yield* options.wake(move.from)
  // The target comes last, because it may be unavailable.
  yield* target.claim
  yield* target.markEmpty
  yield* record.end
})

/** Cancels a move whose copy differs from its source. A difference is a defect. */
const cancelDiffering = Effect.fnUntraced(function* (parts: Parts, mover: Mover, differing: string) {
  yield* beginStep(parts, mover, "cancel")
  yield* revert(parts)
  return yield* new MoveRejected({
    message: `${parts.account.id} stays in ${parts.move.from}: its rows in ${parts.move.to} differ in ${differing} after they were copied. Report this with the version of Postgres of both cells`
  })
})

/** Carries out one action. */
const act = Effect.fnUntraced(function* (parts: Parts, mover: Mover, facts: MoveFacts) {
  const { account, move, options, record, source, sourceCell, target, targetCell } = parts
  const now = Clock.currentTimeMillis
  switch (nextAction(facts)) {
    case "copy":
      return yield* copyRows(parts, mover)
    case "catchUp":
      return yield* applyChanges(parts, mover)
    case "wait":
      yield* applyChanges(parts, mover)
      return yield* Effect.sleep(PAUSE)
    case "beginHold":
      yield* beginStep(parts, mover, "hold")
      yield* source.hold
      mover.heldAt = yield* now
      return
    case "beginFence":
      yield* beginStep(parts, mover, "fence")
      mover.fencedAt = yield* now
      return yield* source.fence
    case "compare":
      mover.differing = yield* compareCells(sourceCell, targetCell, account, options.verify)
      return
    case "copyAgain":
      if (mover.copies >= MAX_COPIES) return yield* cancelDiffering(parts, mover, (mover.differing ?? []).join(", "))
      yield* target.clear
      mover.copied = false
      mover.differing = undefined
      return
    case "switch":
      // The keys and tokens that were created since the copy began; the fence rejects further ones.
      yield* addSecrets(options.homeCell.sql, account.id, yield* source.readSecrets)
      yield* record.decide
      mover.step = "clean"
      if (mover.fencedAt !== undefined) mover.fencedMillis = (yield* now) - mover.fencedAt
      return yield* options.onProgress(mover)
    case "clean":
      yield* target.open
      yield* options.wake(move.to)
      yield* source.clean
      return yield* record.end
    case "cancel":
      return yield* revert(parts)
  }
})

const gatherFacts = Effect.fnUntraced(function* ({ options, source }: Parts, mover: Mover, beganAt: number) {
  const now = yield* Clock.currentTimeMillis
  const isDecided = mover.step === "clean" || mover.step === "cancel"
  const facts: MoveFacts = {
    step: mover.step,
    visibleMillis: options.awaitServers ? now - beganAt : VISIBLE_MILLIS,
    copied: mover.copied,
    changes: isDecided ? 0 : yield* source.countChanges,
    inFlight: mover.step === "hold" ? yield* source.countInFlight : 0,
    heldMillis: mover.heldAt === undefined ? 0 : now - mover.heldAt,
    differing: mover.differing
  }
  return facts
})

/** Prepares both cells for the current step of a move. A continued move repeats the preparation. */
const prepare = Effect.fnUntraced(function* ({ account, options, source, target }: Parts, mover: Mover) {
  yield* source.claim
  if (mover.step === "cancel") return
  yield* target.claim
  if (mover.step === "clean") return
  yield* target.prepare
  yield* source.capture
  yield* addSecrets(options.homeCell.sql, account.id, yield* source.readSecrets)
  if (mover.step === "copy") return
  yield* source.hold
  mover.heldAt = yield* Clock.currentTimeMillis
  if (mover.step === "fence") yield* source.fence
})

const run = Effect.fnUntraced(function* (parts: Parts) {
  const { move, options } = parts
  const mover = new Mover(move.step)
  const beganAt = yield* Clock.currentTimeMillis
  yield* options.onProgress(mover)
  yield* prepare(parts, mover)
  for (;;) {
    const facts = yield* gatherFacts(parts, mover, beganAt)
    yield* act(parts, mover, facts)
    if (facts.step === "clean" || facts.step === "cancel") break
  }
  const { changes, fencedMillis, rows, step } = mover
  const result: MoveResult = { from: move.from, to: move.to, step, rows, changes, fencedMillis }
  return result
})

/**
 * Moves an account to another cell while both serve requests, continues a move that has stopped at any instant, or cancels
 * one. Fails with `MoveRejected`, whose message states what to do; the account is then in exactly one cell.
 */
export const moveAccount = Effect.fn("moveAccount")(function* (options: AccountMoveOptions) {
  const { accountId, cellOf, homeCell } = options
  const move = yield* beginMove(homeCell.sql, homeCell.clock, options)
  const record = makeMoveRecord(homeCell.sql, homeCell.clock, accountId, move)
  const account: MovingAccount = { id: accountId, number: move.number, tables: options.tables }
  const [sourceCell, targetCell] = [cellOf(move.from), cellOf(move.to)]
  const source = makeSource(sourceCell, account)
  const target = makeTarget(targetCell, account)
  const parts: Parts = { options, move, account, record, source, target, sourceCell, targetCell }
  const renewal = Effect.repeat(record.renew, Schedule.spaced(RENEWAL_INTERVAL))
  return yield* run(parts).pipe(
    Effect.raceFirst(Effect.andThen(renewal, Effect.never)),
    // A lease that is not released ends by itself; the next mover waits for that.
    Effect.ensuring(
      Effect.catch(record.release, (error) =>
        Effect.annotateLogs(
          Effect.logWarning(
            `The lease of the move of ${account.id} could not be released; it expires by itself.`,
            error
          ),
          { accountId: account.id }
        )
      )
    )
  )
})

/**
 * Records that a move is cancelled: its source serves the account, and the process that runs the move stops. A mover
 * that continues the move reverts the changes in both cells.
 */
export const cancelMove = Effect.fn("cancelMove")(function* (
  homeCell: MovingCell,
  request: Omit<MoveRequest, "intent">
) {
  const move = yield* beginMove(homeCell.sql, homeCell.clock, { ...request, intent: { _tag: "Cancel" } })
  yield* makeMoveRecord(homeCell.sql, homeCell.clock, request.accountId, move).release
  return move
})
