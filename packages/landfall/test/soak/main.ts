import { setTimeout as sleep } from "node:timers/promises"
import { postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { createEndpoints, floodExamples } from "../attack/Attacker.ts"
import { forMillis } from "../attack/AttackSpan.ts"
import { emptySamples, startHealthyLoad } from "../attack/HealthyLoad.ts"
import { startReceiver } from "../attack/Receivers.ts"
import { type AttackedService, readMetric, residentMebibytes, startService } from "../attack/Service.ts"
import { BOUNDS, percentileOf } from "../attack/Verdict.ts"
import { fuzz } from "../fuzz/FuzzRun.ts"
import { readOptions, rejectUsage } from "../support/ProgramOptions.ts"
import { assessMemory, type Sample } from "./Slope.ts"

const USAGE = "npm run soak -- [--minutes 10] [--store sqlite|postgres]"
const MINUTE_MILLIS = 60_000
const SAMPLE_MILLIS = 1_000
const PROGRESS_MINUTES = 1
const FUZZ_REQUESTS = 200
const FUZZ_PAUSE_MILLIS = 10_000
const BYTES_PER_MEBIBYTE = 1024 ** 2

const options = {
  minutes: { type: "string", default: "10" },
  store: { type: "string", default: "sqlite" }
} as const

/** The messages of an error and its causes. A failed `fetch` states the reason in its cause alone. */
const describeError = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : [describeError(error.cause)])].join(": ")
    : String(error)

/** Two healthy accounts, one whose endpoint fails half of the time, and generated requests, until an instant. */
const loadUntil = async (service: AttackedService, until: number) => {
  const receiver = await startReceiver(500)
  const samples = emptySamples()
  const loads = [
    await startHealthyLoad(await service.newAccount("Healthy 1")),
    await startHealthyLoad(await service.newAccount("Healthy 2"))
  ]
  for (const load of loads) load.enter(samples)
  const failing = await service.newAccount("Failing")
  const endpoints = await createEndpoints(failing, [receiver.url])
  const examples = floodExamples(failing, endpoints, forMillis(until - performance.now()))
  const faults: Array<string> = []
  const generated = async () => {
    for (let seed = 1; performance.now() < until; seed++) {
      try {
        faults.push(...(await fuzz(service, { requests: FUZZ_REQUESTS, seed })).faults)
      } catch (error) {
        // The account of the next round is new: the run goes on, and ends with this violation.
        faults.push(`The generated requests of round ${seed} ended: ${describeError(error)}`)
      }
      await sleep(Math.max(0, Math.min(FUZZ_PAUSE_MILLIS, until - performance.now())))
    }
  }
  await Promise.all([examples, generated(), sleep(Math.max(0, until - performance.now()))])
  let [accepted, lost] = [0, 0]
  for (const finished of await Promise.all(loads.map((load) => load.finish()))) {
    accepted += finished.accepted
    lost += finished.lost
  }
  for (const load of loads) load.close()
  receiver.close()
  return { samples, faults, accepted, lost }
}

const soak = async (databaseUrl: string | undefined, minutes: number) => {
  const service = await startService(databaseUrl === undefined ? {} : { databaseUrl })
  try {
    const [member] = service.members
    if (member === undefined) throw new Error("the server is missing")
    const heap: Array<Sample> = []
    const resident: Array<Sample> = []
    const startedAt = performance.now()
    const until = startedAt + minutes * MINUTE_MILLIS
    const sampling = (async () => {
      let announced = 0
      while (performance.now() < until) {
        const now = (performance.now() - startedAt) / MINUTE_MILLIS
        const used = await readMetric(member, "landfall_heap_used_bytes")
        const rss = residentMebibytes(member)
        if (used !== undefined) heap.push({ minutes: now, mebibytes: used / BYTES_PER_MEBIBYTE })
        if (rss !== undefined) resident.push({ minutes: now, mebibytes: rss })
        if (now >= announced + PROGRESS_MINUTES) {
          announced = Math.floor(now)
          console.error(
            `  ${announced} of ${minutes} min: heap ${heap.at(-1)?.mebibytes.toFixed(0)} MiB, resident ${rss?.toFixed(0)} MiB`
          )
        }
        await sleep(SAMPLE_MILLIS)
      }
    })()
    const [{ samples, faults, accepted, lost }] = await Promise.all([loadUntil(service, until), sampling])
    const assessed = { heap: assessMemory(heap), resident: assessMemory(resident) }
    const residentMax = Math.max(0, ...resident.map(({ mebibytes }) => mebibytes))
    const failures = [...samples.failures].map(([reason, count]) => `${count} × ${reason}`)
    const violations = [
      ...(assessed.heap.verdict === "grows" ? ["The heap grows."] : []),
      ...(assessed.resident.verdict === "grows" ? ["Resident memory grows."] : []),
      ...(residentMax > BOUNDS.memoryMax
        ? [`Resident memory is ${Math.round(residentMax)} MiB; at most ${BOUNDS.memoryMax}.`]
        : []),
      ...(lost > 0 ? [`${lost} alerts are lost.`] : []),
      ...failures.map((failure) => `A healthy account failed: ${failure}`),
      ...faults
    ]
    const p95 = { delivery: percentileOf(samples.delivery, 0.95), api: percentileOf(samples.api, 0.95) }
    return { ...assessed, residentMax, p95, accepted, lost, violations }
  } finally {
    await service.stop()
  }
}

const fail = (line: string): void => {
  console.error(line)
  process.exitCode = 1
}

const soakOn = async ({ minutes, store }: { minutes: string; store: string }) => {
  if (!/^[1-9]\d{0,3}$/.test(minutes)) {
    return rejectUsage(USAGE, `--minutes must be a whole number from 1 to 9999, got ${minutes}`)
  }
  if (!["sqlite", "postgres"].includes(store))
    return rejectUsage(USAGE, `--store must be sqlite or postgres, got ${store}`)
  const reason = store === "postgres" ? await postgresUnavailableReason() : undefined
  if (reason !== undefined) return fail(`No Postgres server can be started on this machine: ${reason}.`)
  console.error(`${minutes} min of steady load on ${store}`)
  const postgres = store === "postgres" ? await startPostgres({ durable: true }) : undefined
  try {
    const result = await soak(postgres?.url, Number(minutes))
    console.log(JSON.stringify({ store, minutes: Number(minutes), ...result }))
    if (result.violations.length > 0) process.exitCode = 1
  } catch (error) {
    fail(`The run failed: ${describeError(error)}`)
  } finally {
    await postgres?.destroy()
  }
}

const parsed = readOptions(USAGE, { options })
if (parsed !== undefined) await soakOn(parsed.values)
