import { Clock, Effect, type Scope } from "effect"
import { Pool } from "undici"

/** The pool of an origin, and the account whose send used it last. */
interface OriginPool {
  readonly pool: Pool
  /** Milliseconds since the epoch. */
  readonly openedAt: number
  requestedBy: string | undefined
}

/** Open connections to receivers, one pool for each origin. */
export interface OriginPools {
  /** The pool of an origin, for a send of this account. */
  readonly get: (origin: string, accountId: string | undefined) => Pool
  /** Closes every pool without a request, to free its connections. */
  readonly closeIdle: () => void
  /** Closes every pool. Requests that have begun are completed. */
  readonly closeAll: () => void
}

/** The options of the pool of an origin. `requestedBy` is the account whose send used the pool last. */
export type PoolOptions = (origin: string, requestedBy: () => string | undefined) => Pool.Options

const isIdle = ({ stats }: Pool): boolean => stats.running === 0 && stats.pending === 0 && stats.queued === 0

/**
 * Opens at most `maxOrigins` pools. A new pool beyond that replaces the least recently used idle pool, or the least
 * recently used one when none is idle. A pool that loses its last connection is closed, and so is one at the first send
 * after its lifetime, so that no connection is used for longer; a closed pool completes the requests that it has begun.
 *
 * @param lifetimeMillis the lifetime of a pool
 */
export const makeOriginPools = (
  maxOrigins: number,
  lifetimeMillis: number,
  optionsOf: PoolOptions
): Effect.Effect<OriginPools, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const pools = new Map<string, OriginPool>()
    const closing = new Set<Pool>()
    let latest: OriginPool | undefined

    const closePool = (origin: string, entry: OriginPool) => {
      const { pool } = entry
      if (entry === latest) latest = undefined
      pools.delete(origin)
      closing.add(pool)
      pool.close(() => closing.delete(pool))
    }

    const closeUnconnected = (origin: string, entry: OriginPool) => {
      const { pool } = entry
      if (pools.get(origin) === entry && pool.stats.connected === 0 && isIdle(pool)) closePool(origin, entry)
    }

    const closeIdle = () => {
      for (const [origin, entry] of pools) if (isIdle(entry.pool)) closePool(origin, entry)
    }

    const closeAll = () => {
      for (const [origin, entry] of pools) closePool(origin, entry)
    }

    const evictOne = () => {
      for (const [origin, entry] of pools) {
        if (isIdle(entry.pool)) return closePool(origin, entry)
      }
      const [leastRecentlyUsed] = pools
      if (leastRecentlyUsed !== undefined) closePool(...leastRecentlyUsed)
    }

    // undici's own `clientTtl` reads the clock for each connection of the pool, twice for each send.
    const findCurrent = (origin: string): OriginPool | undefined => {
      const entry = pools.get(origin)
      if (entry === undefined || clock.currentTimeMillisUnsafe() - entry.openedAt <= lifetimeMillis) return entry
      closePool(origin, entry)
      return undefined
    }

    const open = (origin: string): OriginPool => {
      if (pools.size >= maxOrigins) evictOne()
      const entry: OriginPool = {
        pool: new Pool(
          origin,
          optionsOf(origin, () => entry.requestedBy)
        ),
        openedAt: clock.currentTimeMillisUnsafe(),
        requestedBy: undefined
      }
      entry.pool.on("disconnect", () => closeUnconnected(origin, entry))
      entry.pool.on("connectionError", () => closeUnconnected(origin, entry))
      return entry
    }

    yield* Effect.addFinalizer(() =>
      Effect.promise(() =>
        Promise.all([...Array.from(pools.values(), ({ pool }) => pool), ...closing].map((pool) => pool.destroy()))
      )
    )
    return {
      get: (origin, accountId) => {
        const entry = findCurrent(origin) ?? open(origin)
        entry.requestedBy = accountId
        if (entry !== latest) {
          pools.delete(origin)
          pools.set(origin, entry)
          latest = entry
        }
        return entry.pool
      },
      closeIdle,
      closeAll
    }
  })
