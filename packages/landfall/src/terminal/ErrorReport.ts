import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { Cause, Console, Effect, Exit, PlatformError, Predicate } from "effect"
import { CliError } from "effect/cli"
import { HttpServerError } from "effect/http"

/** What the system says of an address that cannot be listened on, and what to do about it. */
const LISTEN_ERRORS: Readonly<Record<string, (host: string, port: string) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another port (0: any free one).`,
  EACCES: (host, port) => `Port ${port} on ${host} may not be used by this user: set PORT to a port above 1023.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine: set HOST to one, such as 127.0.0.1.`,
  ENOTFOUND: (host) => `${host} is no address of this machine: set HOST to one, such as 127.0.0.1.`
}

const textProperty = (value: unknown, key: string): string =>
  Predicate.hasProperty(value, key) && value[key] !== undefined ? String(value[key]) : ""

const explainListenError = (error: HttpServerError.ServeError): string => {
  const cause = error.cause
  const host = textProperty(cause, "address") || textProperty(cause, "hostname") || "The address"
  const explain = LISTEN_ERRORS[textProperty(cause, "code")]
  return (
    explain?.(host, textProperty(cause, "port")) ??
    `The server cannot listen: ${textProperty(cause, "message")}. Check HOST and PORT.`
  )
}

/** Operations that make what they name, for which a folder can be missing. */
const CREATING_METHODS = /^(?:write|make|copy|rename)/u

/** What the system says of a file, and what to do about it. */
const explainFileError = ({ reason }: PlatformError.PlatformError): string => {
  const path = "pathOrDescriptor" in reason ? reason.pathOrDescriptor : undefined
  if (typeof path !== "string") return reason.message
  const isMade = CREATING_METHODS.test(reason.method)
  switch (reason._tag) {
    case "NotFound":
      if (!isMade) return `There is no file ${path}.`
      return path === "" || existsSync(dirname(path))
        ? `No file of the name ${JSON.stringify(path)} can be made there: give another name.`
        : `${path} cannot be written: there is no folder ${dirname(path)}. Make it first.`
    case "PermissionDenied":
      return `${path} may not be ${isMade ? "written" : "read"} by this user: change its rights, or name another file.`
    default:
      return `${path} cannot be ${isMade ? "written" : "read"} (${reason._tag}): check the name and the disk.`
  }
}

/** One line that says what is wrong and what to do. */
const explain = (error: unknown): string => {
  if (error instanceof HttpServerError.ServeError) return explainListenError(error)
  if (PlatformError.isPlatformError(error)) return explainFileError(error)
  if (Predicate.isTagged(error, "AccountNotFound")) {
    return `There is no account ${textProperty(error, "id")}. List them with: landfall accounts list`
  }
  if (Predicate.isTagged(error, "ApiKeyNotFound")) {
    return `There is no API key ${textProperty(error, "id")}. List them with: landfall keys list`
  }
  if (Predicate.isTagged(error, "ZoneNotFound")) {
    return `There is no zone ${textProperty(error, "id")}. List them with: landfall zones list`
  }
  if (Predicate.isTagged(error, "StorageError")) {
    const cause = Predicate.hasProperty(error, "cause") ? textProperty(error.cause, "message") : ""
    return `The database failed in ${textProperty(error, "operation")}: ${cause}. Try again; if it stays, check the disk and the file.`
  }
  return textProperty(error, "message") || String(error)
}

/** Sentences of a failure that has several, each to stand in a line of its own; none where it has one. */
const faultSentencesIn = (error: unknown): ReadonlyArray<string> =>
  Predicate.hasProperty(error, "faults") && Array.isArray(error.faults) ? error.faults.filter(Predicate.isString) : []

/** Failures that say all that a person needs; of any other the whole cause is told too. */
const isExpected = (error: unknown): boolean =>
  error instanceof HttpServerError.ServeError || (Predicate.hasProperty(error, "_tag") && !(error instanceof TypeError))

/** Ends a program that fails with one clear line for each fault on standard error, and exit code 1. */
export const withErrorReport = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapCause(effect, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.void
    const error = Cause.squash(cause)
    // The command line has explained what is wrong with its own words.
    if (CliError.isCliError(error)) return Effect.void
    const sentences = faultSentencesIn(error)
    const line = (sentences.length > 0 ? sentences : [explain(error)]).map((one) => `landfall: ${one}`).join("\n")
    return Console.error(isExpected(error) ? line : `${line}\n${Cause.pretty(cause)}`)
  })

/** Exit code 0 for what ended well or was asked to stop, 1 for what failed. */
export const exitCode = <A, E>(exit: Exit.Exit<A, E>, onExit: (code: number) => void): void =>
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
