import { networkInterfaces } from "node:os"
import {
  type EgressMode,
  egressModeAfterForwarding,
  egressModeAtStart,
  forwardingHeaderOf,
  isWider,
  postponedMode,
  type StoredEgressMode
} from "@landfall/core/alerts/egress/EgressMode"
import { EgressModeStore, type StoredEgress } from "@landfall/core/alerts/egress/EgressModeStore"
import {
  AnnounceListener,
  isPrivateListener,
  LISTENER_LIFETIME_MILLIS,
  type Listener
} from "@landfall/core/alerts/egress/Listener"
import type { TargetScheme } from "@landfall/core/alerts/targets/TargetScheme"
import { CurrentEgressPolicy } from "@landfall/worker/node/egress/DnsEgressGuard"
import { ANY_PORT, type EgressPolicy, PUBLIC_TARGET_PORTS } from "@landfall/worker/node/egress/EgressPolicy"
import type { TcpPortRange } from "@landfall/worker/node/egress/TcpPortRange"
import { Clock, Context, Effect, FiberSet, Layer, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { NetAddress } from "effect/net"

/** The settings that decide on the targets of alerts. */
export interface EgressOptions {
  /** The mode that the operator has set; none: the mode of the database. */
  readonly allowPrivateTargets: Option.Option<EgressMode>
  /** The allowed ports; none: the usual ports on the public internet, and every port where private targets are allowed. */
  readonly targetPorts: Option.Option<ReadonlyArray<TcpPortRange>>
  /** The schemes of URLs that alerts are sent to. */
  readonly targetSchemes: ReadonlyArray<TargetScheme>
  /** The addresses that this process listens on, those known before its start. */
  readonly listeners: ReadonlyArray<Listener>
  /** Whether the process serves requests; a worker alone follows the mode of the database. */
  readonly serves: boolean
}

const REFRESH_INTERVAL = "1 second"
const HEARTBEAT_MILLIS = 15_000
/** A server counts as running when it announced itself within this time. */
const RUNNING_MILLIS = 4 * HEARTBEAT_MILLIS

/** The targets that a mode allows, as the start and the log describe them. */
export const describeEgress = ({ mode, source }: Pick<StoredEgressMode, "mode" | "source">): string => {
  const reason = {
    operator: "by LANDFALL_ALLOW_PRIVATE_TARGETS",
    development: "for development; a request through a proxy ends it",
    default: "LANDFALL_ALLOW_PRIVATE_TARGETS is not set",
    forwarded: "a request came through a proxy; LANDFALL_ALLOW_PRIVATE_TARGETS can change it"
  }[source]
  const targets = {
    off: "public addresses only",
    loopback: "public addresses and this machine",
    on: "public, private and loopback addresses"
  }[mode]
  return `${targets} (${reason})`
}

/** The addresses of this machine in canonical form. */
const machineAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .flatMap(({ address }) =>
        Option.toArray(
          Option.map(Result.getSuccess(NetAddress.ipFromString(address.replace(/%.*$/, ""))), NetAddress.formatIp)
        )
      )
  )

/** A worker whose database has no mode yet waits for a server to decide. */
const UNDECIDED: EgressPolicy = { mode: "off", ports: PUBLIC_TARGET_PORTS, before: { mode: "on", ports: ANY_PORT } }

/** The policy of a process by the mode of its database. */
export const egressPolicyOf = (
  { mode, listeners }: StoredEgress,
  { targetPorts, targetSchemes }: Pick<EgressOptions, "targetPorts" | "targetSchemes">,
  localAddresses: ReadonlySet<string>,
  now: number
): EgressPolicy => {
  const portsOf = (mode: EgressMode) =>
    Option.getOrElse(targetPorts, () => (mode === "off" ? PUBLIC_TARGET_PORTS : ANY_PORT))
  const localTargets = {
    schemes: new Set(targetSchemes),
    standardPorts: Option.isNone(targetPorts),
    localAddresses,
    listenerPorts: new Set(listeners.map(({ port }) => port)),
    serviceHosts: new Set(listeners.flatMap(({ publicHost }) => publicHost ?? []))
  }
  if (Option.isNone(mode)) return { ...UNDECIDED, ...localTargets }
  const widerMode = Option.map(postponedMode(mode.value, now), (wider) => ({
    before: { mode: wider, ports: portsOf(wider) }
  }))
  return {
    mode: mode.value.mode,
    ports: portsOf(mode.value.mode),
    ...localTargets,
    ...Option.getOrElse(widerMode, () => ({}))
  }
}

