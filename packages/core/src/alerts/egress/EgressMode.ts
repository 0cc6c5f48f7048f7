import { Option, Schema } from "effect"

/**
 * The targets beyond the public internet that alerts may be sent to: `off`, none; `loopback`, this machine's loopback
 * addresses except the ports that Landfall itself listens on; `on`, loopback and private networks.
 */
export const EgressMode = Schema.Literals(["off", "loopback", "on"])
export type EgressMode = typeof EgressMode.Type

const WIDTH: Readonly<Record<EgressMode, number>> = { off: 0, loopback: 1, on: 2 }

/** Whether `a` allows targets that `b` does not allow. */
export const isWider = (a: EgressMode, b: EgressMode): boolean => WIDTH[a] > WIDTH[b]

/**
 * The source of a mode: the operator set it; a server was started for development; a server was started for others to
 * reach (`default`); or a request came through a proxy to a server that was started for development (`forwarded`).
 */
export const EgressModeSource = Schema.Literals(["operator", "development", "default", "forwarded"])
export type EgressModeSource = typeof EgressModeSource.Type

/** The mode of a database, which every server and worker on it follows. Instants in milliseconds since the epoch. */
export interface StoredEgressMode {
  readonly mode: EgressMode
  readonly source: EgressModeSource
  /** The widest mode that was in force before; deliveries that it allowed wait while the present one stops them. */
  readonly previous: EgressMode
  readonly changedAt: number
  /** When a request first came through a proxy to a server that was started for development. */
  readonly forwardedAt: Option.Option<number>
}

/** The facts of a process at its start. */
export interface EgressStart {
  /** The value of the setting; none when it is not set. */
  readonly configured: Option.Option<EgressMode>
  /** Whether the process serves requests; a worker alone decides nothing. */
  readonly serves: boolean
  /** Every server of the database listens on loopback and has no public URL. */
  readonly development: boolean
}

const decide = (
  stored: Option.Option<StoredEgressMode>,
  { configured, development }: EgressStart
): Pick<StoredEgressMode, "mode" | "source"> => {
  if (Option.isSome(configured)) return { mode: configured.value, source: "operator" }
  if (Option.exists(stored, ({ forwardedAt }) => Option.isSome(forwardedAt)))
    return { mode: "off", source: "forwarded" }
  return development ? { mode: "loopback", source: "development" } : { mode: "off", source: "default" }
}

const change = (
  stored: Option.Option<StoredEgressMode>,
  next: Pick<StoredEgressMode, "mode" | "source">,
  now: number
): StoredEgressMode => {
  if (Option.isNone(stored)) return { ...next, previous: next.mode, changedAt: now, forwardedAt: Option.none() }
  const current = stored.value
  if (current.mode === next.mode) return { ...current, ...next }
  const widest = isWider(current.previous, current.mode) ? current.previous : current.mode
  return { ...current, ...next, previous: isWider(widest, next.mode) ? widest : next.mode, changedAt: now }
}

/**
 * The mode after the start of a process; none when none is stored and a worker alone has started. A setting that is not set
 * means `loopback` in development and `off` otherwise; once a request has come through a proxy it means `off`.
 */
export const egressModeAtStart = (
  stored: Option.Option<StoredEgressMode>,
  start: EgressStart,
  now: number
): Option.Option<StoredEgressMode> =>
  Option.isNone(start.configured) && !start.serves ? stored : Option.some(change(stored, decide(stored, start), now))

/** The mode after a request came through a proxy: `off`, unless the operator has set a mode. */
export const egressModeAfterForwarding = (
  stored: Option.Option<StoredEgressMode>,
  now: number
): Option.Option<StoredEgressMode> =>
  Option.map(stored, (before) => {
    const next = before.source === "operator" ? before : change(stored, { mode: "off", source: "forwarded" }, now)
    return { ...next, forwardedAt: Option.orElseSome(before.forwardedAt, () => now) }
  })

const DAY_MILLIS = 86_400_000

/** The longest wait of deliveries that a narrower mode has stopped. Later they fail as those to any rejected target. */
export const MAX_EGRESS_WAIT_MILLIS = 30 * DAY_MILLIS

/** The mode whose targets wait instead of failing; none when no wider mode was in force in the last 30 days. */
export const postponedMode = (
  { mode, previous, changedAt }: StoredEgressMode,
  now: number
): Option.Option<EgressMode> =>
  isWider(previous, mode) && now < changedAt + MAX_EGRESS_WAIT_MILLIS ? Option.some(previous) : Option.none()

/** The headers that proxies add to the requests that they forward. */
const FORWARDING_HEADERS = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-server",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "fly-client-ip",
  "fastly-client-ip",
  "x-original-forwarded-for",
  "x-envoy-external-address",
  "x-amzn-trace-id",
  "cdn-loop"
]

/** The first header of a request that a proxy has added; names in lower case. */
export const forwardingHeaderOf = (headers: Readonly<Record<string, unknown>>): string | undefined =>
  FORWARDING_HEADERS.find((name) => headers[name] !== undefined)
