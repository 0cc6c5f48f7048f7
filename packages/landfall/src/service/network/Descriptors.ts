import { readFileSync } from "node:fs"
import { Option, Result } from "effect"
import { type DescriptorBudget, divideDescriptors } from "./DescriptorBudget.ts"

const OPEN_FILES = /^Max open files\s+(\d+|unlimited)/m

/** The soft limit of open files in the text of `/proc/PID/limits` (proc(5)); none when it is unlimited or missing. */
export const parseOpenFiles = (limits: string): Option.Option<number> =>
  Option.filter(
    Option.map(Option.fromUndefinedOr(OPEN_FILES.exec(limits)?.[1]), Number),
    (limit) => Number.isInteger(limit) && limit > 0
  )

/** The maximum number of files that this process may open; none where the system has no `/proc`. */
const openFileLimit = (): Option.Option<number> =>
  Option.flatMap(Result.getSuccess(Result.try(() => readFileSync("/proc/self/limits", "utf8"))), parseOpenFiles)

/**
 * The division of the file descriptors of this process. It reads its limit once: Node raises it to the hard limit at
 * its start.
 */
export const descriptorBudget: DescriptorBudget = divideDescriptors(
  Option.getOrElse(openFileLimit(), () => Number.POSITIVE_INFINITY)
)
