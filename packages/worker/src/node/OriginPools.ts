import { Effect, type Scope } from "effect"
import { Pool } from "undici"

/** Open connections to receivers, one pool for each origin. */
export interface OriginPools {
  readonly get: (origin: string) => Pool
}

const isIdle = ({ stats }: Pool): boolean => stats.running === 0 && stats.pending === 0 && stats.queued === 0

/**
 * Opens at most `maxOrigins` pools. A new pool beyond that replaces the least recently used idle pool, or the least
 * recently used one when none is idle. A pool that loses its last connection is closed; a closed pool completes the
 * requests that it has begun.
 */
export const makeOriginPools = (
  maxOrigins: number,
  options: Pool.Options
): Effect.Effect<OriginPools, never, Scope.Scope> =>
  Effect.gen(function* () {
    const pools = new Map<string, Pool>()
    const closing = new Set<Pool>()
    let latest: Pool | undefined

    const closePool = (origin: string, pool: Pool) => {
      if (pool === latest) latest = undefined
      pools.delete(origin)
      closing.add(pool)
      pool.close(() => closing.delete(pool))
    }

    const closeUnconnected = (origin: string, pool: Pool) => {
      if (pools.get(origin) === pool && pool.stats.connected === 0 && isIdle(pool)) closePool(origin, pool)
    }

    const evictOne = () => {
      for (const [origin, pool] of pools) {
        if (isIdle(pool)) return closePool(origin, pool)
      }
      const [leastRecentlyUsed] = pools
      if (leastRecentlyUsed !== undefined) closePool(...leastRecentlyUsed)
    }

    const open = (origin: string): Pool => {
      if (pools.size >= maxOrigins) evictOne()
      const pool = new Pool(origin, options)
      pool.on("disconnect", () => closeUnconnected(origin, pool))
      pool.on("connectionError", () => closeUnconnected(origin, pool))
      return pool
    }

    yield* Effect.addFinalizer(() =>
      Effect.promise(() => Promise.all([...pools.values(), ...closing].map((pool) => pool.destroy())))
    )
    return {
      get: (origin) => {
        const pool = pools.get(origin) ?? open(origin)
        if (pool !== latest) {
          pools.delete(origin)
          pools.set(origin, pool)
          latest = pool
        }
        return pool
      }
    }
  })
