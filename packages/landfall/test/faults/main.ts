import { natsUnavailableReason } from "@landfall/broker-servers/NatsServer"
import { rabbitUnavailableReason } from "@landfall/broker-servers/RabbitServer"
import { formatCount } from "@landfall/core/listing/Count"
import { clusterUnavailableReason } from "@landfall/postgres-server/PatroniCluster"
import { postgresUnavailableReason } from "@landfall/postgres-server/PostgresServer"
import { readOptions, rejectUsage } from "../support/ProgramOptions.ts"
import { type CellTally, cellFaultRun } from "./CellFaultRun.ts"
import { faultRun } from "./FaultRun.ts"
import { ROLES } from "./Fleet.ts"
import type { Tally } from "./Tally.ts"

const USAGE =
  "npm run faults -- [--kills 100] [--restarts 0] [--failovers 0] [--store sqlite|postgres] [--cells 1] [--to http|nats|rabbitmq|sqs] [--seed NUMBER]"

const isStore = (name: string): name is keyof typeof ROLES => Object.hasOwn(ROLES, name)

const UNAVAILABLE = { http: undefined, nats: natsUnavailableReason, rabbitmq: rabbitUnavailableReason, sqs: undefined }

const isReceiver = (name: string): name is keyof typeof UNAVAILABLE => Object.hasOwn(UNAVAILABLE, name)

const isCount = (text: string): boolean => /^\d{1,9}$/.test(text)

const fail = (line: string): void => {
  console.error(line)
  process.exitCode = 1
}

const options = {
  kills: { type: "string", default: "100" },
  restarts: { type: "string", default: "0" },
  failovers: { type: "string", default: "0" },
  store: { type: "string", default: "sqlite" },
  cells: { type: "string", default: "1" },
  to: { type: "string", default: "http" },
  seed: { type: "string", default: String(Date.now() % 1_000_000) }
} as const

type Values = Record<keyof typeof options, string>

/** What is wrong with the values of the options; undefined when a run can be made of them. */
const faultOf = ({ store, to, ...counts }: Values): string | undefined => {
  if (!isStore(store)) return `--store must be sqlite or postgres, got ${store}`
  if (!isReceiver(to)) return `--to must be http, nats, rabbitmq or sqs, got ${to}`
  const wrong = Object.entries(counts).find(([, value]) => !isCount(value))
  if (wrong !== undefined) return `--${wrong[0]} must be a whole number, got ${wrong[1]}`
  const restarts = Number(counts.restarts)
  if (Number(counts.failovers) > 0 && (store !== "postgres" || restarts > 0)) {
    return "--failovers needs --store postgres, and its servers are not restarted otherwise: leave --restarts out"
  }
  if (Number(counts.cells) > 1 && (store !== "postgres" || to !== "http" || restarts > 0)) {
    return "--cells needs --store postgres and receivers over HTTP, and has no restarts: leave --to and --restarts out"
  }
  return undefined
}

const run = async (values: Values) => {
  const { store, to, seed } = values
  const fault = faultOf(values)
  if (fault !== undefined || !isStore(store) || !isReceiver(to)) return rejectUsage(USAGE, fault ?? "")
  const failoverCount = Number(values.failovers)
  const noCluster = failoverCount > 0 ? clusterUnavailableReason() : undefined
  const isSkipped = noCluster !== undefined && Number(values.kills) > 0
  if (noCluster !== undefined && !isSkipped) return fail(`No cluster can be started on this machine: ${noCluster}.`)
  const failovers = isSkipped ? 0 : failoverCount
  const noPostgres = store === "postgres" && failovers === 0 ? await postgresUnavailableReason() : undefined
  if (noPostgres !== undefined) return fail(`No Postgres server can be started on this machine: ${noPostgres}.`)
  const noBroker = UNAVAILABLE[to]
  if (noBroker !== undefined) return fail(`No broker can be started on this machine: ${noBroker}.`)

  const started = Date.now()
  const [cells, kills] = [Number(values.cells), Number(values.kills)]
  const numbers = { kills, restarts: Number(values.restarts), failovers, seed: Number(seed) }
  const log = (line: string) => console.error(`  ${line}`)
  if (isSkipped) console.error(`Skipped, ${formatCount(failoverCount, "failover")}: ${noCluster}`)
  console.error(`Fault run on ${store} to ${to}: ${formatCount(kills, "kill")}, seed ${seed}`)
  const tally: Tally | CellTally =
    cells > 1 ? await cellFaultRun({ cells, ...numbers, log }) : await faultRun({ store, to, ...numbers, log })
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(JSON.stringify({ store, to, cells, ...numbers, seconds, ...tally }))
  const isMisplaced = "misplaced" in tally && Array.isArray(tally.misplaced) && tally.misplaced.length > 0
  if (tally.lost > 0 || tally.waiting > 0 || tally.faults.length > 0 || isMisplaced) process.exitCode = 1
}

const parsed = readOptions(USAGE, { options })
if (parsed !== undefined) await run(parsed.values)
