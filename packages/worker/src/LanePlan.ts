import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { EndpointPaces } from "./EndpointPaces.ts"

/** A lease in hand, and the monotonic instant in nanoseconds after which its send would outlast it. */
interface Held {
  readonly lease: DeliveryLease
  readonly beginBy: bigint
}

interface Line {
  readonly endpointId: EndpointId
  waiting: Array<Held>
  sending: number
}

export interface PlanLimits {
  readonly concurrency: number
  readonly perEndpoint: number
  readonly keptForFirst: number
}

/** Which of the leases in hand is sent next. */
export interface LanePlan {
  readonly add: (lease: DeliveryLease, beginBy: bigint) => void
  /** The lease that may begin now, which counts as begun from then on; undefined when none may. Too old ones may not. */
  readonly next: (nanos: bigint) => DeliveryLease | undefined
  readonly ended: (lease: DeliveryLease) => void
  readonly waiting: () => number
  readonly ready: () => number
  readonly retrying: () => number
  readonly takeOlderThan: (nanos: bigint) => ReadonlyArray<DeliveryLease>
  readonly takeAll: () => ReadonlyArray<DeliveryLease>
}

/**
 * Goes round the endpoints that something waits for, one lease at each turn, and passes by those that have as many lanes
 * as they may. A number of lanes takes first attempts alone, to endpoints that have not just failed: so retries and dead
 * receivers, however many there are, leave a way for what is new.
 */
export const makeLanePlan = (limits: PlanLimits, paces: EndpointPaces): LanePlan => {
  const lines = new Map<EndpointId, Line>()
  /** The endpoints that something waits for, in the order of their turns. */
  let turns: Array<Line> = []
  const retries = new Set<DeliveryLease>()
  const mostRetries = limits.concurrency - limits.keptForFirst
  let waiting = 0
  let sending = 0

  const lineOf = (endpointId: EndpointId): Line => {
    const known = lines.get(endpointId)
    if (known !== undefined) return known
    const line = { endpointId, waiting: [], sending: 0 }
    lines.set(endpointId, line)
    return line
  }

  const roomOf = (line: Line): number => paces.lanesOf(line.endpointId, limits.perEndpoint) - line.sending
  const isRetry = (lease: DeliveryLease): boolean =>
    lease.attempt > lease.attemptsBefore + 1 || paces.isFailing(lease.endpointId)

  const begin = (line: Line, lease: DeliveryLease): DeliveryLease => {
    line.waiting.shift()
    line.sending++
    waiting--
    sending++
    if (isRetry(lease)) retries.add(lease)
    return lease
  }

  /** Takes out what fits, and forgets the lines that nothing is left of. */
  const take = (fits: (held: Held) => boolean): ReadonlyArray<DeliveryLease> => {
    const taken: Array<DeliveryLease> = []
    for (const line of turns) {
      if (!line.waiting.some(fits)) continue
      for (const held of line.waiting) if (fits(held)) taken.push(held.lease)
      line.waiting = line.waiting.filter((held) => !fits(held))
      if (line.waiting.length === 0 && line.sending === 0) lines.delete(line.endpointId)
    }
    if (taken.length > 0) turns = turns.filter((line) => line.waiting.length > 0)
    waiting -= taken.length
    return taken
  }

  return {
    add: (lease, beginBy) => {
      const line = lineOf(lease.endpointId)
      if (line.waiting.length === 0) turns.push(line)
      line.waiting.push({ lease, beginBy })
      waiting++
    },
    next: (nanos) => {
      if (sending >= limits.concurrency) return undefined
      for (let passed = 0; passed < turns.length; passed++) {
        const line = turns[passed]
        const head = line?.waiting[0]
        if (line === undefined || head === undefined || head.beginBy < nanos || roomOf(line) <= 0) continue
        if (retries.size >= mostRetries && isRetry(head.lease)) continue
        turns.splice(passed, 1)
        const lease = begin(line, head.lease)
        if (line.waiting.length > 0) turns.push(line)
        return lease
      }
      return undefined
    },
    ended: (lease) => {
      const line = lines.get(lease.endpointId)
      sending--
      retries.delete(lease)
      if (line === undefined) return
      line.sending--
      if (line.sending === 0 && line.waiting.length === 0) lines.delete(line.endpointId)
    },
    waiting: () => waiting,
    ready: () => turns.reduce((sum, line) => sum + Math.max(0, Math.min(line.waiting.length, roomOf(line))), 0),
    retrying: () => retries.size,
    takeOlderThan: (nanos) => (waiting === 0 ? [] : take(({ beginBy }) => beginBy < nanos)),
    takeAll: () => take(() => true)
  }
}
