import { TransportError } from "@landfall/core/alerts/sending/AlertTransport"
import { Clock, Deferred, Effect, Exit, FiberSet, Option, Scope } from "effect"

/** Limits of the connections to brokers. Times in milliseconds. */
export interface BrokerPoolSettings {
  /**
   * The maximum number of connections, over all brokers; one serves any number of messages to a server with the same
   * login.
   */
  readonly maxConnections: number
  /** The time for which a connection stays open without a message. */
  readonly idleMillis: number
  /** The longest life of a connection, so that a change of address takes effect. */
  readonly lifetimeMillis: number
}

/** A connection of the pool, and the state of its end. */
interface Pooled<C extends PooledConnection, E> {
  readonly ready: Deferred.Deferred<C, E>
  readonly scope: Scope.Closeable
  readonly openedAt: number
  usedAt: number
  users: number
}

/** A connection that the pool closes. */
export interface PooledConnection {
  /** Completes when the connection has ended for any reason. */
  readonly closed: Effect.Effect<void>
}

/** Connections to brokers, one for each key. */
export interface BrokerPool<C extends PooledConnection, E> {
  /**
   * Uses the connection of a key, which `open` opens when there is none. A use that fails because of the connection, or that
   * is interrupted, removes the connection from the pool; it is closed when nothing uses it.
   */
  readonly use: <A, E2>(
    key: string,
    open: Effect.Effect<C, E, Scope.Scope>,
    use: (connection: C) => Effect.Effect<A, E2>
  ) => Effect.Effect<A, E | E2>
  /** Closes every connection that nothing uses. */
  readonly closeIdle: () => void
  /** Removes every connection; those in use are closed when their uses end. */
  readonly closeAll: () => void
}

const SWEEP_MILLIS = 1_000

/** Whether a use has ended in a way that leaves its connection usable: the broker has responded. */
const leavesConnection = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit)) return true
  return Option.exists(
    Exit.findErrorOption(exit),
    (error) => error instanceof TransportError && error.reason === "broker_rejected"
  )
}

/** Makes a pool whose connections close with the scope. */
export const makeBrokerPool = <C extends PooledConnection, E>({
  maxConnections,
  idleMillis,
  lifetimeMillis
}: BrokerPoolSettings): Effect.Effect<BrokerPool<C, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const scope = yield* Effect.scope
    const connections = new Map<string, Pooled<C, E>>()
    const run = yield* FiberSet.makeRuntime()
    const now = () => clock.currentTimeMillisUnsafe()

    const close = (pooled: Pooled<C, E>) => run(Scope.close(pooled.scope, Exit.void))

    /** Removes a connection from the pool, and closes it unless it is used. */
    const retire = (key: string, pooled: Pooled<C, E>): void => {
      if (connections.get(key) === pooled) connections.delete(key)
      if (pooled.users === 0) close(pooled)
    }

    const retireIf = (isRetired: (pooled: Pooled<C, E>) => boolean): void => {
      for (const [key, pooled] of connections) if (isRetired(pooled)) retire(key, pooled)
    }

    const evictOne = (): void => {
      const entries = [...connections]
      const [key, pooled] = entries.find(([, { users }]) => users === 0) ?? entries[0] ?? []
      if (key !== undefined && pooled !== undefined) retire(key, pooled)
    }

    const begin = Effect.fnUntraced(function* (key: string, open: Effect.Effect<C, E, Scope.Scope>) {
      if (connections.size >= maxConnections) evictOne()
      const pooled: Pooled<C, E> = {
        ready: Deferred.makeUnsafe(),
        scope: yield* Scope.fork(scope),
        openedAt: now(),
        usedAt: now(),
        users: 0
      }
      connections.set(key, pooled)
      const opened = Scope.provide(open, pooled.scope).pipe(
        Effect.tap(({ closed }) =>
          Effect.forkIn(
            Effect.andThen(
              closed,
              Effect.sync(() => retire(key, pooled))
            ),
            pooled.scope
          )
        ),
        Effect.onExit((exit) =>
          Effect.sync(() => {
            if (Exit.isFailure(exit)) retire(key, pooled)
            Deferred.doneUnsafe(pooled.ready, exit)
          })
        )
      )
      yield* Effect.forkIn(opened, pooled.scope)
      return pooled
    })

    const acquire = Effect.fnUntraced(function* (key: string, open: Effect.Effect<C, E, Scope.Scope>) {
      const pooled = connections.get(key) ?? (yield* begin(key, open))
      pooled.users++
      // The least recently used connection is the first of the map.
      connections.delete(key)
      connections.set(key, pooled)
      return pooled
    })

    const sweep = Effect.sync(() =>
      retireIf(
        ({ users, usedAt, openedAt }) =>
          now() - openedAt >= lifetimeMillis || (users === 0 && now() - usedAt >= idleMillis)
      )
    )
    yield* Effect.forkScoped(Effect.forever(Effect.delay(sweep, SWEEP_MILLIS)))

    return {
      use: (key, open, use) =>
        Effect.acquireUseRelease(
          acquire(key, open),
          ({ ready }) => Effect.flatMap(Deferred.await(ready), use),
          (pooled, exit) =>
            Effect.sync(() => {
              pooled.users--
              pooled.usedAt = now()
              if (!leavesConnection(exit)) retire(key, pooled)
              else if (pooled.users === 0 && connections.get(key) !== pooled) close(pooled)
            })
        ),
      closeIdle: () => retireIf(({ users }) => users === 0),
      closeAll: () => retireIf(() => true)
    }
  })
