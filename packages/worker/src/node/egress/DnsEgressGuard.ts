import { EgressGuard, TargetRejected } from "@landfall/core/alerts/sending/EgressGuard"
import type { TargetScheme } from "@landfall/core/alerts/targets/TargetScheme"
import { parseTargetServer } from "@landfall/core/alerts/targets/TargetServer"
import { Context, Duration, Effect, Layer, Result } from "effect"
import { Dns, type NetAddress } from "effect/net"
import { type EgressPolicy, parseTargetHost, targetRejection, targetSchemeRejection } from "./EgressPolicy.ts"

/** The time for which the check of a saved URL waits for the DNS lookup of its name. */
const LOOKUP_TIMEOUT = Duration.seconds(2)

/** The egress policy in force, which may change while the process runs. */
export class CurrentEgressPolicy extends Context.Service<
  CurrentEgressPolicy,
  {
    /** The current policy: the same object until it changes. */
    readonly get: () => EgressPolicy
  }
>()("@landfall/worker/node/CurrentEgressPolicy") {
  /** A policy that never changes. */
  static readonly layer = (policy: EgressPolicy): Layer.Layer<CurrentEgressPolicy> =>
    Layer.succeed(CurrentEgressPolicy, { get: () => policy })
}

/**
 * Returns a function that a transport calls before each send: when the policy has changed since the last call, it closes
 * the connections that the earlier one allowed. Each target is checked only when it is connected.
 */
export const makePolicyChangeCheck = (
  { policy }: Pick<typeof TargetResolver.Service, "policy">,
  closeAll: () => void
): (() => void) => {
  let appliedPolicy = policy()
  return () => {
    const current = policy()
    if (current === appliedPolicy) return
    appliedPolicy = current
    closeAll()
  }
}

/** Resolves hosts to addresses and enforces the egress policy; every connection and every saved URL passes it. */
export class TargetResolver extends Context.Service<
  TargetResolver,
  {
    /**
     * All addresses of a host in the form of `URL.hostname`. Fails when the policy rejects the scheme, the port, the host,
     * or any of its addresses.
     */
    readonly resolve: (
      hostname: string,
      port: number,
      scheme: TargetScheme
    ) => Effect.Effect<ReadonlyArray<NetAddress.IpAddress>, TargetRejected | Dns.DnsError>
    /** The current policy: the same object until it changes. */
    readonly policy: () => EgressPolicy
  }
>()("@landfall/worker/node/TargetResolver") {
  static readonly layer: Layer.Layer<TargetResolver, never, Dns.Dns | CurrentEgressPolicy> = Layer.effect(
    TargetResolver,
    Effect.gen(function* () {
      const dns = yield* Dns.Dns
      const { get: currentPolicy } = yield* CurrentEgressPolicy

      /** Rejects a target by its URL and its addresses; `addresses` are empty before its name is resolved. */
      const check = (
        hostname: string,
        port: number,
        scheme: TargetScheme,
        addresses: ReadonlyArray<NetAddress.IpAddress>
      ) => {
        const policy = currentPolicy()
        // The URL was saved while its scheme was enabled, or by a process where it is: its deliveries wait.
        const disabled = targetSchemeRejection(scheme, policy)
        if (disabled !== undefined)
          return Effect.fail(new TargetRejected({ url: hostname, message: disabled, allowedBefore: true }))
        const message = targetRejection(hostname, port, addresses, policy, scheme)
        if (message === undefined) return Effect.void
        const { before } = policy
        const allowedBefore =
          before !== undefined &&
          targetRejection(hostname, port, addresses, { ...policy, ...before }, scheme) === undefined
        return Effect.fail(new TargetRejected({ url: hostname, message, allowedBefore }))
      }

      const resolve = Effect.fnUntraced(function* (hostname: string, port: number, scheme: TargetScheme) {
        yield* check(hostname, port, scheme, [])
        const target = parseTargetHost(hostname, currentPolicy())
        if (Result.isFailure(target)) return []
        if (target.success._tag === "Address") return [target.success.address]
        const addresses = yield* dns.lookup(target.success.name)
        yield* check(hostname, port, scheme, addresses)
        return addresses
      })

      return TargetResolver.of({ resolve, policy: currentPolicy })
    })
  )
}

/** Checks a URL when it is saved. A name that does not resolve then is accepted: each connection checks it again. */
export const layer: Layer.Layer<EgressGuard, never, TargetResolver> = Layer.effect(
  EgressGuard,
  Effect.gen(function* () {
    const resolver = yield* TargetResolver
    const check = Effect.fn("EgressGuard.check")(function* (url: string) {
      const { hostname, port, scheme } = yield* Effect.fromResult(
        Result.mapError(parseTargetServer(url), (rule) => new TargetRejected({ url, message: `The URL ${rule}.` }))
      )
      yield* resolver.resolve(hostname, port, scheme).pipe(
        Effect.catchTag("DnsError", (error) => Effect.logDebug(`${hostname} cannot be resolved now.`, error)),
        Effect.timeoutOption(LOOKUP_TIMEOUT),
        Effect.mapError(({ message }) => new TargetRejected({ url, message }))
      )
    })
    return EgressGuard.of({ check })
  })
)
