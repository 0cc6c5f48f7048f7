import { useSyncExternalStore } from "react"

/** The connection to the server, as the newest request found it. */
export interface Connection {
  readonly isLost: boolean
  /** When the next attempt begins, in milliseconds since the epoch; null while an attempt is made, or none is needed. */
  readonly retryAt: number | null
}

const OPEN: Connection = { isLost: false, retryAt: null }

let connection = OPEN
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const change = (next: Connection) => {
  if (next.isLost === connection.isLost && next.retryAt === connection.retryAt) return
  connection = next
  for (const listener of listeners) listener()
}

/** Reports that the server responded. */
export const reportResponse = (): void => change(OPEN)

/** Reports that a request got no response from the server. */
export const reportNoResponse = (): void => change({ isLost: true, retryAt: connection.retryAt })

/** Reports when the next attempt begins. The stream alone makes it: pages do not poll while the connection is lost. */
export const reportRetry = (retryAt: number | null): void => {
  if (connection.isLost) change({ isLost: true, retryAt })
}

export const isConnectionLost = (): boolean => connection.isLost

/** The connection to the server; a component that uses it shows every change. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection)

/** Runs a function once when the connection is lost. Returns the function that ends the wait. */
export const onLoss = (run: () => void): (() => void) => {
  const stop = subscribe(() => {
    if (!connection.isLost) return
    stop()
    run()
  })
  return stop
}

/** Begins the next attempt immediately. */
export const retryNow = (): void => reportRetry(null)

/** Waits until the time has passed, the signal aborts, or the connection changes: it is lost, open again, or tried immediately. */
export const waitUntilChange = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const before = connection
    const end = () => {
      clearTimeout(timer)
      listeners.delete(listener)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const listener = () => {
      if (connection !== before) end()
    }
    const timer = setTimeout(end, millis)
    listeners.add(listener)
    signal.addEventListener("abort", end)
  })

/** The statuses by which a proxy reports that it does not reach the server. The server itself does not send them. */
const PROXY_STATUSES = [502, 504]

/** Whether a response is that of the server, and not that of a proxy that does not reach it. */
export const isOfServer = ({ status }: Response): boolean => !PROXY_STATUSES.includes(status)
