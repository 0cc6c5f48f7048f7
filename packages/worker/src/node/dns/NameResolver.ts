import { LookupAccount } from "@landfall/core/alerts/lookups/LookupAccount"
import { DEFAULT_LOOKUP_LIMITS, type LookupLimits, LookupQueue } from "@landfall/core/alerts/lookups/LookupQueue"
import { Clock, Deferred, Effect, Exit, Layer, Result } from "effect"
import { Dns, NetAddress } from "effect/net"
import { AddressCache, type LookupResult } from "./AddressCache.ts"
import { type AddressAnswer, lookupError, makeAddressQueries } from "./AddressQuery.ts"
import { makeSystemNames, type SystemNameFiles, type SystemNames, systemNameFiles } from "./SystemNames.ts"

export type { SystemNames } from "./SystemNames.ts"

/** The settings of name resolution. */
export interface NameResolverSettings {
  /** The name servers, as `ADDRESS` or `ADDRESS:PORT`; those of the machine when empty. */
  readonly servers: ReadonlyArray<string>
  readonly files: SystemNameFiles
  /** The time for which a look-up waits for its turn, and the time limit of its query, in milliseconds. */
  readonly deadlineMillis: number
  readonly limits: LookupLimits
}

/** The settings of a server: the name servers and the hosts file of this machine. */
export const defaultNameResolverSettings: NameResolverSettings = {
  servers: [],
  files: systemNameFiles,
  deadlineMillis: 5_000,
  limits: DEFAULT_LOOKUP_LIMITS
}

type Addresses = ReadonlyArray<NetAddress.IpAddress>
type Lookup = Effect.Effect<Addresses, Dns.DnsError>

/** The share of look-ups outside deliveries, such as the check of a URL that is saved. */
const NO_ACCOUNT = ""
const NANOS_PER_MILLI = 1_000_000n

/** Tries the queries of the candidates of a name in their order; the first that exists decides. */
const queryFirst = (
  candidates: ReadonlyArray<string>,
  query: (name: string) => Effect.Effect<AddressAnswer, Dns.DnsError>
): Effect.Effect<AddressAnswer, Dns.DnsError> => {
  const [first, ...others] = candidates
  if (first === undefined) return Effect.fail(lookupError("", "NotFound"))
  return others.length === 0
    ? query(first)
    : Effect.catchIf(
        query(first),
        ({ reason }) => reason === "NotFound",
        () => queryFirst(others, query)
      )
}

/** The names that are queried for a name: one without a dot is searched in the domains of the machine first. */
export const candidatesOf = (name: string, { searchDomains }: SystemNames): ReadonlyArray<string> =>
  name.includes(".") ? [name] : [...searchDomains.map((domain) => `${name}.${domain}`), name]

const resultOf = (result: Result.Result<AddressAnswer, Dns.DnsError>): LookupResult<Addresses, Dns.DnsError> => {
  if (Result.isSuccess(result)) return { _tag: "Found", ...result.success }
  return { _tag: result.failure.reason === "NotFound" ? "NotFound" : "Failed", error: result.failure }
}

const addressesOf = (result: LookupResult<Addresses, Dns.DnsError>): Lookup =>
  result._tag === "Found" ? Effect.succeed(result.addresses) : Effect.fail(result.error)

