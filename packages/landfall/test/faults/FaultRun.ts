import { setTimeout as sleep } from "node:timers/promises"
import { type PostgresServer, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { type Chance, makeChance } from "./Chance.ts"
import { type Fleet, type Member, makeFleet, ROLES, startAll } from "./Fleet.ts"
import { startLoad } from "./Load.ts"
import { startReceiver } from "./Receiver.ts"
import { type Tally, tallyOf } from "./Tally.ts"

export interface FaultRun {
  /** The Postgres server to run on; without one, such a run starts its own. */
  readonly postgres?: PostgresServer
  readonly store: keyof typeof ROLES
  /** How often a process is killed. */
  readonly kills: number
  /** How often the Postgres server is stopped and started again, after the kills. */
  readonly restarts?: number
  readonly seed: number
  readonly say?: (line: string) => void
}

const SECRET = `whsec_${Buffer.alloc(32, 11).toString("base64")}`
/** How long the load goes on before the first fault and after the last. */
const CALM_MILLIS = 1_000
/** A lease of 25 seconds, the longest wait of a retry, and time to send all of it. */
const PATIENCE_MILLIS = 90_000

// Two of three are killed under load, and one at any instant, such as while it starts.
const killOne = async (members: ReadonlyArray<Member>, chance: Chance, say: (line: string) => void) => {
  if (!chance.onceIn(3)) await Promise.all(members.map(({ up }) => up()))
  await sleep(chance.between(200, 2_000))
  const member = chance.oneOf(members)
  await member.kill()
  say(`killed ${member.name}`)
  await sleep(chance.between(0, 300))
  member.start()
}

const restart = async (postgres: PostgresServer, chance: Chance, say: (line: string) => void) => {
  await postgres.stop()
  say("stopped Postgres")
  await sleep(chance.between(500, 3_000))
  await postgres.start()
  say("started Postgres")
  await sleep(CALM_MILLIS)
}

/** Waits until everything accepted has come, or nothing more can be hoped for. */
const settled = async (tally: () => Tally): Promise<Tally> => {
  const started = Date.now()
  for (;;) {
    const now = tally()
    if (now.lost === 0 || Date.now() - started > PATIENCE_MILLIS) return now
    await sleep(100)
  }
}

const run = async ({ kills, restarts = 0, seed, say = () => {}, postgres }: FaultRun, fleet: Fleet) => {
  const chance = makeChance(seed)
  const receiver = await startReceiver(SECRET, chance)
  try {
    await startAll(fleet)
    const urls = fleet.members.flatMap(({ url }) => (url === undefined ? [] : [url]))
    const load = await startLoad(urls, receiver.url, SECRET, chance)
    await sleep(CALM_MILLIS)
    for (let n = 1; n <= kills; n++) {
      await killOne(fleet.members, chance, (line) => say(`${n}/${kills} ${line}`))
    }
    // Who starts while its database is away ends with a word about it, and is started again by whoever watches over it.
    await Promise.all(fleet.members.map(({ up }) => up()))
    for (let n = 0; n < restarts && postgres !== undefined; n++) await restart(postgres, chance, say)
    await sleep(CALM_MILLIS)
    await load.stop()
    const { accepted, lost } = tallyOf(load.accepted, receiver)
    say(`${accepted} accepted, ${lost} still on their way`)
    return await settled(() => tallyOf(load.accepted, receiver))
  } finally {
    receiver.close()
  }
}

const onStore = async (options: FaultRun): Promise<Tally> => {
  const fleet = await makeFleet(ROLES[options.store], options.postgres?.url)
  try {
    return await run(options, fleet)
  } catch (error) {
    const logs = fleet.members.map(({ name, log }) => `--- ${name}\n${log().slice(-3_000)}`)
    throw new Error(`The fault run with seed ${options.seed} broke off\n${logs.join("\n")}`, { cause: error })
  } finally {
    await fleet.end()
  }
}

/**
 * Runs servers and workers under load while they are killed at random instants and started again, and tells what came of
 * everything that they have accepted. The same seed makes the same choices; when they fall is up to the machine.
 */
export const faultRun = async (options: FaultRun): Promise<Tally> => {
  if (options.store === "sqlite" || options.postgres !== undefined) return onStore(options)
  const postgres = await startPostgres({ durable: false })
  try {
    return await onStore({ ...options, postgres })
  } finally {
    await postgres.destroy()
  }
}
