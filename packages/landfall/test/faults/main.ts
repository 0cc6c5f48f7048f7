import { parseArgs } from "node:util"
import { natsUnavailableReason } from "@landfall/broker-servers/NatsServer"
import { rabbitUnavailableReason } from "@landfall/broker-servers/RabbitServer"
import { formatCount } from "@landfall/core/listing/Count"
import { clusterUnavailableReason } from "@landfall/postgres-server/PatroniCluster"
import { postgresUnavailableReason } from "@landfall/postgres-server/PostgresServer"
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

const { cells, kills, restarts, failovers: wanted, store, to, seed } = parseArgs({ options }).values
const wantsCluster = /^0*[1-9]/.test(wanted)
const noCluster = wantsCluster ? clusterUnavailableReason() : undefined
const isSkipped = noCluster !== undefined && Number(kills) > 0
const failovers = isSkipped ? "0" : wanted
const onCluster = wantsCluster && !isSkipped
const inCells = Number(cells) > 1
const noPostgres = store === "postgres" && !onCluster ? await postgresUnavailableReason() : undefined

if (!isStore(store) || !isReceiver(to) || ![cells, kills, restarts, wanted, seed].every(isCount)) {
  fail(`Usage: ${USAGE}`)
} else if (onCluster && (store !== "postgres" || Number(restarts) > 0)) {
  fail("--failovers needs --store postgres, and its servers are not restarted otherwise: leave --restarts out.")
} else if (inCells && (store !== "postgres" || to !== "http" || Number(restarts) > 0)) {
  fail("--cells needs --store postgres and receivers over HTTP, and has no restarts: leave --to and --restarts out.")
} else if (noCluster !== undefined && !isSkipped) {
  fail(`No cluster can be started on this machine: ${noCluster}.`)
} else if (noPostgres !== undefined) {
  fail(`No Postgres server can be started on this machine: ${noPostgres}.`)
} else if (UNAVAILABLE[to] !== undefined) {
  fail(`No broker can be started on this machine: ${UNAVAILABLE[to]}.`)
} else {
  const started = Date.now()
  const numbers = {
    kills: Number(kills),
    restarts: Number(restarts),
    failovers: Number(failovers),
    seed: Number(seed)
  }
  const log = (line: string) => console.error(`  ${line}`)
  if (isSkipped) console.error(`Skipped, ${formatCount(Number(wanted), "failover")}: ${noCluster}`)
  console.error(`Fault run on ${store} to ${to}: ${formatCount(Number(kills), "kill")}, seed ${seed}`)
  const tally: Tally | CellTally = inCells
    ? await cellFaultRun({ cells: Number(cells), ...numbers, log })
    : await faultRun({ store, to, ...numbers, log })
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(JSON.stringify({ store, to, cells: Number(cells), ...numbers, seconds, ...tally }))
  const isMisplaced = "misplaced" in tally && Array.isArray(tally.misplaced) && tally.misplaced.length > 0
  const isFailed = tally.lost > 0 || tally.waiting > 0 || tally.faults.length > 0 || isMisplaced
  if (isFailed) process.exitCode = 1
}
