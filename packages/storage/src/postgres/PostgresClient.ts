import { PgTypes } from "@effect/sql-pg"
import { formatCount } from "@landfall/core/listing/Count"
import { serverUrlsOf } from "@landfall/core/net/ServerUrls"
import { Cause, Clock, Context, Duration, Effect, Layer, Option, Predicate, Redacted, Result, Schedule } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, SqlError } from "effect/sql"
import { makeWriteShortage, WriteShortage } from "../health/WriteShortage.ts"
import { CallerTransaction, makeJoinable } from "../sql/CallerTransaction.ts"
import { makeConnectionShares, shareStatements, shareTransactions } from "../sql/ConnectionShares.ts"
import { DatabaseUnusable } from "../sql/DatabaseUnusable.ts"
import { LongWork } from "../sql/LongWork.ts"
import { useLockRows } from "../sql/NamedLocks.ts"
import { withTransactionEnd } from "../sql/TransactionEnd.ts"
import { APPLICATION_NAME } from "./ApplicationName.ts"
import { describeConnectFault } from "./ConnectFault.ts"
import { type EngineBehaviour, probeEngine } from "./EngineProbe.ts"
import { COMPILER, makePostgresPool, PostgresNotifications, RESULT_ROWS } from "./PostgresPool.ts"
import { watchPrimary } from "./PrimaryWatch.ts"
import {
  idleSecondsOf,
  SERVICE_LIMITS,
  type SessionLimits,
  silenceSecondsOf,
  startupParametersOf
} from "./SessionLimits.ts"
import { makeSilenceWatch, targetOf } from "./SilenceWatch.ts"

export type { PostgresNotifications } from "./PostgresPool.ts"

/**
 * The maximum number of retries of a transaction that the server aborted because of a deadlock or a serialization
 * failure.
 */
const MAX_RETRIES = 8

/** 5 ms, then twice as long each time, ±20 %: the waits differ, so that the same transactions do not collide again. */
const RETRY_WAITS = Schedule.jittered(Schedule.exponential("5 millis"))

/** A few are enough: a statement uses a connection for milliseconds, and each one costs the server memory. */
const MAX_CONNECTIONS = 10

/** The connections that the transactions and statements of accounts leave to the service itself. */
const UNSHARED_CONNECTIONS = 2

/**
 * The part of the connections that statements outside transactions share. Transactions of one account wait for its lock, for which
 * its reads do not wait.
 */
const STATEMENTS_PART = 0.3

const sharesOf = (connections: number) => {
  const statements = Math.max(1, Math.floor(STATEMENTS_PART * connections))
  const transactions = Math.max(1, connections - UNSHARED_CONNECTIONS - statements)
  return { statements: makeConnectionShares(statements), transactions: makeConnectionShares(transactions) }
}

/** The interval at which connections are observed. */
const WATCH_INTERVAL = "1 second"

/** The settings of the connection to a Postgres database. */
export interface PostgresConfig {
  /**
   * `postgres://user:password@host:port/database`, with libpq's parameters such as `sslmode` and `options`. Of several
   * servers, `host1:port,host2:port`, the primary is used, and followed when another becomes it.
   */
  readonly url: Redacted.Redacted
  /** The maximum number of connections of this process. */
  readonly maxConnections?: number
  /** The time limits of its sessions; those of a service by default. */
  readonly limits?: SessionLimits
  /** The server itself, where `url` is that of a pooler in transaction mode: there, workers are notified of new deliveries. */
  readonly listenUrl?: Redacted.Redacted | undefined
}

/** Two halves of 32 bits, the first of them signed, are a number of 64 bits. */
const HALF = 2 ** 32

/**
 * `int8` as a number: timestamps and counts are far below 2^53. A claim reads thousands a second, so that no view and no
 * bigint is created for one.
 */
const readInt8 = (bytes: Uint8Array, offset: number): number => {
  const at = (index: number): number => bytes[offset + index] ?? 0
  const high = (at(0) << 24) | (at(1) << 16) | (at(2) << 8) | at(3)
  const low = ((at(4) << 24) | (at(5) << 16) | (at(6) << 8) | at(7)) >>> 0
  return high * HALF + low
}

const makeTypeRegistry = (): PgTypes.Registry => {
  const registry = PgTypes.makeRegistry()
  registry.register<number>(PgTypes.OID.int8, {
    encode: (value) => PgTypes.encode(BigInt(value), PgTypes.OID.int8),
    decode: (bytes) => Result.succeed(readInt8(bytes, 0)),
    read: (bytes, offset) => Result.succeed(readInt8(bytes, offset))
  })
  return registry
}

const SERIALIZATION_FAILURES: ReadonlySet<string> = new Set(["DeadlockError", "SerializationError"])

const isSerializationFailure = (error: unknown): boolean =>
  SqlError.isSqlError(error) && SERIALIZATION_FAILURES.has(error.reason._tag)

const logAbort = (error: unknown) =>
  SqlError.isSqlError(error) && isSerializationFailure(error)
    ? Effect.logDebug(`Postgres aborted a transaction (${error.reason._tag}); it is repeated.`)
    : Effect.void

const sqlDefectIn = <E>(cause: Cause.Cause<E>): SqlError.SqlError | undefined =>
  cause.reasons.flatMap((reason) =>
    Cause.isDieReason(reason) && SqlError.isSqlError(reason.defect) ? [reason.defect] : []
  )[0]