/** Whether deliveries may go out that an earlier mode stopped. */
const isWidened = (before: Option.Option<StoredEgressMode>, after: Option.Option<StoredEgressMode>): boolean =>
  Option.exists(after, ({ mode }) => Option.match(before, { onNone: () => true, onSome: (b) => isWider(mode, b.mode) }))

/** Identifies the content of a policy. */
const fingerprintOf = (policy: EgressPolicy): string =>
  JSON.stringify(policy, (_, value: unknown) => (value instanceof Set ? [...value].toSorted() : value))

const modeText = (mode: Option.Option<StoredEgressMode>): string =>
  Option.match(mode, { onNone: () => "public addresses only, until a server has started", onSome: describeEgress })

const modeOf = Option.map(({ mode }: StoredEgressMode) => mode)

const logChange = (before: Option.Option<StoredEgressMode>, after: Option.Option<StoredEgressMode>) =>
  Option.isSome(before) && Option.getOrUndefined(modeOf(before)) !== Option.getOrUndefined(modeOf(after))
    ? Effect.logWarning(`Alerts may now be sent to ${modeText(after)}. Before: ${modeText(before)}.`)
    : Effect.void

const warnOfProxy = (header: string) =>
  Effect.logWarning(
    `A request came through a proxy: it has the header ${header}. Alerts are no longer sent to this machine, because others may reach this server. Deliveries to this machine wait until LANDFALL_ALLOW_PRIVATE_TARGETS is set to off, loopback or on.`
  )

/** The mode that a process with these listeners puts in effect. */
const decideMode = (
  { mode, listeners }: StoredEgress,
  ofProcess: Iterable<Listener>,
  { allowPrivateTargets, serves }: EgressOptions,
  now: number
) => {
  const servers = [...listeners, ...ofProcess].filter(({ purpose }) => purpose === "api")
  const start = { configured: allowPrivateTargets, serves, development: servers.every(isPrivateListener) }
  return egressModeAtStart(mode, start, now)
}

const listenerKey = ({ address, port, purpose }: Listener): string => `${purpose} ${address} ${port}`

