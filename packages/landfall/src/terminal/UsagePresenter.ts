import { joinWithOr } from "@landfall/core/faults/Fault"
import { Console } from "effect"
import { type CliError, CliOutput, type HelpDoc } from "effect/cli"

const didYouMean = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : `; did you mean ${joinWithOr(suggestions)}?`

const quote = (text: string): string => JSON.stringify(text)

/** The sentence of a fault in the words of a command, without a full stop. */
const describeUsageFault = (command: string, error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `${command} has no flag ${error.option}${didYouMean(error.suggestions)}`
    case "UnknownSubcommand":
      return `${command} has no subcommand ${quote(error.subcommand)}${didYouMean(error.suggestions)}`
    case "MissingOption":
      return `${command} needs the flag --${error.option}`
    case "MissingArgument":
      return `${command} needs the argument ${error.argument}`
    case "UnexpectedArgument":
      return `${command} takes no further argument: remove ${error.arguments.map(quote).join(" ")}`
    case "InvalidValue":
      return `${error.kind === "flag" ? "--" : ""}${error.option} ${describeExpectation(error)}`
    default:
      return error.message.replaceAll(/\s*\n\s*/g, " ").replaceAll('" | "', '" or "')
  }
}

/** The faults of paths as Effect words them, with the predicates of this command. */
const PATH_FAULTS: ReadonlyArray<readonly [text: string, predicate: string]> = [
  ["Path does not exist: ", "does not exist: "],
  ["Path is not a file: ", "is not a file: "]
]

/** The texts of paths that the system cannot examine, such as a loop of symbolic links. */
const UNREADABLE_PATH = /^Failed to (?:check path existence|stat path): /

/** Rules that Effect words for programmers. Every number of a flag or an argument is an integer. */
const RULES: ReadonlyArray<readonly [text: RegExp, rule: string]> = [
  [/^a string representing a finite number$/, "a whole number"],
  [/^a string starting with (.+)$/, "a text that begins with $1"]
]

const wordRule = (text: string): string => RULES.reduce((rule, [pattern, words]) => rule.replace(pattern, words), text)

/** `must be an integer, got "x"`. The texts of Effect begin with `Expected`, those of Landfall's schemas with `must`. */
const describeExpectation = ({ expected, value }: CliError.InvalidValue): string => {
  for (const [text, predicate] of PATH_FAULTS)
    if (expected.startsWith(text)) return `${predicate}${expected.slice(text.length)}`
  if (UNREADABLE_PATH.test(expected)) return `cannot be read: ${quote(value)}; check the path and its permissions`
  const rule = wordRule(
    expected
      .replace(/^(?:Expected:? ?|Schema validation failed: )+/, "")
      .replaceAll(/\s*\n\s*/g, " ")
      .replaceAll('" | "', '" or "')
  )
  const [predicate, ...advice] = (/^(?:must|does|is|has) /.test(rule) ? rule : `must be ${rule}`).split("; ")
  return [`${predicate}, got ${quote(value)}`, ...advice].join("; ")
}

const subcommandNames = ({ subcommands = [] }: HelpDoc.HelpDoc): ReadonlyArray<string> =>
  subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))

/** One line for each fault, then the usage, on standard error: standard output belongs to the result. */
const printUsageFaults = (faults: ReadonlyArray<string>, commandPath: ReadonlyArray<string>, doc: HelpDoc.HelpDoc) =>
  Console.error(
    [
      ...faults.map((fault) => `landfall: ${fault}${fault.endsWith("?") ? "" : "."}`),
      `Usage: ${doc.usage} (see ${commandPath.join(" ")} --help)`
    ].join("\n")
  )

/** Presents help on standard output only when it was requested, and wrong usage as one line per fault on standard error. */
export const usagePresenterLayer = CliOutput.layerPresenter({
  present: (event) => {
    if (event._tag === "Version") return CliOutput.defaultPresenter.present(event)
    const { commandPath, helpDoc } = event
    const command = commandPath.join(" ")
    if (event._tag === "InvalidInvocation") {
      const faults = event.errors.map((error) => describeUsageFault(command, error))
      return printUsageFaults(faults, commandPath, helpDoc)
    }
    // `landfall` alone requests help; `landfall accounts` alone lacks its subcommand.
    if (event.reason === "Requested" || commandPath.length < 2) return CliOutput.defaultPresenter.present(event)
    const fault = `${command} needs a subcommand: ${joinWithOr(subcommandNames(helpDoc))}`
    return printUsageFaults([fault], commandPath, helpDoc)
  }
})
