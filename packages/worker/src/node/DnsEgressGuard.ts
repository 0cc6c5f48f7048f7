import { EgressGuard, TargetRejected } from "@landfall/core/alerts/sending/EgressGuard"
import { Context, Duration, Effect, Layer, Result } from "effect"
import { Dns, type NetAddress } from "effect/net"
import { type EgressPolicy, parseTargetHost, portRejection, resolvedAddressRejection } from "./EgressPolicy.ts"
import { tcpPortOf } from "./TcpPortRange.ts"

/** How long the check of a URL that is saved waits for the DNS lookup of its name. */
const LOOKUP_TIMEOUT = Duration.seconds(2)

const PUBLIC_URL_HINT = "Use a URL that the public internet can reach."

/** Resolves hosts to addresses and enforces the egress policy; every connection and every saved URL passes it. */
export class TargetResolver extends Context.Service<
  TargetResolver,
  {
    /** All addresses of a host in the form of `URL.hostname`. Fails when the policy rejects any of them. */
    readonly resolve: (
      hostname: string
    ) => Effect.Effect<ReadonlyArray<NetAddress.IpAddress>, TargetRejected | Dns.DnsError>
    /** Rejects a port that the operator does not allow for deliveries. */
    readonly checkPort: (port: number) => Effect.Effect<void, TargetRejected>
  }
>()("@landfall/worker/node/TargetResolver") {
  static readonly layer = (policy: EgressPolicy): Layer.Layer<TargetResolver, never, Dns.Dns> =>
    Layer.effect(
      TargetResolver,
      Effect.gen(function* () {
        const dns = yield* Dns.Dns
        const rejection = (hostname: string, reason: string) =>
          new TargetRejected({ url: hostname, message: `The host ${hostname} ${reason}. ${PUBLIC_URL_HINT}` })

        const resolve = Effect.fnUntraced(function* (hostname: string) {
          const target = parseTargetHost(hostname, policy)
          if (Result.isFailure(target)) return yield* rejection(hostname, target.failure)
          if (target.success._tag === "Address") return [target.success.address]
          const addresses = yield* dns.lookup(target.success.name)
          const fault = resolvedAddressRejection(addresses, policy)
          if (fault !== undefined) return yield* rejection(hostname, fault)
          return addresses
        })

        const checkPort = (port: number) => {
          const fault = portRejection(port, policy)
          return fault === undefined
            ? Effect.void
            : Effect.fail(new TargetRejected({ url: String(port), message: `The port ${port} ${fault}.` }))
        }

        return TargetResolver.of({ resolve, checkPort })
      })
    )
}

const parseHttpUrl = (url: string): Result.Result<URL, TargetRejected> => {
  if (!URL.canParse(url))
    return Result.fail(
      new TargetRejected({
        url,
        message: "The URL is malformed. Use an absolute URL such as https://example.com/webhooks."
      })
    )
  const parsed = new URL(url)
  return parsed.protocol === "https:" || parsed.protocol === "http:"
    ? Result.succeed(parsed)
    : Result.fail(new TargetRejected({ url, message: "The URL must begin with https:// or http://." }))
}

/** Checks a URL when it is saved. A name that does not resolve then is accepted: each connection checks it again. */
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
        Effect.mapError(({ message }) => new TargetRejected({ url, message }))
      )
    })
    return EgressGuard.of({ check })
  })
)
