import { EgressGuard, TargetRefused } from "@landfall/core/alerts/EgressGuard"
import { Context, Duration, Effect, Layer, Result } from "effect"
import { Dns, type NetAddress } from "effect/net"
import { type EgressPolicy, resolvedFault, targetHost } from "./AddressRules.ts"

/** How long saving a URL waits for its name to be looked up. */
const LOOKUP_PATIENCE = Duration.seconds(2)

const hint = "Use a URL that the public internet can reach."

/** The one place that turns a host into addresses that may be connected to. */
export class TargetResolver extends Context.Service<
  TargetResolver,
  {
    /** Every address of a host as `URL.hostname` writes it, each one checked; none is left out. */
    readonly resolve: (
      hostname: string
    ) => Effect.Effect<ReadonlyArray<NetAddress.IpAddress>, TargetRefused | Dns.DnsError>
  }
>()("@landfall/worker/node/TargetResolver") {
  static readonly layer = (policy: EgressPolicy): Layer.Layer<TargetResolver, never, Dns.Dns> =>
    Layer.effect(
      TargetResolver,
      Effect.gen(function* () {
        const dns = yield* Dns.Dns
        const refuse = (hostname: string, reason: string) =>
          new TargetRefused({ url: hostname, message: `The host ${hostname} ${reason}. ${hint}` })

        const resolve = Effect.fnUntraced(function* (hostname: string) {
          const target = targetHost(hostname, policy)
          if (Result.isFailure(target)) return yield* refuse(hostname, target.failure)
          if (target.success._tag === "Address") return [target.success.address]
          const addresses = yield* dns.lookup(target.success.name)
          const fault = resolvedFault(addresses, policy)
          if (fault !== undefined) return yield* refuse(hostname, fault)
          return addresses
        })

        return TargetResolver.of({ resolve })
      })
    )
}

const parse = (url: string): Result.Result<URL, TargetRefused> => {
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
      const { hostname } = yield* Effect.fromResult(parse(url))
      yield* resolver.resolve(hostname).pipe(
        Effect.catchTag("DnsError", (error) => Effect.logDebug(`${hostname} cannot be resolved now.`, error)),
        Effect.timeoutOption(LOOKUP_PATIENCE),
        Effect.mapError((refused) => new TargetRefused({ url, message: refused.message }))
      )
    })
    return EgressGuard.of({ check })
  })
)
