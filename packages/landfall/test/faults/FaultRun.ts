import { setTimeout as sleep } from "node:timers/promises"
import { type PatroniCluster, startCluster } from "@landfall/postgres-server/PatroniCluster"
import { type PostgresServer, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { type BrokerName, startBrokerReceiver, type Victim } from "./BrokerReceiver.ts"
import { type Chance, makeChance } from "./Chance.ts"
import { type Fleet, makeFleet, ROLES, startAll } from "./Fleet.ts"
import { MAX_ATTEMPTS, startLoad } from "./Load.ts"
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
  /** The number of times that the primary of a cluster dies, after the kills; the run starts a cluster for them. */
  readonly failovers?: number
  readonly seed: number
  /** Where the alerts go; a broker is killed as the processes are. */
  readonly to?: "http" | BrokerName
  readonly log?: (line: string) => void
}

const SECRET = `whsec_${Buffer.alloc(32, 11).toString("base64")}`
/** The time of load without faults, before the first fault and after the last. */
const CALM_MILLIS = 1_000
/** The longest wait for one more delivery: a lease of 25 seconds, the longest retry delay, and much time on a slow machine. */
const DELIVERY_TIMEOUT_MILLIS = 180_000

// Two of three kills hit running processes; the third can hit at any instant, such as during a start.
const killOne = async (members: ReadonlyArray<Victim>, chance: Chance, log: (line: string) => void) => {
  if (!chance.onceIn(3)) await Promise.all(members.map(({ up }) => up()))
  await sleep(chance.between(200, 2_000))
  const member = chance.oneOf(members)
  await member.kill()
  log(`killed ${member.name}`)
  await sleep(chance.between(0, 300))
  member.start()
}

const restart = async (postgres: PostgresServer, chance: Chance, log: (line: string) => void) => {
  await postgres.stop()
  log("stopped Postgres")
  await sleep(chance.between(500, 3_000))
  await postgres.start()
  log("started Postgres")
  await sleep(CALM_MILLIS)
}

/** What a run on a cluster adds to its tally. */
interface Failovers {
  /** The longest time from the promotion of a standby to the next delivery, in milliseconds. */
  readonly resumedMillis: number
}

/** Kills the primary, and returns the time from the promotion of the standby to the next delivery, in milliseconds. */
const failOver = async (cluster: PatroniCluster, deliveries: () => number, log: (line: string) => void) => {
  const killed = await cluster.killPrimary()
  log(`killed the primary, server ${killed.name}`)
  await cluster.awaitPromotion(killed)
  const promotedAt = performance.now()
  const before = deliveries()
  while (deliveries() === before) {
    if (performance.now() - promotedAt > DELIVERY_TIMEOUT_MILLIS) throw new Error("no delivery after the promotion")
    await sleep(10)
  }
  const millis = Math.round(performance.now() - promotedAt)
  log(`the other server was promoted; the next delivery arrived after ${millis} ms`)
  await sleep(CALM_MILLIS)
  // The replaced primary returns while the service runs; it follows the promoted one.
  killed.start()
  await cluster.awaitReplication()
  log(`server ${killed.name} follows the primary`)
  return millis
}

const TALLY_PAUSE_MILLIS = 500

/**
 * Waits until every accepted alert has arrived or has no attempt left, or none has arrived for the time of the timeout. An
 * alert counts as lost until it arrives, because a reader of a broker is behind the broker.
 */
const awaitDelivery = async (tally: () => Promise<Tally>): Promise<Tally> => {
  let delivered = -1
  let arrivedAt = 0
  for (;;) {
    const now = await tally()
    if (now.delivered > delivered) arrivedAt = performance.now()
    delivered = now.delivered
    const isSettled = now.lost === 0 && now.waiting === 0
    if (isSettled || performance.now() - arrivedAt > DELIVERY_TIMEOUT_MILLIS) return now
    await sleep(TALLY_PAUSE_MILLIS)
  }
}

const run = async (
  { kills, restarts = 0, failovers = 0, seed, to = "http", log = () => {}, postgres }: FaultRun,
  fleet: Fleet,
  cluster: PatroniCluster | undefined
): Promise<Tally & Partial<Failovers>> => {
  const chance = makeChance(seed)
  const broker = to === "http" ? undefined : await startBrokerReceiver(to, SECRET)
  const receiver = broker ?? (await startReceiver(SECRET, chance))
  const victims = [...fleet.members, ...(broker === undefined ? [] : [broker.broker])]
  try {
    await startAll(fleet)
    const urls = () => fleet.members.flatMap(({ url }) => url() ?? [])
    const load = await startLoad(urls, receiver.urlOf, SECRET, chance)
    await sleep(CALM_MILLIS)
    for (let n = 1; n <= kills; n++) {
      await killOne(victims, chance, (line) => log(`${n}/${kills} ${line}`))
    }
    // A process that starts while its database is unavailable ends with an error, and would be restarted by its supervisor.
    await Promise.all(victims.map(({ up }) => up()))
    for (let n = 0; n < restarts && postgres !== undefined; n++) await restart(postgres, chance, log)
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
  const fleet = makeFleet(ROLES[options.store], cluster?.url ?? options.postgres?.url)
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
