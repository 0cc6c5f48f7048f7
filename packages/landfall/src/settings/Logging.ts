import { Layer, Logger, Option, References } from "effect"
import { safeLogger } from "../telemetry/SafeLogger.ts"
import type { SecretMask } from "../telemetry/SecretMask.ts"
import type { Settings } from "./Settings.ts"

/** The names of the levels in Effect. */
const LEVELS = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
} as const

const LOGGERS = {
  pretty: Logger.consolePretty(),
  logfmt: Logger.withConsoleError(Logger.formatLogFmt),
  json: Logger.withConsoleError(Logger.formatJson)
}

/**
 * Writes log lines to standard error, in the format and from the level of the settings, and to the other loggers. `mask`
 * hides secrets in them.
 */
export const loggingLayer = (
  { logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">,
  mask: SecretMask,
  others: ReadonlyArray<Logger.Logger<unknown, void>> = []
) => {
  const format = Option.getOrElse(logFormat, () => (process.stderr.isTTY ? ("pretty" as const) : ("logfmt" as const)))
  return Layer.mergeAll(
    Logger.layer([LOGGERS[format], ...others].map((logger) => safeLogger(logger, mask))),
    Layer.succeed(References.MinimumLogLevel, LEVELS[logLevel]),
    Layer.succeed(Logger.LogToStderr, true)
  )
}
