import { Layer, Logger, Option, References } from "effect"
import type { Settings } from "./Settings.ts"

const LEVELS = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
} as const

const FORMATS = {
  pretty: Logger.consolePretty(),
  logfmt: Logger.withConsoleError(Logger.formatLogFmt),
  json: Logger.withConsoleError(Logger.formatJson)
}

/** Log lines on standard error in the form and from the level that the settings say. */
export const loggingLayer = ({ logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">) => {
  const format = Option.getOrElse(logFormat, () => (process.stderr.isTTY ? ("pretty" as const) : ("logfmt" as const)))
  return Layer.mergeAll(
    Logger.layer([FORMATS[format]]),
    Layer.succeed(References.MinimumLogLevel, LEVELS[logLevel]),
    Layer.succeed(Logger.LogToStderr, true)
  )
}
