import type { TokenDebit } from "@landfall/core/limits/SharedBuckets"
import {
  type BucketPolicy,
  debitTokens,
  FULL,
  type FullAt,
  hasTokens,
  returnTokens
} from "@landfall/core/limits/TokenBucket"

/** The shortest interval at which a table without room searches for full buckets to drop. */
const SWEEP_MILLIS = 1000

/**
 * The number of buckets that keys without a separate one share. A key always shares the same one, which callers cannot
 * predict.
 */
const SHARED_BUCKETS = 256

/** The bucket of one key: its state, and the tokens taken since they were last collected. */
interface Entry {
  fullAt: FullAt
  taken: number
}

/** The size of a table, and the seed that distributes keys without a separate bucket. */
export interface BucketTableOptions {
  readonly maxBuckets: number
  /** A number that callers do not know. */
  readonly seed: number
}

const FNV_PRIME = 0x01000193

/** FNV-1a from a seed. */
const hashOf = (key: string, seed: number): number => {
  let hash = seed | 0
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), FNV_PRIME)
  return hash >>> 0
}

/**
 * Token buckets by key with one policy, in bounded memory. A key that takes no tokens has no bucket, and a bucket that
 * is full again is dropped without loss. A table of N buckets is thus full only while N keys take tokens faster than
 * they are added, and no key can evict the bucket of another. Further keys then share a fixed number of buckets.
 *
 * Instants are milliseconds of a monotonic clock.
 */
export const makeBucketTable = (policy: BucketPolicy, { maxBuckets, seed }: BucketTableOptions) => {
  const entries = new Map<string, Entry>()
  const shared = Array.from({ length: SHARED_BUCKETS }, (): Entry => ({ fullAt: FULL, taken: 0 }))
  const nothing: Entry = { fullAt: FULL, taken: 0 }
  let sweptAt = Number.NEGATIVE_INFINITY

  const sharedOf = (key: string): Entry => shared[hashOf(key, seed) % SHARED_BUCKETS] ?? nothing

  const dropFull = (now: number): void => {
    sweptAt = now
    for (const [key, { fullAt }] of entries) {
      if (fullAt <= now) entries.delete(key)
    }
  }

  const hasRoom = (now: number): boolean => {
    if (entries.size >= maxBuckets && now - sweptAt >= SWEEP_MILLIS) dropFull(now)
    return entries.size < maxBuckets
  }

  const find = (key: string): Entry => entries.get(key) ?? (entries.size < maxBuckets ? nothing : sharedOf(key))

  const findOrAdd = (key: string, now: number): Entry => {
    const existing = entries.get(key)
    if (existing !== undefined) return existing
    if (!hasRoom(now)) return sharedOf(key)
    const added: Entry = { fullAt: FULL, taken: 0 }
    entries.set(key, added)
    return added
  }

  return {
    policy,

    /** The state of the bucket of a key. */
    stateOf: (key: string): FullAt => find(key).fullAt,

    /** Takes tokens from the bucket of a key and returns its state; undefined, and takes nothing, when it lacks them. */
    take: (key: string, now: number, tokens: number): FullAt | undefined => {
      const entry = entries.get(key) ?? findOrAdd(key, now)
      if (!hasTokens(policy, entry.fullAt, now, tokens)) return undefined
      entry.fullAt = debitTokens(policy, entry.fullAt, now, tokens)
      entry.taken += tokens
      return entry.fullAt
    },

    /** Takes tokens from the bucket of a key even when it lacks them: the bucket is in debt then. */
    charge: (key: string, now: number, tokens: number): void => {
      const entry = findOrAdd(key, now)
      entry.fullAt = debitTokens(policy, entry.fullAt, now, tokens)
      entry.taken += tokens
    },

    /** Puts tokens back that were taken for a request that turns out to need none. */
    returnTokens: (key: string, tokens: number): void => {
      const entry = entries.get(key) ?? sharedOf(key)
      entry.fullAt = returnTokens(policy, entry.fullAt, tokens)
      entry.taken = Math.max(0, entry.taken - tokens)
    },

    /**
     * The tokens taken since the last call from each bucket of which at least `atLeast` were taken; smaller amounts are
     * dropped. Drops full buckets.
     */
    collect: (now: number, atLeast: number): ReadonlyArray<TokenDebit> => {
      const collected: Array<TokenDebit> = []
      for (const [key, entry] of entries) {
        if (entry.taken >= atLeast) collected.push({ key, tokens: entry.taken })
        entry.taken = 0
      }
      dropFull(now)
      return collected
    },

    /**
     * Sets the state that a bucket has among all servers, and takes again the tokens that were taken here since the
     * collection.
     */
    applySharedState: (key: string, fullAt: FullAt, now: number): void => {
      const entry = findOrAdd(key, now)
      entry.fullAt = entry.taken === 0 ? fullAt : debitTokens(policy, fullAt, now, entry.taken)
    },

    /** The number of buckets, one for each key. */
    size: (): number => entries.size
  }
}

/** The token buckets of many keys. Full ones are dropped: a new bucket is full as well. */
export type BucketTable = ReturnType<typeof makeBucketTable>
