import { DateTime, Option } from "effect"
import type { Endpoint } from "./Endpoint.ts"
import { type DisabledReason, disabledFrom, type EndpointHealth, HEALTHY } from "./EndpointHealth.ts"

/** The stored status of an endpoint, beside its settings. */
export interface EndpointStatus {
  readonly health: EndpointHealth
  /** It was enabled again and no delivery has succeeded since: one delivery is sent at a time. */
  readonly probing: boolean
  readonly disabled: Option.Option<{ readonly since: DateTime.Utc; readonly reason: DisabledReason }>
}

/** The condition of an endpoint, as its owner sees it. */
export type EndpointCondition =
  | { readonly _tag: "Healthy" }
  /** It was enabled again and no delivery has succeeded since: one delivery is sent at a time. */
  | { readonly _tag: "Probing" }
  /** No delivery has succeeded since `since`. `disabledFrom`: when the endpoint will be disabled, once the clock runs. */
  | { readonly _tag: "Failing"; readonly since: DateTime.Utc; readonly disabledFrom: Option.Option<DateTime.Utc> }
  | { readonly _tag: "Disabled"; readonly since: DateTime.Utc; readonly reason: DisabledReason }

/** The condition of an endpoint. One that fails while it is probed is failing. */
export const conditionOf = ({ health, probing, disabled }: EndpointStatus): EndpointCondition => {
  if (Option.isSome(disabled)) return { _tag: "Disabled", ...disabled.value }
  if (health._tag === "Healthy") return { _tag: probing ? "Probing" : "Healthy" }
  const from = Option.map(disabledFrom(health), DateTime.makeUnsafe)
  return { _tag: "Failing", since: DateTime.makeUnsafe(health.since), disabledFrom: from }
}

/** The end of the pause of an endpoint; none when it is not paused. Milliseconds since the epoch. */
export const activePause = (pausedUntil: number, now: number): Option.Option<DateTime.Utc> =>
  pausedUntil > now ? Option.some(DateTime.makeUnsafe(pausedUntil)) : Option.none()

/** Whether a change by the owner disables an endpoint, or enables it again. */
export const ownerChange = (before: Endpoint, after: Endpoint): "disable" | "enable" | "none" => {
  if (before.disabled === after.disabled) return "none"
  return after.disabled ? "disable" : "enable"
}

/** The status of an endpoint that its owner has disabled. Its health remains unchanged. */
export const disabledByOwner = (status: EndpointStatus, now: DateTime.Utc): EndpointStatus => ({
  ...status,
  disabled: Option.some({ since: now, reason: "owner" })
})

/** The status of an endpoint that was enabled again: healthy until it fails, and probed. Its pause is over. */
export const REENABLED: EndpointStatus = { health: HEALTHY, probing: true, disabled: Option.none() }
