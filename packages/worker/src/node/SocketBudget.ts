/** The connections to receivers that a process may have open at once. */
export interface SocketBudget {
  readonly limit: number
  /** Takes a connection; false when none is left. */
  readonly take: () => boolean
  /** Returns a connection that was closed or not opened. */
  readonly giveBack: () => void
}

/** The part of the limit from which idle connections are closed. */
const FREE_IDLE_FROM = 0.8

/** A budget of `limit` connections. `freeIdle` closes connections that no request uses, when few are left. */
export const makeSocketBudget = (limit: number, freeIdle: () => void): SocketBudget => {
  let open = 0
  return {
    limit,
    take: () => {
      // Idle connections close in the background, so that they are closed before the last connection is taken.
      if (open >= limit * FREE_IDLE_FROM) freeIdle()
      if (open >= limit) return false
      open++
      return true
    },
    giveBack: () => void open--
  }
}
