import { Clock, Effect } from "effect"

/** Lets requests to one carrier through one after another, each a fixed time after the one before. */
export interface RequestRateLimiter {
  /**
   * Waits for its turn. When the turn is further off than `patienceMillis`, it answers at once with the moment of that
   * turn, in milliseconds since the epoch, and takes no turn; else with undefined when the turn has come.
   */
  readonly acquire: (patienceMillis: number) => Effect.Effect<number | undefined>
  /** Nobody passes before this moment, in milliseconds since the epoch. An earlier one changes nothing. */
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
