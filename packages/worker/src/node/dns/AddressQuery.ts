import { Resolver } from "node:dns"
import { Deferred, Effect, Exit, Option, Result } from "effect"
import { Dns, NetAddress } from "effect/net"

/** The addresses of a name, and their time to live in seconds. */
export interface AddressAnswer {
  readonly addresses: ReadonlyArray<NetAddress.IpAddress>
  readonly ttlSeconds: number
}

/** Queries name servers for the addresses of names. */
export interface AddressQueries {
  /** Queries both families at the same time. `generation` changes when the name servers of the machine may have changed. */
  readonly query: (name: string, generation: string) => Effect.Effect<AddressAnswer, Dns.DnsError>
}

/** The time for a response from one name server; the next server is queried after it. */
const SERVER_TIMEOUT_MILLIS = 1_500
const TRIES = 3
/** The time for which the second family is awaited once the first has addresses (RFC 8305 section 3, more generous). */
const SECOND_FAMILY_MILLIS = 500
/** The maximum number of resolvers that are retained for further queries. */
const MAX_IDLE_RESOLVERS = 64

/** Reasons by the error codes of c-ares. `Temporary`: no name server of this machine responded at all. */
const REASONS: Readonly<Record<string, Dns.DnsErrorReason>> = {
  ENOTFOUND: "NotFound",
  ENODATA: "NotFound",
  ENONAME: "NotFound",
  EBADNAME: "BadName",
  EBADQUERY: "BadName",
  ETIMEOUT: "Timeout",
  ECANCELLED: "Timeout",
  ECONNREFUSED: "Temporary",
  ENOMEM: "Temporary",
  EFILE: "Temporary",
  EREFUSED: "ServerFailure",
  ESERVFAIL: "ServerFailure",
  ENOTIMP: "ServerFailure",
  EFORMERR: "InvalidResponse",
  EBADRESP: "InvalidResponse"
}

export const lookupError = (hostname: string, reason: Dns.DnsErrorReason, cause?: unknown) =>
  new Dns.DnsError({ reason, method: "lookup", hostname, cause })

interface AddressRecord {
  readonly address: string
  readonly ttl: number
}

/**
 * The maximum number of records of one family that are used: a response has room for thousands, and they are cached.
 */
const MAX_RECORDS = 16

/** The records of one family, or the reason why there are none. */
type FamilyAnswer = Result.Result<ReadonlyArray<AddressRecord>, Dns.DnsErrorReason>

/** The result of a family that has not responded. */
const NO_ANSWER: FamilyAnswer = Result.fail("Timeout")

const familyAnswer = (error: NodeJS.ErrnoException | null, records: ReadonlyArray<AddressRecord>): FamilyAnswer =>
  error === null ? Result.succeed(records.slice(0, MAX_RECORDS)) : Result.fail(REASONS[error.code ?? ""] ?? "Unknown")

/** Reasons from the least to the most informative for a name of which neither family has an address. */
const PRECEDENCE: ReadonlyArray<Dns.DnsErrorReason> = ["NotFound", "BadName", "InvalidResponse", "ServerFailure"]

const moreInformative = (a: Dns.DnsErrorReason, b: Dns.DnsErrorReason): Dns.DnsErrorReason => {
  if (a === "Temporary" || b === "Temporary") return a === "Temporary" ? b : a
  if (a === "Timeout" || b === "Timeout") return "Timeout"
  return PRECEDENCE.indexOf(a) > PRECEDENCE.indexOf(b) ? a : b
}

/** Joins the responses of both families, IPv4 first: a receiver with both is reachable over IPv4 from every machine. */
export const joinFamilies = (
  name: string,
  ipv4: FamilyAnswer,
  ipv6: FamilyAnswer
): Result.Result<AddressAnswer, Dns.DnsError> => {
  const records = [ipv4, ipv6].flatMap((answer) => (Result.isSuccess(answer) ? answer.success : []))
  const addresses = records.flatMap(({ address }) =>
    Option.toArray(Result.getSuccess(NetAddress.ipFromString(address)))
  )
  if (addresses.length > 0) {
    return Result.succeed({ addresses, ttlSeconds: records.reduce((least, { ttl }) => Math.min(least, ttl), Infinity) })
  }
  const reasons = [ipv4, ipv6].map((answer) => (Result.isSuccess(answer) ? "NotFound" : answer.failure))
  return Result.fail(lookupError(name, reasons.reduce(moreInformative)))
}

/**
 * Queries by `node:dns` `Resolver` (c-ares) with separate sockets: no thread of libuv waits. Each query has its own
 * resolver while it runs, so that it can be cancelled alone.
 *
 * @param servers the name servers; those of the machine when empty
 */
export const makeAddressQueries = (servers: ReadonlyArray<string>): AddressQueries => {
  let idle: Array<Resolver> = []
  let idleGeneration = ""

  const takeResolver = (generation: string): Resolver => {
    if (generation !== idleGeneration) idle = []
    idleGeneration = generation
    const idleResolver = idle.pop()
    if (idleResolver !== undefined) return idleResolver
    const resolver = new Resolver({ timeout: SERVER_TIMEOUT_MILLIS, tries: TRIES })
    if (servers.length > 0) resolver.setServers(servers)
    return resolver
  }

  const giveBack = (resolver: Resolver, generation: string): void => {
    if (generation === idleGeneration && idle.length < MAX_IDLE_RESOLVERS) idle.push(resolver)
  }

  const query = (name: string, generation: string): Effect.Effect<AddressAnswer, Dns.DnsError> =>
    Effect.acquireUseRelease(
      Effect.sync(() => ({ resolver: takeResolver(generation), answers: { ipv4: NO_ANSWER, ipv6: NO_ANSWER } })),
      ({ answers, resolver }) => {
        const firstAnswer = Deferred.makeUnsafe<void>()
        const queryFamily = (family: keyof typeof answers, method: "resolve4" | "resolve6") =>
          Effect.callback<void>((resume) => {
            resolver[method](name, { ttl: true }, (error, records) => {
              const answer = familyAnswer(error, records)
              answers[family] = answer
              if (Result.isSuccess(answer) && answer.success.length > 0) Deferred.doneUnsafe(firstAnswer, Exit.void)
              resume(Effect.void)
            })
          })
        const both = Effect.all([queryFamily("ipv4", "resolve4"), queryFamily("ipv6", "resolve6")], {
          concurrency: 2,
          discard: true
        })
        const oneAndGrace = Effect.andThen(Deferred.await(firstAnswer), Effect.sleep(SECOND_FAMILY_MILLIS))
        return Effect.andThen(
          Effect.raceFirst(both, oneAndGrace),
          Effect.suspend(() => Effect.fromResult(joinFamilies(name, answers.ipv4, answers.ipv6)))
        )
      },
      ({ answers, resolver }) =>
        Effect.sync(() => {
          if (answers.ipv4 === NO_ANSWER || answers.ipv6 === NO_ANSWER) resolver.cancel()
          giveBack(resolver, generation)
        })
    )

  return { query }
}
