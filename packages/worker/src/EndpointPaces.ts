import type { EndpointId } from "@landfall/core/alerts/EndpointId"

/** How many deliveries of an endpoint a worker takes in hand that has not heard from it yet, or has just seen it fail. */
const FIRST_WINDOW = 4
/** How many of one endpoint it takes in hand at most: what a fast receiver works off within a fraction of a second. */
const WIDEST_WINDOW = 1024
/** How many endpoints are remembered that nothing is in hand of. */
const REMEMBERED = 10_000

interface Pace {
  /** Deliveries leased and not ended. */
  held: number
  /** How many may be. */
  window: number
  /** The last attempt failed. */
  failing: boolean
}

/**
 * How fast each endpoint has shown itself, as TCP finds out how fast a line is (RFC 5681, slow start): what may be in
 * hand of an endpoint grows by one with each success, so it doubles with each round, and shrinks at the first failure.
 * So a receiver that hangs, however much waits for it, holds few of a worker's leases and lanes.
 */
export interface EndpointPaces {
  readonly taken: (endpointId: EndpointId) => void
  /** A delivery was given back unsent, or nobody knows what came of it. */
  readonly returned: (endpointId: EndpointId) => void
  readonly ended: (endpointId: EndpointId, succeeded: boolean) => void
  readonly isFailing: (endpointId: EndpointId) => boolean
  /** How many of an endpoint's deliveries may be sent at once, of the `most` that any may have. */
  readonly lanesOf: (endpointId: EndpointId, most: number) => number
  /** Whether nothing more may be taken of an endpoint now. */
  readonly isFull: (endpointId: EndpointId) => boolean
  /** How many more of an endpoint's deliveries may be taken. */
  readonly shareOf: (endpointId: EndpointId) => number
  /** The endpoints of which nothing more may be taken now. */
  readonly full: () => ReadonlySet<EndpointId>
}

export const makeEndpointPaces = (): EndpointPaces => {
  const paces = new Map<EndpointId, Pace>()
  const busy = new Set<EndpointId>()

  const paceOf = (endpointId: EndpointId): Pace => {
    const known = paces.get(endpointId)
    if (known !== undefined) return known
    const pace = { held: 0, window: FIRST_WINDOW, failing: false }
    paces.set(endpointId, pace)
    return pace
  }

  const forgetOne = () => {
    for (const [id, pace] of paces) {
      if (pace.held === 0) return void paces.delete(id)
    }
  }

  const free = (endpointId: EndpointId): Pace => {
    const pace = paceOf(endpointId)
    pace.held--
    if (pace.held > 0) return pace
    busy.delete(endpointId)
    if (paces.size > REMEMBERED) forgetOne()
    return pace
  }

  // Nothing is taken before half of the window is free again: a claim for one delivery costs as much as for a hundred.
  const isFull = (pace: Pace): boolean => pace.held * 2 > pace.window
  const room = (pace: Pace): number => (isFull(pace) ? 0 : pace.window - pace.held)

  return {
    taken: (endpointId) => {
      paceOf(endpointId).held++
      busy.add(endpointId)
    },
    returned: (endpointId) => void free(endpointId),
    ended: (endpointId, succeeded) => {
      const pace = free(endpointId)
      pace.failing = !succeeded
      pace.window = succeeded ? Math.min(pace.window + 1, WIDEST_WINDOW) : FIRST_WINDOW
    },
    isFailing: (endpointId) => paces.get(endpointId)?.failing ?? false,
    lanesOf: (endpointId, most) => Math.min(paces.get(endpointId)?.window ?? FIRST_WINDOW, most),
    isFull: (endpointId) => isFull(paceOf(endpointId)),
    shareOf: (endpointId) => {
      const pace = paces.get(endpointId)
      return pace === undefined ? FIRST_WINDOW : room(pace)
    },
    full: () => {
      const ids = new Set<EndpointId>()
      for (const id of busy) if (isFull(paceOf(id))) ids.add(id)
      return ids
    }
  }
}
