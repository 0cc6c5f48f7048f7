import { DEFAULT_LOOKUP_LIMITS } from "@landfall/core/alerts/lookups/LookupQueue"
import { Limits } from "@landfall/core/limits/Limits"
import * as NameResolver from "@landfall/worker/node/dns/NameResolver"
import { TargetResolver } from "@landfall/worker/node/egress/DnsEgressGuard"
import { Effect, Layer } from "effect"
import { descriptorBudget } from "./Descriptors.ts"

/** The look-up of the hosts of targets. */
export interface TargetOptions {
  /** The name servers; those of the machine when empty. */
  readonly dnsServers: ReadonlyArray<string>
}

/** Resolves the hosts of targets and checks them by the egress policy of this process. */
export const layer = ({ dnsServers }: TargetOptions) =>
  TargetResolver.layer.pipe(
    Layer.provide(
      Layer.unwrap(
        Effect.map(Limits, (limits) =>
          NameResolver.layer({
            ...NameResolver.defaultNameResolverSettings,
            servers: dnsServers,
            limits: {
              ...DEFAULT_LOOKUP_LIMITS,
              running: descriptorBudget.lookups,
              runningPerAccount: limits["account.lookups"]
            }
          })
        )
      )
    )
  )
