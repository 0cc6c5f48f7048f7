import type { ApiKeyHash } from "@landfall/core/accounts/ApiKey"

/**
 * The keys that were valid when they were last looked up, at most `maxKeys` of them, and those that are being looked up.
 * They need no place among the unknown keys of their address. Only valid keys are kept, so that guesses push none out.
 */
export const makeKnownKeys = (maxKeys: number) => {
  const valid = new Set<ApiKeyHash>()
  const pending = new Set<ApiKeyHash>()

  return {
    /** Whether a key was valid, or is being looked up: requests with it wait for the same look-up. */
    has: (hash: ApiKeyHash): boolean => valid.has(hash) || pending.has(hash),

    /** A look-up of a key begins. */
    begin: (hash: ApiKeyHash): void => void pending.add(hash),

    /** The look-up of a key has ended. */
    end: (hash: ApiKeyHash, isValid: boolean): void => {
      pending.delete(hash)
      if (!isValid) return
      const [oldest] = valid
      if (oldest !== undefined && valid.size >= maxKeys) valid.delete(oldest)
      valid.add(hash)
    },

    /** A key that was valid is so no longer. */
    forget: (hash: ApiKeyHash): void => void valid.delete(hash)
  }
}
