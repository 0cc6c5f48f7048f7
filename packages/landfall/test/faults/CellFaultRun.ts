import { setTimeout as sleep } from "node:timers/promises"
import { type PatroniCluster, startCluster } from "@landfall/postgres-server/PatroniCluster"
import { type PostgresServer, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { run as runCommand } from "../support/Command.ts"
import { type MoveCounts, startMover } from "./AccountMover.ts"
import { awaitDelivery, CALM_MILLIS, failOver, killOne } from "./Faults.ts"
import { API_KEY, CELL_ROLES, type Fleet, makeFleet, startAll } from "./Fleet.ts"
import { type Accepted, BUSY_PAUSE_MILLIS, type LoadShape, MAX_ATTEMPTS, startLoad } from "./Load.ts"
import { type CellDatabase, countMoves, placementFaults } from "./Placement.ts"
import { makeRandomChoices, type RandomChoices } from "./RandomChoices.ts"
import { startReceiver } from "./Receiver.ts"
import { readDeliveries } from "./StoredDeliveries.ts"
import { type Tally, tallyOf } from "./Tally.ts"

export interface CellFaultRun {
  /** The Postgres server with the databases of the cells; by default the run starts one. */
  readonly postgres?: PostgresServer
  readonly cells: number
  readonly accounts?: number
  /** The number of kills of a random process: a server, a worker, or a command that moves an account. */
  readonly kills: number
  /** The number of times that the primary of a cluster fails, after the kills; the run starts a cluster for them. */
  readonly failovers?: number
  readonly seed: number
  /** The longest pause between two requests of each loop of the load; by default so short that no process is idle. */
  readonly longestPauseMillis?: number
  readonly log?: (line: string) => void
}

/** The result of a run in cells. */
export interface CellTally extends Tally {
  readonly moves: MoveCounts
  /** What contradicts that every account is in exactly one cell. */
  readonly misplaced: ReadonlyArray<string>
  /** The longest time from the promotion of a standby to the next delivery, in milliseconds. */
  readonly resumedMillis?: number
}

const SECRET = `whsec_${Buffer.alloc(32, 11).toString("base64")}`
const DEFAULT_ACCOUNTS = 4
/** Kills are as likely to hit a move as all other processes together: a move has more steps. */
const MOVERS_PER_KILL = 4
/** The polls, of half a second, until no move is unfinished: the servers continue those whose command was killed. */
const MAX_POLLS = 600
const POLL_MILLIS = 500

const json = async (fleet: Fleet, ...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await runCommand(fleet.folder, [...args, "--json"], fleet.settings)
  if (code !== 0) throw new Error(`landfall ${args.join(" ")} failed: ${stderr}`)
  return JSON.parse(stdout)
}

interface Customer {
  readonly account: string
  readonly apiKey: string
}

/** The first account, and others that are created in each cell in turn. */
const createCustomers = async (fleet: Fleet, cells: ReadonlyArray<CellDatabase>, count: number) => {
  const [first] = await json(fleet, "accounts", "list")
  const customers: Array<Customer> = [{ account: first.id, apiKey: API_KEY }]
  for (let n = 1; n < count; n++) {
    const cell = cells[n % cells.length]?.name ?? ""
    const { id } = await json(fleet, "accounts", "create", `Customer ${n}`, "--cell", cell)
    const { secret } = await json(fleet, "keys", "create", "--account", id)
    customers.push({ account: id, apiKey: secret })
  }
  return customers
}

const mergeAccepted = (all: ReadonlyArray<Accepted>): Accepted => ({
  examples: new Set(all.flatMap(({ examples }) => [...examples])),
  containers: all.flatMap(({ containers }) => containers)
})

const awaitMoves = async (home: CellDatabase) => {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    if ((await countMoves(home)) === 0) return
    await sleep(POLL_MILLIS)
  }
}

interface Installation {
  readonly fleet: Fleet
  readonly cells: ReadonlyArray<CellDatabase>
  readonly home: CellDatabase
  readonly cluster: PatroniCluster | undefined
}

