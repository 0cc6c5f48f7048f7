import { EgressGuard, TargetRefused } from "@landfall/core/alerts/sending/EgressGuard"
import { Context, Duration, Effect, Layer, Result } from "effect"
import { Dns, type NetAddress } from "effect/net"
import { type EgressPolicy, parseTargetHost, portRejection, resolvedAddressRejection } from "./EgressPolicy.ts"
import { tcpPortOf } from "./TcpPortRange.ts"

/** How long saving a URL waits for its name to be looked up. */
const LOOKUP_TIMEOUT = Duration.seconds(2)

const PUBLIC_URL_HINT = "Use a URL that the public internet can reach."

/** The one place that says where connections may go, and turns a host into addresses. */
export class TargetResolver extends Context.Service<
  TargetResolver,
  {
    /** Every address of a host as `URL.hostname` writes it, each one checked; none is left out. */
    readonly resolve: (
      hostname: string
    ) => Effect.Effect<ReadonlyArray<NetAddress.IpAddress>, TargetRefused | Dns.DnsError>
    /** Refuses a port that the operator has not let deliveries go to. */
    readonly checkPort: (port: number) => Effect.Effect<void, TargetRefused>
  }
>()("@landfall/worker/node/TargetResolver") {
  static readonly layer = (policy: EgressPolicy): Layer.Layer<TargetResolver, never, Dns.Dns> =>
    Layer.effect(
      TargetResolver,
      Effect.gen(function* () {
        const dns = yield* Dns.Dns
        const refuse = (hostname: string, reason: string) =>
          new TargetRefused({ url: hostname, message: `The host ${hostname} ${reason}. ${PUBLIC_URL_HINT}` })

        const resolve = Effect.fnUntraced(function* (hostname: string) {
          const target = parseTargetHost(hostname, policy)
          if (Result.isFailure(target)) return yield* refuse(hostname, target.failure)
          if (target.success._tag === "Address") return [target.success.address]
          const addresses = yield* dns.lookup(target.success.name)
          const fault = resolvedAddressRejection(addresses, policy)
          if (fault !== undefined) return yield* refuse(hostname, fault)
          return addresses
        })

        const checkPort = (port: number) => {
          const fault = portRejection(port, policy)
          return fault === undefined
            ? Effect.void
            : Effect.fail(new TargetRefused({ url: String(port), message: `The port ${port} ${fault}.` }))
        }

        return TargetResolver.of({ resolve, checkPort })
      })
    )
}

const parseHttpUrl = (url: string): Result.Result<URL, TargetRefused> => {
  if (!URL.canParse(url)) return Result.fail(new TargetRefused({ url, message: "The URL cannot be read." }))
  const parsed = new URL(url)
  return parsed.protocol === "https:" || parsed.protocol === "http:"
    ? Result.succeed(parsed)
    : Result.fail(new TargetRefused({ url, message: "The URL must begin with https:// or http://." }))
}

/** The guard for the moment a URL is saved; deliveries pass the same `TargetResolver` at each connection. */
export const layer: Layer.Layer<EgressGuard, never, TargetResolver> = Layer.effect(
  EgressGuard,
  Effect.gen(function* () {
    const resolver = yield* TargetResolver
    const check = Effect.fn("EgressGuard.check")(function* (url: string) {
      const target = yield* Effect.fromResult(parseHttpUrl(url))
      yield* resolver.checkPort(tcpPortOf(target)).pipe(
        Effect.andThen(resolver.resolve(target.hostname)),
        Effect.catchTag("DnsError", (error) => Effect.logDebug(`${target.hostname} cannot be resolved now.`, error)),
        Effect.timeoutOption(LOOKUP_TIMEOUT),
        Effect.mapError((refused) => new TargetRefused({ url, message: refused.message }))
      )
    })
    return EgressGuard.of({ check })
  })
)