const make = Effect.fnUntraced(function* ({ servers, files, deadlineMillis, limits }: NameResolverSettings) {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const names = yield* makeSystemNames(files)
  const queries = makeAddressQueries(servers)
  const cache = new AddressCache<Addresses, Dns.DnsError>()
  const running = new Map<string, Deferred.Deferred<LookupResult<Addresses, Dns.DnsError>>>()
  const turns = new LookupQueue<Deferred.Deferred<void>>(limits)
  const nowMillis = () => Number(clock.monotonicTimeNanosUnsafe() / NANOS_PER_MILLI)

  /** The cached result, or that of a running query; none when the name must be queried. */
  const cachedOrRunning = (name: string): Lookup | undefined => {
    const cached = cache.get(name, nowMillis())
    if (cached !== undefined) return addressesOf(cached)
    const query = running.get(name)
    return query === undefined ? undefined : Effect.flatMap(Deferred.await(query), addressesOf)
  }

  /**
   * Starts the query of a name. Every caller in the meantime receives its result. The query outlives the caller that
   * started it.
   */
  const startQuery = Effect.fnUntraced(function* (name: string, system: SystemNames) {
    const done = Deferred.makeUnsafe<LookupResult<Addresses, Dns.DnsError>>()
    running.set(name, done)
    const query = queryFirst(candidatesOf(name, system), (candidate) => queries.query(candidate, system.version)).pipe(
      Effect.timeoutOrElse({
        duration: deadlineMillis,
        orElse: () => Effect.fail(lookupError(name, "Timeout"))
      }),
      Effect.result,
      Effect.map(resultOf),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          running.delete(name)
          if (Exit.isSuccess(exit)) cache.set(name, exit.value, nowMillis())
          Deferred.doneUnsafe(done, exit)
        })
      )
    )
    yield* Effect.forkIn(query, scope, { startImmediately: true })
    return yield* Effect.flatMap(Deferred.await(done), addressesOf)
  })

  const endTurn = (account: string): void => {
    const next = turns.end(account)
    if (next !== undefined) Deferred.doneUnsafe(next.lookup, Exit.void)
  }

  /** Runs a look-up in a turn of the account. An account that has all its turns waits for its own look-ups. */
  const inTurn = (account: string, name: string, run: Lookup): Lookup =>
    Effect.uninterruptibleMask((restore) => {
      const turn = Deferred.makeUnsafe<void>()
      const runAndEnd = Effect.ensuring(
        restore(run),
        Effect.sync(() => endTurn(account))
      )
      const admission = turns.offer(account, turn)
      if (admission === "run") return runAndEnd
      if (admission !== "wait") return Effect.fail(lookupError(name, admission === "full" ? "Temporary" : "Timeout"))
      const awaitTurn = Effect.timeoutOrElse(Deferred.await(turn), {
        duration: deadlineMillis,
        orElse: () => Effect.fail(lookupError(name, turns.isAccountFull(account) ? "Timeout" : "Temporary"))
      })
      const leaveUnlessGranted = (exit: Exit.Exit<void, Dns.DnsError>) =>
        Effect.sync(() => {
          if (Exit.isFailure(exit) && !turns.remove(account, turn)) endTurn(account)
        })
      return Effect.andThen(Effect.onExit(restore(awaitTurn), leaveUnlessGranted), runAndEnd)
    })

  const lookup = Effect.fnUntraced(function* (hostname: string): Effect.fn.Return<Addresses, Dns.DnsError> {
    const name = hostname.toLowerCase()
    const system = yield* names
    const fromHostsFile = system.find(name)
    if (fromHostsFile !== undefined) return fromHostsFile
    const addresses = cachedOrRunning(name)
    if (addresses !== undefined) return yield* addresses
    const account = (yield* LookupAccount) ?? NO_ACCOUNT
    return yield* inTurn(
      account,
      name,
      Effect.suspend(() => cachedOrRunning(name) ?? startQuery(name, system))
    )
  })

  return Dns.make({
    lookup: (host, family) =>
      Effect.map(lookup(host), (addresses) =>
        family === undefined ? addresses : addresses.filter((address) => NetAddress.isFamily(address, family))
      )
  })
})

/**
 * Looks up the addresses of names: in the hosts file of the machine, then at its name servers, by separate sockets and
 * within a deadline. Results are cached within their TTL, failures for seconds. One query at a time runs for a name,
 * and accounts share the queries.
 */
export const layer = (settings: NameResolverSettings): Layer.Layer<Dns.Dns> => Layer.effect(Dns.Dns, make(settings))
