/** The connections to receivers that a process may have open at the same time, whatever their protocol. */
export interface SocketBudget {
  readonly limit: number
  /** Reserves a connection; returns false when none is free. */
  readonly take: () => boolean
  /** Returns a connection that was closed or not opened. */
  readonly giveBack: () => void
  /** Registers a function that closes connections which no request uses. It is called when few are left. */
  readonly whenScarce: (freeIdle: () => void) => void
}

/** The part of the limit from which idle connections are closed. */
const FREE_IDLE_FROM = 0.8

/** A budget of `limit` connections. */
export const makeSocketBudget = (limit: number): SocketBudget => {
  const idleOwners: Array<() => void> = []
  let open = 0
  return {
    limit,
    take: () => {
      // Idle connections close in the background, so that they are closed before the last connection is taken.
      if (open >= limit * FREE_IDLE_FROM) for (const freeIdle of idleOwners) freeIdle()
      if (open >= limit) return false
      open++
      return true
    },
    giveBack: () => void open--,
    whenScarce: (freeIdle) => void idleOwners.push(freeIdle)
  }
}
