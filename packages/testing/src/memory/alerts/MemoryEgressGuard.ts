import { EgressGuard, TargetRejected } from "@landfall/core/alerts/sending/EgressGuard"
import { Effect, Layer } from "effect"

/** An `EgressGuard` without name resolution: it rejects the URLs of these hosts and accepts all others. */
export const layer = (refusedHosts: ReadonlyArray<string> = []): Layer.Layer<EgressGuard> =>
  Layer.succeed(
    EgressGuard,
    EgressGuard.of({
      check: (url) => {
        const { hostname } = new URL(url)
        return refusedHosts.includes(hostname)
          ? Effect.fail(new TargetRejected({ url, message: `${hostname} is an address that alerts are not sent to.` }))
          : Effect.void
      }
    })
  )