/**
 * Turns the loss of a connection within a transaction into a failure. `effect/sql` reports it as a defect because the
 * rollback cannot be sent; the server has rolled back by itself.
 */
const failOnConnectionLoss = <R, E, A>(
  transaction: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.catchCause(transaction, (cause): Effect.Effect<never, E | SqlError.SqlError> => {
    const loss = sqlDefectIn(cause)
    return loss === undefined ? Effect.failCause(cause) : Effect.fail(loss)
  })

/**
 * Retries a whole transaction if the server aborted it because of a deadlock or a serialization failure: it has changed
 * nothing then. A nested transaction leaves that to the outer one, and so the work at the end of the transaction.
 */
const retryTransactions =
  ({ transactionService, withTransaction }: SqlClient.SqlClient) =>
  <R, E, A>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.serviceOption(transactionService), (around) =>
      Option.isSome(around)
        ? failOnConnectionLoss(withTransaction(effect))
        : Effect.retry(Effect.tapError(failOnConnectionLoss(withTransaction(withTransactionEnd(effect))), logAbort), {
            schedule: RETRY_WAITS,
            times: MAX_RETRIES,
            while: isSerializationFailure
          })
    )

/** A watch over the connections to the URL, which runs until the scope closes; none for a text that is not a URL. */
const watchConnections = Effect.fnUntraced(function* (url: Redacted.Redacted, limits: SessionLimits) {
  const target = targetOf(url)
  if (target === undefined) return undefined
  const watch = makeSilenceWatch(target, silenceSecondsOf(limits, url))
  const report = (ended: number) =>
    ended === 0
      ? Effect.void
      : Effect.logWarning(
          `The Postgres server sent nothing for ${limits.silenceSeconds} s: ${formatCount(ended, "connection")} closed.`
        )
  yield* Effect.forkScoped(
    Effect.forever(Effect.andThen(Effect.sleep(WATCH_INTERVAL), Effect.flatMap(watch.check, report))).pipe(
      // A network is silent in real time, whatever the clock of the program.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
  )
  return watch
})

/** The SQLSTATE of a full disk (postgresql.org/docs/current/errcodes-appendix.html). */
const DISK_FULL = "53100"

/** The URL to connect to, and the watch over the connections: they follow the primary where there are several servers. */
const watchServers = Effect.fnUntraced(function* (
  urls: readonly [string, ...ReadonlyArray<string>],
  limits: SessionLimits
) {
  let watch: Effect.Success<ReturnType<typeof watchConnections>>
  const follow = (url: string) => {
    const target = targetOf(Redacted.make(url))
    if (target !== undefined) watch?.moveTo(target)
  }
  const primary = urls.length === 1 ? urls[0] : (yield* watchPrimary(urls, follow)).url
  const url = Redacted.make(primary)
  watch = yield* watchConnections(url, limits)
  return { url, watch }
})

/** The behaviour of the server of the current client. */
export class PostgresEngine extends Context.Service<PostgresEngine, EngineBehaviour>()(
  "@landfall/storage/postgres/PostgresClient/PostgresEngine"
) {}

const make = Effect.fnUntraced(
  function* ({ url: servers, maxConnections, limits = SERVICE_LIMITS }: PostgresConfig) {
    const { url, watch } = yield* watchServers(serverUrlsOf(Redacted.value(servers)), limits)
    const connections = maxConnections ?? MAX_CONNECTIONS
    const startupParameters = startupParametersOf(limits, url)
    const session = { url, stream: watch?.open, applicationName: APPLICATION_NAME, types: makeTypeRegistry() }
    // Two connections are opened and closed now, so that a wrong URL fails at the start.
    const engine = yield* probeEngine({ ...session, startupParameters })
    const shortage = makeWriteShortage()
    const { client, statementConnection, notifications } = yield* makePostgresPool(
      {
        ...session,
        maxConnections: connections,
        idleTimeout: Duration.seconds(idleSecondsOf(limits)),
        startupParameters: engine.pooled ? {} : startupParameters,
        prepare: !engine.pooled
      },
      ({ reason }) => {
        if (Predicate.hasProperty(reason.cause, "code") && reason.cause.code === DISK_FULL) shortage.observe()
      }
    )
    const shares = sharesOf(connections)
    const transactions = shareTransactions(client, shares.transactions)(retryTransactions(client))
    const statements = shareStatements(client, shares.statements, statementConnection, COMPILER, RESULT_ROWS)
    const { client: sql, service } = makeJoinable(statements, transactions)
    // The first connection of the pool is opened now: a command that needs the database for itself counts open sessions.
    yield* sql`SELECT 1`.values
    if (!engine.advisoryLocks) yield* useLockRows(sql)
    return Context.make(SqlClient.SqlClient, sql).pipe(
      Context.add(PostgresEngine, engine),
      Context.add(PostgresNotifications, notifications),
      Context.add(CallerTransaction, service),
      Context.add(WriteShortage, shortage),
      Context.add(LongWork, { run: watch === undefined ? (effect) => effect : watch.suspendDuring })
    )
  },
  Effect.mapError((error) =>
    SqlError.isSqlError(error) ? new DatabaseUnusable({ message: describeConnectFault(error) }) : error
  )
)

/**
 * `SqlClient` over a pool of connections with time limits. Column names are snake_case in SQL and camelCase
 * in rows. Fails with `DatabaseUnusable`, whose message states what to do.
 */
export const layer = (config: PostgresConfig) => Layer.effectContext(make(config)).pipe(Layer.provide(Reactivity.layer))
