import { setTimeout as sleep } from "node:timers/promises"
import { type Running, start } from "../support/Command.ts"
import type { KillTarget } from "./BrokerReceiver.ts"
import type { Fleet } from "./Fleet.ts"
import type { RandomChoices } from "./RandomChoices.ts"

/** What the moves of a run have come to. */
export interface MoveCounts {
  /** Moves that the command has finished. */
  finished: number
  /** Moves whose command was killed: a server or worker continues them. */
  killed: number
  /** Moves that were cancelled. */
  cancelled: number
  /** Commands that were rejected, such as for an account that a server moves already. */
  rejected: number
}

const MAX_PAUSE_MILLIS = 500
/** One command in so many cancels a move. */
const CANCELS_ONCE_IN = 5

/** What a rejected command prints; anything else is a defect. */
const REJECTION =
  /Another process|cannot move to|cannot be cancelled|One account leaves a cell|cannot be used|Cannot connect|ECONNREFUSED|terminat|read-only|connection to a database was lost/

/** Moves accounts between cells by `landfall cells`, one command after the other, and each can be killed. */
export const startMover = (
  { folder, settings }: Fleet,
  accounts: ReadonlyArray<string>,
  cells: ReadonlyArray<string>,
  random: RandomChoices
) => {
  const counts: MoveCounts = { finished: 0, killed: 0, cancelled: 0, rejected: 0 }
  const faults: Array<string> = []
  let isRunning = true
  let isKilled = false
  let current: Running | undefined

  const runOne = async () => {
    const account = random.oneOf(accounts)
    const cancels = random.onceIn(CANCELS_ONCE_IN)
    const args = cancels ? ["cancel", account] : ["move", account, "--to", random.oneOf(cells), "--verify"]
    isKilled = false
    current = start(folder, ["cells", ...args], settings)
    const { code, stderr } = await current.ended
    current = undefined
    if (isKilled) counts.killed++
    else if (code === 0) counts[cancels ? "cancelled" : "finished"]++
    else if (REJECTION.test(stderr)) counts.rejected++
    else faults.push(`landfall cells ${args.join(" ")} ended with ${code}: ${stderr.slice(-500)}`)
    await sleep(random.between(0, MAX_PAUSE_MILLIS))
  }
  const loop = (async () => {
    while (isRunning) await runOne()
  })()

  const target: KillTarget = {
    name: "a move",
    kill: async () => {
      isKilled = current !== undefined
      current?.child.kill("SIGKILL")
      await current?.ended
    },
    // The next move starts by itself.
    start: () => {},
    up: async () => {}
  }
  return {
    target,
    counts,
    faults,
    /** Begins no further move, and waits until the last command has ended. */
    stop: async () => {
      isRunning = false
      await loop
    }
  }
}
