import { setTimeout as sleep } from "node:timers/promises"
import { type PatroniCluster, startCluster } from "@landfall/postgres-server/PatroniCluster"
import { type PostgresServer, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { type BrokerName, startBrokerReceiver } from "./BrokerReceiver.ts"
import { awaitDelivery, CALM_MILLIS, failOver, killOne } from "./Faults.ts"
import { type Fleet, makeFleet, onDatabase, ROLES, startAll } from "./Fleet.ts"
import { BUSY_PAUSE_MILLIS, MAX_ATTEMPTS, ONE_ACCOUNT, startLoad } from "./Load.ts"
import { makeRandomChoices, type RandomChoices } from "./RandomChoices.ts"
import { startReceiver } from "./Receiver.ts"
import { readDeliveries } from "./StoredDeliveries.ts"
import { type Tally, tallyOf } from "./Tally.ts"

export interface FaultRun {
  /** The Postgres server of a run on Postgres; by default the run starts one. */
  readonly postgres?: PostgresServer
  readonly store: keyof typeof ROLES
  /** The number of kills of a random process. */
  readonly kills: number
  /** The number of restarts of the Postgres server, after the kills. */
  readonly restarts?: number
  /** The number of times that the primary of a cluster fails, after the kills; the run starts a cluster for them. */
  readonly failovers?: number
  readonly seed: number
  /** The longest pause between two requests of each loop of the load; by default so short that no process is idle. */
  readonly longestPauseMillis?: number
  /** Where the alerts go; a broker is killed as the processes are. */
  readonly to?: "http" | BrokerName
  readonly log?: (line: string) => void
}

const SECRET = `whsec_${Buffer.alloc(32, 11).toString("base64")}`
const restart = async (postgres: PostgresServer, random: RandomChoices, log: (line: string) => void) => {
  await postgres.stop()
  log("stopped Postgres")
  await sleep(random.between(500, 3_000))
  await postgres.start()
  log("started Postgres")
  await sleep(CALM_MILLIS)
}

/** What a run on a cluster adds to its tally. */
interface Failovers {
  /** The longest time from the promotion of a standby to the next delivery, in milliseconds. */
  readonly resumedMillis: number
}

const run = async (
  {
    failovers = 0,
    kills,
    log = () => {},
    longestPauseMillis = BUSY_PAUSE_MILLIS,
    postgres,
    restarts = 0,
    seed,
    to = "http"
  }: FaultRun,
  fleet: Fleet,
  cluster: PatroniCluster | undefined
): Promise<Tally & Partial<Failovers>> => {
  const random = makeRandomChoices(seed)
  const broker = to === "http" ? undefined : await startBrokerReceiver(to, SECRET)
  const receiver = broker ?? (await startReceiver(SECRET, random))
  const targets = [...fleet.members, ...(broker === undefined ? [] : [broker.broker])]
  try {
    await startAll(fleet)
    const urls = () => fleet.members.flatMap(({ url }) => url() ?? [])
    const load = await startLoad(urls, receiver.urlOf, SECRET, random, ONE_ACCOUNT, longestPauseMillis)
    await sleep(CALM_MILLIS)
    for (let n = 1; n <= kills; n++) {
      await killOne(targets, random, (line) => log(`${n}/${kills} ${line}`))
    }
    // A process that starts while its database is unavailable ends with an error, and would be restarted by its supervisor.
    await Promise.all(targets.map(({ up }) => up()))
    for (let n = 0; n < restarts && postgres !== undefined; n++) await restart(postgres, random, log)
    const resumed: Array<number> = []
    const deliveries = () => [...receiver.arrivals.values()].reduce((sum, { times }) => sum + times, 0)
    for (let n = 1; n <= failovers && cluster !== undefined; n++) {
      resumed.push(await failOver(cluster, deliveries, (line) => log(`failover ${n}/${failovers}: ${line}`)))
    }
    await sleep(CALM_MILLIS)
    await load.stop()
    const readTally = async () =>
      tallyOf(load.accepted, receiver, await readDeliveries(fleet.folder, cluster?.url ?? postgres?.url), MAX_ATTEMPTS)
    const { accepted, delivered } = await readTally()
    log(`${accepted} accepted, ${accepted - delivered} not delivered yet`)
    const tally = await awaitDelivery(readTally)
    return resumed.length === 0 ? tally : { ...tally, resumedMillis: Math.max(...resumed) }
  } finally {
    await receiver.close()
  }
}

const runOnStore = async (options: FaultRun, cluster?: PatroniCluster) => {
  const fleet = makeFleet(ROLES[options.store], onDatabase(cluster?.url ?? options.postgres?.url))
  try {
    return await run(options, fleet, cluster)
  } catch (error) {
    const logs = fleet.members.map(({ name, log }) => `--- ${name}\n${log().slice(-3_000)}`)
    throw new Error(`The fault run with seed ${options.seed} failed\n${logs.join("\n")}`, { cause: error })
  } finally {
    await fleet.destroy()
  }
}

/**
 * Runs servers and workers under load while they are killed at random instants and started again, and returns the tally of
 * everything that they accepted. The same seed makes the same choices; their timing depends on the machine.
 */
export const faultRun = async (options: FaultRun): Promise<Tally & Partial<Failovers>> => {
  if (options.store === "postgres" && (options.failovers ?? 0) > 0) {
    const cluster = await startCluster()
    try {
      return await runOnStore(options, cluster)
    } finally {
      await cluster.destroy()
    }
  }
  if (options.store === "sqlite" || options.postgres !== undefined) return runOnStore(options)
  const postgres = await startPostgres({ durable: false })
  try {
    return await runOnStore({ ...options, postgres })
  } finally {
    await postgres.destroy()
  }
}
