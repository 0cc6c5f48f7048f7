import { Effect, type Scope } from "effect"
import { Pool } from "undici"

/** Connections kept open to receivers, one pool for each origin. */
export interface OriginPools {
  readonly get: (origin: string) => Pool
}

const isIdle = ({ stats }: Pool): boolean => stats.running === 0 && stats.pending === 0 && stats.queued === 0

/**
 * Keeps at most `maxOrigins` pools: the one unused for longest makes room, an idle one first. A pool that has lost its
 * last connection is closed; what a closed pool still sends goes on to its end.
 */
export const makeOriginPools = (
  maxOrigins: number,
  options: Pool.Options
): Effect.Effect<OriginPools, never, Scope.Scope> =>
  Effect.gen(function* () {
    const pools = new Map<string, Pool>()
    const closing = new Set<Pool>()
    let latest: Pool | undefined

    const retire = (origin: string, pool: Pool) => {
      if (pool === latest) latest = undefined
      pools.delete(origin)
      closing.add(pool)
      pool.close(() => closing.delete(pool))
    }

    const retireUnconnected = (origin: string, pool: Pool) => {
      if (pools.get(origin) === pool && pool.stats.connected === 0 && isIdle(pool)) retire(origin, pool)
    }

    const makeRoom = () => {
      for (const [origin, pool] of pools) {
        if (isIdle(pool)) return retire(origin, pool)
      }
      const [longestUnused] = pools
      if (longestUnused !== undefined) retire(...longestUnused)
    }

    const open = (origin: string): Pool => {
      if (pools.size >= maxOrigins) makeRoom()
      const pool = new Pool(origin, options)
      pool.on("disconnect", () => retireUnconnected(origin, pool))
      pool.on("connectionError", () => retireUnconnected(origin, pool))
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
