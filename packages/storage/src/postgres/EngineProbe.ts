import { PgConnection } from "@effect/sql-pg"
import { Effect, Predicate } from "effect"
import type { SqlError } from "effect/sql"

/** The behaviour of a server towards several sessions, whatever its name. */
export interface EngineBehaviour {
  /**
   * A pooler is in front of the server: it may run each transaction in another session, which has no prepared statements,
   * settings or subscriptions of this client.
   */
  readonly pooled: boolean
  /** Advisory locks exclude other sessions. Some compatible engines accept the functions and lock nothing. */
  readonly advisoryLocks: boolean
}

/** The advisory locks of probes are far from those of names, which are hashes. Each probe adds the number of its session. */
const PROBE_LOCK = 5_000_000_000

/** The SQL states of statements that an engine does not have: an unknown function, an unknown parameter, no such feature. */
const UNSUPPORTED: ReadonlySet<string> = new Set(["42883", "0A000", "42704", "42601"])

const sqlStateOf = ({ reason }: SqlError.SqlError): unknown =>
  Predicate.hasProperty(reason.cause, "code") ? reason.cause.code : undefined

const isUnsupported = (error: SqlError.SqlError): boolean => UNSUPPORTED.has(String(sqlStateOf(error)))

/** The message with which a pooler rejects the settings of a session in the startup packet. */
const REJECTED_PARAMETER = /unsupported startup parameter/

export const isRejectedParameter = ({ reason }: SqlError.SqlError): boolean =>
  Predicate.hasProperty(reason.cause, "message") && REJECTED_PARAMETER.test(String(reason.cause.message))

/** A session with its settings, or without them where a pooler rejects them. */
const connect = (config: PgConnection.Config) =>
  PgConnection.make(config).pipe(
    Effect.map((session) => ({ session, rejected: false })),
    Effect.catchIf(isRejectedParameter, () =>
      Effect.map(PgConnection.make({ ...config, startupParameters: {} }), (session) => ({ session, rejected: true }))
    )
  )

const firstCell = (session: PgConnection.PgConnection, statement: string, parameters: ReadonlyArray<unknown> = []) =>
  Effect.map(session.queryValues(statement, parameters, false), ([row]) => row?.[0])

/** A pooler invents the number that it gives to a client; that of a server is the process that runs its statements. */
const isPooled = (session: PgConnection.PgConnection) =>
  Effect.map(firstCell(session, "SELECT pg_backend_pid()"), (pid) => Number(pid) !== session.processId)

/** Whether a session cannot take the advisory lock that another one holds. */
const excludesByAdvisoryLock = (holder: PgConnection.PgConnection, other: PgConnection.PgConnection) => {
  const key = PROBE_LOCK + holder.processId
  return Effect.gen(function* () {
    yield* holder.query("BEGIN", [], false)
    yield* firstCell(holder, "SELECT pg_advisory_xact_lock($1::bigint)", [key])
    const isGranted = yield* firstCell(other, "SELECT pg_try_advisory_xact_lock($1::bigint)", [key])
    yield* holder.query("ROLLBACK", [], false)
    return isGranted === false
  }).pipe(Effect.catchIf(isUnsupported, () => Effect.succeed(false)))
}

/** Tests the behaviour of a server with two separate sessions. Changes nothing. */
export const probeEngine = (config: PgConnection.Config): Effect.Effect<EngineBehaviour, SqlError.SqlError> =>
  Effect.gen(function* () {
    const { session, rejected } = yield* connect(config)
    const pooled = rejected || (yield* isPooled(session))
    const other = yield* connect(config)
    return { pooled, advisoryLocks: yield* excludesByAdvisoryLock(session, other.session) }
  }).pipe(Effect.scoped)
