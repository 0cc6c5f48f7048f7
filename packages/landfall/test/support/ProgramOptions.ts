import { type ParseArgsConfig, parseArgs } from "node:util"

/** The exit code of a program that was called wrongly. */
const WRONG_USAGE = 2

/** Prints what is wrong with a call, and the usage, to standard error. */
export const rejectUsage = (usage: string, ...lines: ReadonlyArray<string>): undefined => {
  for (const line of [...lines, `Usage: ${usage}`]) console.error(line)
  process.exitCode = WRONG_USAGE
}

/**
 * Reads the options with which a program was called. Undefined when it was called for its usage, which is printed, or with an
 * option that it does not have.
 */
export const readOptions = <Config extends ParseArgsConfig>(usage: string, config: Config) => {
  const args = process.argv.slice(2)
  if (args.some((arg) => arg === "--help" || arg === "-h")) {
    console.log(`Usage: ${usage}`)
    return
  }
  try {
    return parseArgs({ ...config, args })
  } catch (error) {
    // The first sentence states the option; the others are about positional arguments.
    return rejectUsage(usage, (error instanceof Error ? error.message : String(error)).replace(/\. .*$/s, "."))
  }
}
