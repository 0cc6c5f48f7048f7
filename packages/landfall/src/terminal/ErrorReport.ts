import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { Cause, Console, Effect, Exit, PlatformError, Predicate } from "effect"
import { CliError } from "effect/cli"
import { printableLines } from "./PrintableText.ts"

/** System errors of an address that the server cannot listen on, each with its remedy. */
const LISTEN_ERRORS: Readonly<Record<string, (host: string, port: string) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use: stop the process that listens there, or set PORT, or --port of landfall listen, to another port (0: any free port).`,
  EACCES: (host, port) =>
    `Port ${port} on ${host} needs more privileges than this user has: set PORT, or --port of landfall listen, to a port above 1023.`,
  EADDRNOTAVAIL: (host) =>
    `${host} is not an address of this machine: set HOST, or --host of landfall listen, to one, such as 127.0.0.1.`,
  ENOTFOUND: (host) =>
    `${host} is not an address of this machine: set HOST, or --host of landfall listen, to one, such as 127.0.0.1.`
}

const textProperty = (value: unknown, key: string): string =>
  Predicate.hasProperty(value, key) && value[key] !== undefined ? String(value[key]) : ""

/** The server cannot listen. Recognised by its tag, because few commands load the HTTP modules. */
const isListenError = Predicate.isTagged("ServeError")

const explainListenError = (error: unknown): string => {
  const cause = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  const host = textProperty(cause, "address") || textProperty(cause, "hostname") || "The address"
  const explain = LISTEN_ERRORS[textProperty(cause, "code")]
  return (
    explain?.(host, textProperty(cause, "port")) ??
    `The server cannot listen: ${textProperty(cause, "message")}. Check HOST and PORT.`
  )
}

/** Operations that create a file or a folder, whose parent folder can be missing. */
const CREATING_METHODS = /^(?:write|make|copy|rename)/u

/** A system error of a file, with its remedy. */
const explainFileError = ({ reason }: PlatformError.PlatformError): string => {
  const path = "pathOrDescriptor" in reason ? reason.pathOrDescriptor : undefined
  if (typeof path !== "string") return reason.message
  const isCreated = CREATING_METHODS.test(reason.method)
  switch (reason._tag) {
    case "NotFound":
      if (!isCreated) return `The file ${path} does not exist.`
      return path === "" || existsSync(dirname(path))
        ? `A file with the name ${JSON.stringify(path)} cannot be created: use another name.`
        : `${path} cannot be written: the folder ${dirname(path)} does not exist. Create it first.`
    case "PermissionDenied":
      return `${path} cannot be ${isCreated ? "written" : "read"} by this user: change its permissions, or name another file.`
    default:
      return `${path} cannot be ${isCreated ? "written" : "read"} (${reason._tag}): check the name and the disk.`
  }
}

/** One line that states the fault and the remedy. */
const explain = (error: unknown): string => {
  if (isListenError(error)) return explainListenError(error)
  if (PlatformError.isPlatformError(error)) return explainFileError(error)
  if (Predicate.isTagged(error, "AccountNotFound")) {
    return `There is no account ${textProperty(error, "id")}. List them with: landfall accounts list`
  }
  if (Predicate.isTagged(error, "ApiKeyNotFound")) {
    return `There is no API key ${textProperty(error, "id")}. List them with: landfall keys list`
  }
  if (Predicate.isTagged(error, "ApiKeyTaken")) {
    const [owner, requested] = [textProperty(error, "accountId"), textProperty(error, "requestedFor")]
    return `LANDFALL_API_KEY is the key ${textProperty(error, "id")} of the account ${owner}, and the start adds it to the first account ${requested}. Unset LANDFALL_API_KEY to start: the key stays valid for ${owner}. To give ${requested} a key, set LANDFALL_API_KEY to a new one.`
  }
  if (Predicate.isTagged(error, "TopUpTooLarge")) {
    return `The top-up exceeds the maximum credits of a period: ${textProperty(error, "accountId")} accepts at most ${textProperty(error, "largest")} more credits.`
  }
  if (Predicate.isTagged(error, "ZoneNotFound")) {
    return `There is no zone ${textProperty(error, "id")}. List them with: landfall zones list`
  }
  if (Predicate.isTagged(error, "StorageError")) {
    const cause = Predicate.hasProperty(error, "cause") ? textProperty(error.cause, "message") : ""
    return `The database failed in ${textProperty(error, "operation")}: ${cause}. Try again; if it fails again, check the disk and the database.`
  }
  return textProperty(error, "message") || String(error)
}

/** The sentences of a failure with several faults; none for any other failure. */
const faultSentencesIn = (error: unknown): ReadonlyArray<string> =>
  Predicate.hasProperty(error, "faults") && Array.isArray(error.faults) ? error.faults.filter(Predicate.isString) : []

/** Whether the message of a failure is enough for a person. For other failures, the whole cause is printed. */
const isExpected = (error: unknown): boolean =>
  isListenError(error) || (Predicate.hasProperty(error, "_tag") && !(error instanceof TypeError))

/** Whether the command of this process runs until a signal ends it. Any other command is incomplete when a signal ends it. */
let runsUntilSignal = false

/** Marks the effect of a command that only a signal ends, such as a server. */
export const untilSignal = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    runsUntilSignal = true
    return effect
  })

const INTERRUPTED = "landfall: The command was interrupted before it was complete."

/** Prints one line for each fault to standard error when the program fails. */
export const withErrorReport = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapCause(
    Effect.onInterrupt(effect, () => (runsUntilSignal ? Effect.void : Console.error(INTERRUPTED))),
    (cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.void
      const error = Cause.squash(cause)
      // The command line parser has printed its errors already.
      if (CliError.isCliError(error)) return Effect.void
      const sentences = faultSentencesIn(error)
      const line = (sentences.length > 0 ? sentences : [explain(error)])
        .map((one) => `landfall: ${printableLines(one)}`)
        .join("\n")
      return Console.error(isExpected(error) ? line : `${line}\n${Cause.pretty(cause)}`)
    }
  )

/** A command that was called with invalid arguments. Requested help is not an error. */
const isUsageError = (error: unknown): boolean =>
  CliError.isCliError(error) && (error._tag !== "ShowHelp" || error.errors.length > 0 || error.commandPath.length > 1)

const codeOf = <A, E>(exit: Exit.Exit<A, E>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return runsUntilSignal ? 0 : 1
  const error = Cause.squash(exit.cause)
  if (isUsageError(error)) return 2
  return CliError.isCliError(error) ? 0 : 1
}

/** Exit code 0 after success or the end of a service by a signal, 1 after a failure or an incomplete result, 2 after wrong usage. */
export const exitCode = <A, E>(exit: Exit.Exit<A, E>, onExit: (code: number) => void): void => onExit(codeOf(exit))
