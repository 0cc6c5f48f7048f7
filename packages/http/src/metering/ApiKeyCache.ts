import type { ApiKeyHash } from "@landfall/core/accounts/ApiKey"
import { Effect, type Option } from "effect"

interface CachedKey<A> {
  /** The result of the look-up, made once. */
  readonly key: Effect.Effect<Option.Option<A>>
  /** When the look-up began, in milliseconds of a monotonic clock. */
  readonly checkedAt: number
}

/**
 * The keys that were valid when they were last looked up, at most `maxKeys` of them, and those that are being looked
 * up. They do not count among the unknown keys of their address. Only valid keys are retained, so that guessed keys
 * evict none.
 */
export const makeApiKeyCache = <A>(maxKeys: number) => {
  const valid = new Map<ApiKeyHash, CachedKey<A>>()
  const pending = new Set<ApiKeyHash>()

  return {
    /** Whether a key was valid, or is being looked up: requests with it wait for the same look-up. */
    has: (hash: ApiKeyHash): boolean => valid.has(hash) || pending.has(hash),

    /** A key whose look-up began less than `maxAgeMillis` ago. Every call runs it, so that it computes nothing. */
    findFresh: (hash: ApiKeyHash, now: number, maxAgeMillis: number): Effect.Effect<Option.Option<A>> | undefined => {
      const cached = valid.get(hash)
      if (cached === undefined) return undefined
      const age = now - cached.checkedAt
      return age >= 0 && age < maxAgeMillis ? cached.key : undefined
    },

    /** Records that the look-up of a key begins. */
    begin: (hash: ApiKeyHash): void => void pending.add(hash),

    /** Records that the look-up of a key has ended. */
    end: (hash: ApiKeyHash): void => void pending.delete(hash),

    /** Adds a valid key that a look-up from `checkedAt` on has found. */
    add: (hash: ApiKeyHash, key: A, checkedAt: number): void => {
      const [oldest] = valid.keys()
      if (oldest !== undefined && valid.size >= maxKeys && !valid.has(hash)) valid.delete(oldest)
      valid.set(hash, { key: Effect.succeedSome(key), checkedAt })
    },

    /** Removes a key that is no longer valid. */
    remove: (hash: ApiKeyHash): void => void valid.delete(hash)
  }
}
