import { parseArgs } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { DEFAULT_LIMITS } from "@landfall/core/limits/Limits"
import { Console, Effect, Result } from "effect"
import { DayReport, describeSample } from "./DayReport.ts"
import { DEFAULT_INSTALLATION, HOUR_MILLIS, type InstallationOptions, sampleOf } from "./Installation.ts"
import { simulateDay } from "./Simulation.ts"

/** `npm run simulate`: one day of a delivery installation in virtual time, decided by the rules of core. */

const USAGE = `Usage: npm run simulate -- [--accounts ${DEFAULT_INSTALLATION.accounts}] [--endpoints ${DEFAULT_INSTALLATION.endpoints}] [--events-per-day ${DEFAULT_INSTALLATION.eventsPerDay}]
  [--outage 1h] [--workers N] [--micros-per-delivery ${DEFAULT_INSTALLATION.microsPerDelivery}] [--response-ms ${DEFAULT_INSTALLATION.responseMillis}]
  [--dead ${DEFAULT_INSTALLATION.deadPart}] [--sample-events ${DEFAULT_INSTALLATION.sampleEvents}] [--seed ${DEFAULT_INSTALLATION.seed}] [--json]`

const OPTIONS = {
  accounts: { type: "string" },
  endpoints: { type: "string" },
  "events-per-day": { type: "string" },
  outage: { type: "string" },
  workers: { type: "string" },
  "micros-per-delivery": { type: "string" },
  "response-ms": { type: "string" },
  dead: { type: "string" },
  "sample-events": { type: "string" },
  seed: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" }
} as const

const MINUTE_MILLIS = 60_000

/** A duration such as `1h` or `30m`, in milliseconds; undefined when it is none. */
const parseDuration = (text: string): number | undefined => {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([hm])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (unit === "h" ? HOUR_MILLIS : MINUTE_MILLIS)
}

const readOptions = (args: ReadonlyArray<string>) => {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const numberOf = (name: Exclude<keyof typeof OPTIONS, "json" | "outage" | "help">, byDefault: number): number => {
    const value = values[name] === undefined ? byDefault : Number(values[name])
    if (!(value >= 0)) throw new Error(`--${name} must be a number of at least 0, such as ${byDefault}`)
    return value
  }
  const outageMillis = parseDuration(values.outage ?? "0h")
  if (outageMillis === undefined) throw new Error("--outage must be hours or minutes, such as 1h or 30m")
  const options: InstallationOptions = {
    accounts: numberOf("accounts", DEFAULT_INSTALLATION.accounts),
    endpoints: numberOf("endpoints", DEFAULT_INSTALLATION.endpoints),
    eventsPerDay: numberOf("events-per-day", DEFAULT_INSTALLATION.eventsPerDay),
    outageMillis,
    workers: values.workers === undefined ? undefined : numberOf("workers", 1),
    microsPerDelivery: numberOf("micros-per-delivery", DEFAULT_INSTALLATION.microsPerDelivery),
    responseMillis: numberOf("response-ms", DEFAULT_INSTALLATION.responseMillis),
    deadPart: numberOf("dead", DEFAULT_INSTALLATION.deadPart),
    sampleEvents: numberOf("sample-events", DEFAULT_INSTALLATION.sampleEvents),
    seed: numberOf("seed", DEFAULT_INSTALLATION.seed)
  }
  return { options, json: values.json === true, help: values.help === true }
}

const run = Effect.gen(function* () {
  const read = Result.try(() => readOptions(process.argv.slice(2)))
  if (Result.isFailure(read)) {
    yield* Console.error(`${read.failure instanceof Error ? read.failure.message : String(read.failure)}\n${USAGE}`)
    process.exitCode = 2
    return
  }
  const { options, json, help } = read.success
  if (help) return yield* Console.log(USAGE)
  const sample = sampleOf(options, DEFAULT_LIMITS["worker.sends"])
  const report = new DayReport(sample)
  simulateDay(options, sample, report)
  const hours = report.hours()
  if (json) {
    for (const hour of hours) yield* Console.log(JSON.stringify(hour))
    return
  }
  yield* Console.log(`${describeSample(options, sample)}\n`)
  const names = [
    "hour",
    "accepted",
    "delivered",
    "failed",
    "backlog",
    "p50 s",
    "p95 s",
    "p99 s",
    "p95 s, small accounts"
  ]
  const rows = hours.map((hour) => Object.values(hour).map((value) => value.toLocaleString("en")))
  const widths = names.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? "").length)))
  for (const row of [names, ...rows]) {
    yield* Console.log(row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  "))
  }
  yield* Console.log(`\n${report.chart()}`)
})

NodeRuntime.runMain(run)
