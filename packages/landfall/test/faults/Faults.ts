import { setTimeout as sleep } from "node:timers/promises"
import type { PatroniCluster } from "@landfall/postgres-server/PatroniCluster"
import type { KillTarget } from "./BrokerReceiver.ts"
import type { RandomChoices } from "./RandomChoices.ts"
import type { Tally } from "./Tally.ts"

/** The time of load without faults, before the first fault and after the last. */
export const CALM_MILLIS = 1_000
/** The longest wait for one more delivery: a lease of 25 seconds, the longest retry delay, and much time on a slow machine. */
const DELIVERY_TIMEOUT_MILLIS = 180_000

/**
 * Kills one process and starts it again. Two of three kills hit running processes; the third can hit at any instant, such as
 * during a start.
 */
export const killOne = async (
  members: ReadonlyArray<KillTarget>,
  random: RandomChoices,
  log: (line: string) => void
) => {
  if (!random.onceIn(3)) await Promise.all(members.map(({ up }) => up()))
  await sleep(random.between(200, 2_000))
  const member = random.oneOf(members)
  await member.kill()
  log(`killed ${member.name}`)
  await sleep(random.between(0, 300))
  member.start()
}

/** Kills the primary, and returns the time from the promotion of the standby to the next delivery, in milliseconds. */
export const failOver = async (cluster: PatroniCluster, deliveries: () => number, log: (line: string) => void) => {
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
export const awaitDelivery = async <A extends Tally>(tally: () => Promise<A>): Promise<A> => {
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
