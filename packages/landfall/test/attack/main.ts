import { loadavg } from "node:os"
import { resolve } from "node:path"
import { type PostgresServer, postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { readOptions, rejectUsage } from "../support/ProgramOptions.ts"
import { CASES } from "./Cases.ts"
import { describeResult, type ReportedResult } from "./Report.ts"
import { type AttackCase, runOnStage, type Store } from "./Stage.ts"
import { assess } from "./Verdict.ts"

const USAGE = `npm run attack -- CASE|all [--store sqlite|postgres|both] [--seconds 15] [--profile FOLDER] [--json]
Cases:
${CASES.map(({ name, title }) => `  ${name.padEnd(20)} ${title}`).join("\n")}`
const CALM_MILLIS = 5_000

const options = {
  store: { type: "string", default: "sqlite" },
  seconds: { type: "string", default: "15" },
  profile: { type: "string" },
  json: { type: "boolean", default: false }
} as const

interface RunOptions {
  readonly attackMillis: number
  readonly json: boolean
  /** Where the profiles of the processes during the attack are written. */
  readonly profileFolder: string | undefined
}

const runCase = async (
  attackCase: AttackCase,
  store: Store,
  { attackMillis, profileFolder }: RunOptions,
  postgres: PostgresServer | undefined
): Promise<ReportedResult> => {
  const startedAt = performance.now()
  const load = Number(loadavg()[0]?.toFixed(1))
  const databaseUrl = await postgres?.makeDatabase(`attack_${attackCase.name.replaceAll("-", "_")}`)
  const end = () => ({
    case: attackCase.name,
    store,
    load,
    seconds: Math.round((performance.now() - startedAt) / 1000)
  })
  try {
    const profiled = profileFolder === undefined ? {} : { profileFolder }
    const staged = { store, postgres, databaseUrl, calmMillis: CALM_MILLIS, attackMillis, ...profiled }
    const { figures, notes, violations } = await runOnStage(attackCase, staged)
    const assessed = figures === undefined ? { violations: [], unclear: [] } : assess(figures)
    return {
      ...end(),
      figures: figures ?? null,
      notes,
      violations: [...violations, ...assessed.violations],
      unclear: assessed.unclear
    }
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ...end(), figures: null, notes: [], violations: [`The case failed: ${reason}`], unclear: [] }
  }
}

const runOn = async (store: Store, cases: ReadonlyArray<AttackCase>, options: RunOptions) => {
  const reason = store === "postgres" ? await postgresUnavailableReason() : undefined
  if (reason !== undefined) {
    console.error(`Skipped the cases on Postgres: ${reason}.`)
    return
  }
  const postgres = store === "postgres" ? await startPostgres({ durable: true }) : undefined
  try {
    for (const attackCase of cases) {
      if (!attackCase.stores.includes(store)) continue
      console.error(`${attackCase.name} on ${store}: ${attackCase.title}`)
      const result = await runCase(attackCase, store, options, postgres)
      console.log(options.json ? JSON.stringify(result) : describeResult(result))
      if (result.violations.length > 0) process.exitCode = 1
    }
  } finally {
    await postgres?.destroy()
  }
}

const STORES = { sqlite: ["sqlite"], postgres: ["postgres"], both: ["sqlite", "postgres"] } as const

const isStores = (name: string): name is keyof typeof STORES => Object.hasOwn(STORES, name)

type Parsed = NonNullable<ReturnType<typeof readOptions<{ options: typeof options; allowPositionals: true }>>>

const attack = async ({ positionals, values: { json, profile, seconds, store } }: Parsed) => {
  const [name, ...others] = positionals
  const cases = name === "all" ? CASES : CASES.filter((attackCase) => attackCase.name === name)
  if (name === undefined || others.length > 0) return rejectUsage(USAGE, "Name one case, or all")
  if (cases.length === 0) return rejectUsage(USAGE, `There is no case ${name}`)
  if (!isStores(store)) return rejectUsage(USAGE, `--store must be sqlite, postgres or both, got ${store}`)
  if (!/^[1-9]\d{0,2}$/.test(seconds)) {
    return rejectUsage(USAGE, `--seconds must be a whole number from 1 to 999, got ${seconds}`)
  }
  const profileFolder = profile === undefined ? undefined : resolve(profile)
  for (const each of STORES[store]) {
    await runOn(each, cases, { attackMillis: 1000 * Number(seconds), json, profileFolder })
  }
}

const parsed = readOptions(USAGE, { options, allowPositionals: true })
if (parsed !== undefined) await attack(parsed)
