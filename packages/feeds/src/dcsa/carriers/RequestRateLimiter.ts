import { Clock, Effect } from "effect"

/** Spaces the requests to one carrier by a fixed interval. */
export interface RequestRateLimiter {
  /**
   * Waits until the request may be sent, and returns undefined. When that is later than `maxWaitMillis` from now, returns
   * that instant immediately, in milliseconds since the epoch, and reserves nothing.
   */
  readonly acquire: (maxWaitMillis: number) => Effect.Effect<number | undefined>
  /** Pauses all requests until this instant, in milliseconds since the epoch. An earlier instant changes nothing. */
  readonly pauseUntil: (millis: number) => void
}

export const makeRequestRateLimiter = (requestsPerSecond: number): RequestRateLimiter => {
  const spacingMillis = 1000 / requestsPerSecond
  let nextStartAt = Number.NEGATIVE_INFINITY

  const acquire = Effect.fnUntraced(function* (maxWaitMillis: number) {
    const now = yield* Clock.currentTimeMillis
    const startAt = Math.max(now, nextStartAt)
    if (startAt - now > maxWaitMillis) return Math.ceil(startAt)
    nextStartAt = startAt + spacingMillis
    yield* Effect.sleep(startAt - now)
    return undefined
  })

  return {
    acquire,
    pauseUntil: (millis) => {
      nextStartAt = Math.max(nextStartAt, millis)
    }
  }
}
