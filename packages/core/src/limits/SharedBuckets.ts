import { Context, type Effect } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { BucketPolicy } from "./TokenBucket.ts"

/**
 * A server shares what was taken from a bucket in a second when it is at least this part of what was added. Below, the
 * buckets of ordinary callers need no writes. So a bucket admits beyond its policy at most this part of it for each further
 * server, and once what it holds.
 */
export const UNSHARED_PARTS = 8

/** The tokens that were taken from the bucket of a key. */
export interface TokenDebit {
  readonly key: string
  readonly tokens: number
}

/** The rate that a bucket belongs to. Its name is part of the identity of the bucket. */
export interface SharedPolicy extends BucketPolicy {
  readonly name: string
}

/** The state of a bucket among all servers on a database. */
export interface SharedState {
  readonly key: string
  /** 0 or less for a full bucket. */
  readonly millisUntilFull: number
}

/** The token buckets of all servers on one database. */
export class SharedBuckets extends Context.Service<
  SharedBuckets,
  {
    /**
     * Takes tokens from buckets, whether they have them or not, and returns the state of each. The servers need no common
     * clock: states are relative to the clock of the database.
     */
    readonly take: (
      policy: SharedPolicy,
      debits: ReadonlyArray<TokenDebit>
    ) => Effect.Effect<ReadonlyArray<SharedState>, StorageError>
  }
>()("@landfall/core/limits/SharedBuckets") {}