const run = async (
  {
    accounts = DEFAULT_ACCOUNTS,
    failovers = 0,
    kills,
    log = () => {},
    longestPauseMillis = BUSY_PAUSE_MILLIS
  }: CellFaultRun,
  { cells, cluster, fleet, home }: Installation,
  random: RandomChoices
): Promise<CellTally> => {
  const receiver = await startReceiver(SECRET, random)
  try {
    await startAll(fleet)
    const customers = await createCustomers(fleet, cells, accounts)
    const urls = () => fleet.members.flatMap(({ url }) => url() ?? [])
    const shapeOf = (customer: number, apiKey: string): LoadShape => ({
      ...{ apiKey, lanes: 1, exampleLoops: 1 },
      ...{ firstSerial: 1 + customer, serialStep: customers.length }
    })
    const loads = await Promise.all(
      customers.map(({ apiKey }, n) =>
        startLoad(urls, () => receiver.urlOf(n), SECRET, random, shapeOf(n, apiKey), longestPauseMillis)
      )
    )
    const names = cells.map(({ name }) => name)
    const mover = startMover(
      fleet,
      customers.map(({ account }) => account),
      names,
      random
    )
    const targets = [...fleet.members, ...Array.from({ length: MOVERS_PER_KILL }, () => mover.target)]
    await sleep(CALM_MILLIS)
    for (let n = 1; n <= kills; n++) {
      await killOne(targets, random, (line) => log(`${n}/${kills} ${line}`))
    }
    await Promise.all(targets.map(({ up }) => up()))
    const resumed: Array<number> = []
    const deliveries = () => [...receiver.arrivals.values()].reduce((sum, { times }) => sum + times, 0)
    for (let n = 1; n <= failovers && cluster !== undefined; n++) {
      resumed.push(await failOver(cluster, deliveries, (line) => log(`failover ${n}/${failovers}: ${line}`)))
    }
    await mover.stop()
    log(`moves: ${JSON.stringify(mover.counts)}`)
    await awaitMoves(home)
    await sleep(CALM_MILLIS)
    await Promise.all(loads.map(({ stop }) => stop()))
    const accepted = mergeAccepted(loads.map((load) => load.accepted))
    const tally = await awaitDelivery(async () => {
      const stored = await Promise.all(cells.map(({ url }) => readDeliveries(fleet.folder, url)))
      return tallyOf(accepted, receiver, stored.flat(), MAX_ATTEMPTS)
    })
    const misplaced = await placementFaults(
      cells,
      customers.map(({ account }) => account)
    )
    return {
      ...tally,
      faults: [...tally.faults, ...mover.faults],
      moves: mover.counts,
      misplaced,
      ...(resumed.length === 0 ? {} : { resumedMillis: Math.max(...resumed) })
    }
  } finally {
    await receiver.close()
  }
}

const runOn = async (
  options: CellFaultRun,
  makeDatabase: (name: string) => Promise<string>,
  cluster?: PatroniCluster
): Promise<CellTally> => {
  const names = Array.from({ length: options.cells }, (_, n) => (n === 0 ? "home" : `cell-${n + 1}`))
  const cells: Array<CellDatabase> = []
  for (const name of names) {
    cells.push({ name, url: await makeDatabase(`${name.replace("-", "_")}_${options.seed}`) })
  }
  const [home] = cells
  if (home === undefined) throw new Error("a run in cells needs at least one")
  const fleet = makeFleet(CELL_ROLES, { LANDFALL_CELLS: cells.map(({ name, url }) => `${name}=${url}`).join(",") })
  try {
    return await run(options, { fleet, cells, home, cluster }, makeRandomChoices(options.seed))
  } catch (error) {
    const logs = fleet.members.map(({ name, log }) => `--- ${name}\n${log().slice(-3_000)}`)
    throw new Error(`The fault run with seed ${options.seed} failed\n${logs.join("\n")}`, { cause: error })
  } finally {
    await fleet.destroy()
  }
}

/**
 * Runs two servers and two workers on several cells, while accounts of all of them are used and move between the cells, and
 * while processes and moves are killed at random instants.
 */
export const cellFaultRun = async (options: CellFaultRun): Promise<CellTally> => {
  if ((options.failovers ?? 0) > 0) {
    const cluster = await startCluster()
    try {
      return await runOn(options, cluster.makeDatabase, cluster)
    } finally {
      await cluster.destroy()
    }
  }
  if (options.postgres !== undefined) return runOn(options, options.postgres.makeDatabase)
  const postgres = await startPostgres({ durable: false })
  try {
    return await runOn(options, postgres.makeDatabase)
  } finally {
    await postgres.destroy()
  }
}