const make = Effect.fnUntraced(function* (options: EgressOptions) {
  const { listeners, serves } = options
  const store = yield* EgressModeStore
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  const process = yield* (yield* SecureRandom.SecureRandom).uuidV4()
  const now = () => clock.currentTimeMillisUnsafe()
  const ofProcess = new Map(listeners.map((listener) => [listenerKey(listener), listener]))

  const announce = Effect.suspend(() =>
    store.announce(process, [...ofProcess.values()], now(), now() - LISTENER_LIFETIME_MILLIS)
  )

  const decide = (egress: StoredEgress) => decideMode(egress, ofProcess.values(), options, now())

  const atStart = yield* store.read(now() - RUNNING_MILLIS)
  let stored: StoredEgress = { ...(yield* store.read(now() - LISTENER_LIFETIME_MILLIS)), mode: decide(atStart) }

  const policyOf = () => {
    const all = [...stored.listeners, ...ofProcess.values()]
    return egressPolicyOf({ ...stored, listeners: all }, options, machineAddresses(), now())
  }
  let policy = policyOf()
  let fingerprint = fingerprintOf(policy)
  const follow = (next: StoredEgress): void => {
    stored = next
    const changed = policyOf()
    const changedFingerprint = fingerprintOf(changed)
    if (changedFingerprint === fingerprint) return
    policy = changed
    fingerprint = changedFingerprint
  }

  /** Whether the mode and the addresses are stored: those of a server once it listens, so that a start that fails changes nothing. */
  let isStored = false
  let isListening = false
  const storeMode = Effect.gen(function* () {
    const mode = yield* store.modify(now() - RUNNING_MILLIS, decide)
    isStored = true
    follow({ ...stored, mode })
    yield* announce
    yield* logChange(atStart.mode, mode)
    if (isWidened(atStart.mode, mode)) yield* store.resume
  })
  if (!serves) yield* storeMode

  let announcedAt = now()
  const refresh = Effect.gen(function* () {
    if (!isStored) return isListening ? yield* storeMode : undefined
    if (now() - announcedAt >= HEARTBEAT_MILLIS) {
      yield* announce
      announcedAt = now()
    }
    const previous = stored.mode
    follow(yield* store.read(now() - LISTENER_LIFETIME_MILLIS))
    if (isWidened(previous, stored.mode)) yield* store.resume
    yield* logChange(previous, stored.mode)
  })
  // While the storage is unavailable, the last mode holds; other loops report the outage.
  const tryRefresh = Effect.catch(refresh, (error) =>
    Effect.logDebug("The egress mode could not be read; the last one applies.", error)
  )
  yield* Effect.forkScoped(Effect.forever(Effect.delay(tryRefresh, REFRESH_INTERVAL)))
  yield* Effect.addFinalizer(() =>
    store
      .announce(process, [], now(), now() - LISTENER_LIFETIME_MILLIS)
      .pipe(
        Effect.catch((error) =>
          Effect.logDebug("The addresses at which this process listened could not be removed.", error)
        )
      )
  )

  const listen = (listener: Listener): Effect.Effect<void> =>
    Effect.suspend(() => {
      ofProcess.delete(listenerKey({ ...listener, port: 0 }))
      ofProcess.set(listenerKey(listener), listener)
      follow(stored)
      isListening ||= listener.purpose === "api"
      if (isStored) return announce
      return isListening ? storeMode : Effect.void
    }).pipe(
      Effect.catch((error) =>
        Effect.logWarning("The addresses at which this process listens could not be stored.", error)
      )
    )

  /**
   * Ends the mode of development when a request has come through a proxy. Returns whether further requests must be
   * observed.
   */
  const observe = (headers: Readonly<Record<string, unknown>>): boolean => {
    const isDevelopment = Option.exists(stored.mode, ({ source }) => source === "development")
    const header = isDevelopment ? forwardingHeaderOf(headers) : undefined
    if (header === undefined) return isDevelopment
    follow({ ...stored, mode: egressModeAfterForwarding(stored.mode, now()) })
    run(endDevelopment(header))
    return false
  }
  const endDevelopment = (header: string) =>
    Effect.gen(function* () {
      yield* warnOfProxy(header)
      yield* store.modify(0, ({ mode }) => egressModeAfterForwarding(mode, now()))
    }).pipe(
      Effect.catch((error) => Effect.logError("The egress mode could not be stored; set it before a restart.", error))
    )

  return { listen, observe, describe: () => modeText(stored.mode), policy: () => policy }
})

/** The egress policy of the alerts of this process, by the mode of its database. */
export class Egress extends Context.Service<
  Egress,
  {
    /** Announces an address that this process listens on. */
    readonly listen: (listener: Listener) => Effect.Effect<void>
    /**
     * Inspects the headers of a request to a server that was started for development: one that came through a proxy
     * ends the mode. Returns false when no further request needs to be observed. A plain function, because it runs
     * before the request.
     */
    readonly observe: (headers: Readonly<Record<string, unknown>>) => boolean
    /** The targets that the mode allows, with the reason. */
    readonly describe: () => string
    readonly policy: () => EgressPolicy
  }
>()("landfall/service/network/Egress") {
  static readonly layer = (options: EgressOptions) => Layer.effect(Egress, make(options))

  /** The policy and the announcements of this process. */
  static readonly servicesLayer = Layer.mergeAll(
    Layer.effect(
      CurrentEgressPolicy,
      Effect.map(Egress, ({ policy }) => ({ get: policy }))
    ),
    Layer.effect(
      AnnounceListener,
      Effect.map(Egress, ({ listen }) => listen)
    )
  )
}
