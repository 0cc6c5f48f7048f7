import type { LeasePostponement } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { PostponeReason } from "@landfall/core/alerts/sending/SendPostponed"
import { Clock, Effect } from "effect"

/** The shortest time between two log lines with one reason. */
const LOG_INTERVAL_MILLIS = 60_000

/** The advice to the operator for each reason. */
const ADVICE: Readonly<Record<PostponeReason, (concurrency: number) => string>> = {
  egress_policy: () => "LANDFALL_ALLOW_PRIVATE_TARGETS decides where alerts may go; docs/operations.md describes it.",
  resources: (concurrency) =>
    `This process now sends at most ${concurrency} deliveries at the same time. Raise its limit of open files (ulimit -n) or the memory of the machine.`,
  name_servers: () => "Check the name servers of this machine, or set others in LANDFALL_DNS_SERVERS."
}

/** Makes the function that logs the reason of postponed deliveries, at most once a minute for each reason. */
export const makeShortageLog = () => {
  const loggedAt = new Map<PostponeReason, number>()
  return ({ lease, reason, message }: LeasePostponement, concurrency: number): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MILLIS) return Effect.void
      loggedAt.set(reason, now)
      const line = `Deliveries wait without an attempt: ${message} ${ADVICE[reason](concurrency)}`
      return Effect.annotateLogs(Effect.logWarning(line), { endpointId: lease.endpointId, reason })
    })
}
