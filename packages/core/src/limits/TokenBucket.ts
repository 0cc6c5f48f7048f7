/**
 * A token bucket: it holds at most `capacity` tokens, and `perSecond` tokens are added in each second. A request takes
 * tokens, one or more by its weight, and is rejected when they are lacking.
 */
export interface BucketPolicy {
  readonly perSecond: number
  readonly capacity: number
}

/**
 * The state of a bucket is one number: the instant at which it is full again, in milliseconds of a monotonic clock. (This is
 * the theoretical arrival time of the generic cell rate algorithm, ITU-T I.371, which equals a token bucket.) Every instant
 * in the past is a full bucket, so that full buckets need no memory.
 */
export type FullAt = number

/** A bucket that is full at every instant. */
export const FULL: FullAt = Number.NEGATIVE_INFINITY

const SECOND_MILLIS = 1000

/** The time in which a number of tokens is added, in milliseconds. */
export const millisOf = ({ perSecond }: BucketPolicy, tokens: number): number => (tokens * SECOND_MILLIS) / perSecond

/** The tokens in a bucket; negative while it is in debt. */
export const tokensIn = (policy: BucketPolicy, fullAt: FullAt, now: number): number =>
  fullAt <= now ? policy.capacity : policy.capacity - ((fullAt - now) * policy.perSecond) / SECOND_MILLIS

/** The bucket after tokens are taken, whether it has them or not. A lack is a debt that later tokens pay first. */
export const debitTokens = (policy: BucketPolicy, fullAt: FullAt, now: number, tokens: number): FullAt =>
  Math.max(fullAt, now) + millisOf(policy, tokens)

/** The bucket after tokens are returned. It holds at most its capacity. */
export const returnTokens = (policy: BucketPolicy, fullAt: FullAt, tokens: number): FullAt =>
  fullAt - millisOf(policy, tokens)

/**
 * Instants are in milliseconds with fractions of them, which are rounded: a bucket may lack this much of a token and still
 * give it.
 */
export const ROUNDING_TOKENS = 1e-6

/**
 * Whether a bucket has the tokens of a request. A request that weighs more than the capacity needs a full bucket, and takes
 * the rest as a debt: otherwise it could never be made.
 */
export const hasTokens = (policy: BucketPolicy, fullAt: FullAt, now: number, tokens: number): boolean =>
  tokensIn(policy, fullAt, now) >= Math.min(tokens, policy.capacity) - ROUNDING_TOKENS

/** After how many whole seconds a bucket has the tokens of a request: 0 when it has them now. */
export const secondsUntil = (policy: BucketPolicy, fullAt: FullAt, now: number, tokens: number): number => {
  const lacking = Math.min(tokens, policy.capacity) - tokensIn(policy, fullAt, now)
  return lacking <= ROUNDING_TOKENS ? 0 : Math.ceil(lacking / policy.perSecond)
}

/** After how many whole seconds a bucket is full. */
export const secondsUntilFull = (fullAt: FullAt, now: number): number =>
  fullAt <= now ? 0 : Math.ceil((fullAt - now) / SECOND_MILLIS)
