import { Redacted, Result } from "effect"

/**
 * The time limits of a Postgres session, in seconds. The server enforces the first four, so that a process that hangs
 * inside a transaction does not hold its locks; the client enforces the last one.
 */
export interface SessionLimits {
  /** The longest execution of one statement, waits for locks included. */
  readonly statementSeconds: number
  /** The longest wait for one lock. */
  readonly lockSeconds: number
  /** The longest pause of a client inside a transaction. */
  readonly idleInTransactionSeconds: number
  /** The longest time in which data sent by the server is not acknowledged or not read. */
  readonly unacknowledgedSeconds: number
  /** The longest wait for a response. Above `statementSeconds`, so that it ends silent connections only. */
  readonly silenceSeconds: number
}

/**
 * The limits of servers, workers and commands. A wait for a lock outlasts the limit of the transaction that holds it, so
 * that those who wait continue when the server ends a process that hangs.
 */
export const SERVICE_LIMITS: SessionLimits = {
  statementSeconds: 15,
  lockSeconds: 12,
  idleInTransactionSeconds: 8,
  unacknowledgedSeconds: 15,
  silenceSeconds: 18
}

/** Backups, restores and moves hold transactions for as long as the copy takes. */
export const NO_LIMITS: SessionLimits = {
  statementSeconds: 0,
  lockSeconds: 0,
  idleInTransactionSeconds: 0,
  unacknowledgedSeconds: 15,
  silenceSeconds: 0
}

/** TCP probes of the server on an idle connection: the first after 5 s, then every 2 s; 3 without a response end it. */
const KEEPALIVE_PARAMETERS: Readonly<Record<string, string>> = {
  tcp_keepalives_idle: "5",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3"
}

/** The parameters of Postgres that the operator sets in the `options` of the URL, such as `-c statement_timeout=60s`. */
const parametersInUrl = (url: Redacted.Redacted): ReadonlySet<string> => {
  const parsed = Result.try(() => new URL(Redacted.value(url)))
  const options = Result.isSuccess(parsed) ? (parsed.success.searchParams.get("options") ?? "") : ""
  return new Set(
    [...options.matchAll(/(?:-c\s*|--)([\w.-]+)\s*=/g)].map(([, name = ""]) => name.toLowerCase().replaceAll("-", "_"))
  )
}

const seconds = (count: number): string => `${count * 1000}`

/** The parameters with which a session starts. Those that the operator sets in the URL are left to them. */
export const startupParametersOf = (
  limits: SessionLimits,
  url: Redacted.Redacted
): Readonly<Record<string, string>> => {
  const operatorSet = parametersInUrl(url)
  const parameters = {
    statement_timeout: seconds(limits.statementSeconds),
    lock_timeout: seconds(limits.lockSeconds),
    idle_in_transaction_session_timeout: seconds(limits.idleInTransactionSeconds),
    tcp_user_timeout: seconds(limits.unacknowledgedSeconds),
    ...KEEPALIVE_PARAMETERS
  }
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !operatorSet.has(name)))
}

/** The longest idle time of a connection: a network may drop it meanwhile, which only the next statement would notice. */
const MAX_IDLE_SECONDS = 10

/**
 * The idle seconds after which the pool closes a connection. It looks for such connections at the same interval, so
 * that one is idle for twice as long at most; that is below the limit of silence, so that an idle connection does not
 * count as a silent one.
 */
export const idleSecondsOf = ({ silenceSeconds }: SessionLimits): number =>
  silenceSeconds === 0 ? MAX_IDLE_SECONDS : Math.max(1, Math.min(MAX_IDLE_SECONDS, Math.floor(silenceSeconds / 2) - 1))

/** The longest wait for a response; 0 when the operator sets how long a statement may take. */
export const silenceSecondsOf = (limits: SessionLimits, url: Redacted.Redacted): number =>
  parametersInUrl(url).has("statement_timeout") ? 0 : limits.silenceSeconds
