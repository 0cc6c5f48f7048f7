import { Clock, Effect } from "effect"

/** Spaces the requests to one carrier by a fixed interval. */
export interface RequestRateLimiter {
  /**
   * Waits until the request may be sent, and returns undefined. When that is later than `patienceMillis` from now, returns
   * that instant at once, in milliseconds since the epoch, and reserves nothing.
   */
  readonly acquire: (patienceMillis: number) => Effect.Effect<number | undefined>
  /** Pauses all requests until this instant, in milliseconds since the epoch. An earlier instant changes nothing. */
  readonly pauseUntil: (millis: number) => void
}

export const makeRequestRateLimiter = (requestsPerSecond: number): RequestRateLimiter => {
  const spacingMillis = 1000 / requestsPerSecond
  let freeAt = Number.NEGATIVE_INFINITY

  const pass = Effect.fnUntraced(function* (patienceMillis: number) {
    const now = yield* Clock.currentTimeMillis
    const turn = Math.max(now, freeAt)
    if (turn - now > patienceMillis) return Math.ceil(turn)
    freeAt = turn + spacingMillis
    yield* Effect.sleep(turn - now)
    return undefined
  })

  return {
    acquire: pass,
    pauseUntil: (millis) => {
      freeAt = Math.max(freeAt, millis)
    }
  }
}
