import { postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { startService } from "../attack/Service.ts"
import { readOptions, rejectUsage } from "../support/ProgramOptions.ts"
import { FUZZ_LIMITS, type FuzzReport, fuzz } from "./FuzzRun.ts"

const USAGE = "npm run fuzz -- [--requests 20000] [--store sqlite|postgres|both] [--seed NUMBER]"

const options = {
  requests: { type: "string", default: "20000" },
  store: { type: "string", default: "both" },
  seed: { type: "string", default: String(Date.now() % 1_000_000) }
} as const

const STORES = { sqlite: ["sqlite"], postgres: ["postgres"], both: ["sqlite", "postgres"] } as const
const PROGRESS_EVERY = 5_000

const isStores = (name: string): name is keyof typeof STORES => Object.hasOwn(STORES, name)
const isCount = (text: string): boolean => /^\d{1,9}$/.test(text)

const runOn = async (databaseUrl: string | undefined, requests: number, seed: number): Promise<FuzzReport> => {
  const service = await startService({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    settings: { LANDFALL_LIMITS: FUZZ_LIMITS, LANDFALL_LOG_LEVEL: "info" }
  })
  try {
    const progress = (done: number) => {
      if (done % PROGRESS_EVERY === 0) console.error(`  ${done} of ${requests} requests`)
    }
    return await fuzz(service, { requests, seed, progress })
  } finally {
    await service.stop()
  }
}

const fuzzStores = async ({ requests, store, seed }: { requests: string; store: string; seed: string }) => {
  if (!isStores(store)) return rejectUsage(USAGE, `--store must be sqlite, postgres or both, got ${store}`)
  if (!isCount(requests)) return rejectUsage(USAGE, `--requests must be a whole number, got ${requests}`)
  if (!isCount(seed)) return rejectUsage(USAGE, `--seed must be a whole number, got ${seed}`)
  for (const name of STORES[store]) {
    const reason = name === "postgres" ? await postgresUnavailableReason() : undefined
    if (reason !== undefined) {
      console.error(`Skipped Postgres: ${reason}.`)
      continue
    }
    console.error(`${requests} requests on ${name}, seed ${seed}`)
    const postgres = name === "postgres" ? await startPostgres({ durable: false }) : undefined
    try {
      const report = await runOn(postgres?.url, Number(requests), Number(seed))
      for (const fault of report.faults) console.error(`  FAULT: ${fault}`)
      console.log(JSON.stringify({ store: name, seed: Number(seed), ...report, faults: report.faults.length }))
      if (report.faults.length > 0) process.exitCode = 1
    } finally {
      await postgres?.destroy()
    }
  }
}

const parsed = readOptions(USAGE, { options })
if (parsed !== undefined) await fuzzStores(parsed.values)
