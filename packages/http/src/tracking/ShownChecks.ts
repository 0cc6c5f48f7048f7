import { type Instant, isoOf } from "@landfall/core/time/Instant"
import { type CheckStanding, notConfigured } from "@landfall/core/tracking/polling/PollQueue"
import { Option } from "effect"

const iso = (standing: Option.Option<CheckStanding>, of: (standing: CheckStanding) => Option.Option<Instant>) =>
  Option.match(Option.flatMap(standing, of), { onNone: () => null, onSome: isoOf })

/**
 * How asking carriers about a shipment goes, at the wire. A shipment may still wait for a carrier that is configured no more, until the next start of a poller frees it: then
 * nothing is asked, and the last error says why.
 */
export const showChecks = (standing: Option.Option<CheckStanding>, noSource: boolean) => {
  const lastCheckedAt = iso(standing, ({ lastCheckedAt }) => lastCheckedAt)
  const asked = Option.flatMap(standing, ({ asked }) => asked)
  const lastError = Option.flatMap(standing, ({ lastError }) => lastError)
  if (noSource) {
    const error = Option.match(asked, { onNone: () => Option.getOrNull(lastError), onSome: notConfigured })
    return { carrier: null, lastCheckedAt, nextCheckAt: null, lastError: error, warning: "no_source" as const }
  }
  return {
    carrier: Option.getOrNull(asked),
    lastCheckedAt,
    nextCheckAt: iso(standing, ({ nextCheckAt }) => nextCheckAt),
    lastError: Option.getOrNull(lastError)
  }
}
