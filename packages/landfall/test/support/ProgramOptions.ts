import { type ParseArgsConfig, parseArgs } from "node:util"

/** The exit code of a program that was called wrongly. */
const WRONG_USAGE = 2

/** Prints what is wrong with a call, and the usage, to standard error. */
export const rejectUsage = (usage: string, ...lines: ReadonlyArray<string>): undefined => {
  for (const line of [...lines, `Usage: ${usage}`]) console.error(line)
  process.exitCode = WRONG_USAGE
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Ends the program at a signal by `process.exit`, so that the processes that it started end with it: by default no exit handler runs. */
const exitOnSignals = (): void => {
  for (const signal of SIGNALS) process.once(signal, () => process.exit(1))
}

/**
 * Reads the options with which a program was called. Undefined when it was called for its usage, which is printed, or with an
 * option that it does not have. From then on a signal ends the program and the processes that it starts.
 */
export const readOptions = <Config extends ParseArgsConfig>(usage: string, config: Config) => {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg === "--help" || arg === "-h")) {
    console.log(`Usage: ${usage}`)
    return
  }
  exitOnSignals()
  try {
    return parseArgs({ ...config, args })
  } catch (error) {
    // The first sentence states the option; the others are about positional arguments.
    return rejectUsage(usage, (error instanceof Error ? error.message : String(error)).replace(/\. .*$/s, "."))
  }
}
