import { egressModeAtStart, type StoredEgressMode } from "@landfall/core/alerts/egress/EgressMode"
import { isPrivateListener } from "@landfall/core/alerts/egress/Listener"
import { parseTargetServer, type TargetServer } from "@landfall/core/alerts/targets/TargetServer"
import { CurrentEgressPolicy, TargetResolver } from "@landfall/worker/node/egress/DnsEgressGuard"
import { Clock, Effect, Layer, Option, Result } from "effect"
import { describeEgress, egressPolicyOf } from "../service/network/Egress.ts"
import { listenersOf } from "../service/network/Listeners.ts"
import * as TargetResolution from "../service/network/TargetResolution.ts"
import type { Settings } from "../settings/Settings.ts"
import { aisChecks } from "./AisChecks.ts"
import type { InspectedDatabase } from "./DatabaseChecks.ts"
import { type Finding, failed, ok, warning } from "./Finding.ts"

const LOOKUP_TIMEOUT = "4 seconds"

/** The name that is looked up when there is no endpoint; reserved by RFC 2606, and resolvable. */
const PROBE_NAME = "example.com"

const checkEgress = (mode: StoredEgressMode): Finding => {
  const check = "egress policy"
  const message = `Alerts may be sent to ${describeEgress(mode)}.`
  return mode.mode === "on"
    ? warning(
        check,
        `${message} Callers can reach servers in your network.`,
        "Set LANDFALL_ALLOW_PRIVATE_TARGETS=off unless all callers are trusted."
      )
    : ok(check, message)
}

/** The egress mode after a start with these settings. */
const modeAtStart = (settings: Settings, stored: Option.Option<StoredEgressMode>, now: number): StoredEgressMode => {
  const development = listenersOf(settings).every(
    (listener) => listener.purpose !== "api" || isPrivateListener(listener)
  )
  const start = { configured: settings.allowPrivateTargets, serves: true, development }
  return Option.getOrThrow(egressModeAtStart(stored, start, now))
}

/** The servers that URLs name, each once. */
const serversOf = (urls: ReadonlyArray<string>): ReadonlyArray<TargetServer> => {
  const servers = urls.flatMap((url) => Option.toArray(Result.getSuccess(parseTargetServer(url))))
  return [...new Map(servers.map((server) => [`${server.scheme} ${server.hostname} ${server.port}`, server])).values()]
}

/** Looks up the host of an endpoint, under the egress policy. */
const checkHost = Effect.fnUntraced(function* ({ hostname: host, port, scheme }: TargetServer) {
  const resolver = yield* TargetResolver
  const fault = yield* resolver.resolve(host, port, scheme).pipe(
    Effect.as(Option.none<string>()),
    Effect.catchTags({
      TargetRejected: ({ message }) => Effect.succeed(Option.some(message)),
      DnsError: () => Effect.succeed(Option.some(`${host} cannot be resolved.`))
    }),
    Effect.timeoutOption(LOOKUP_TIMEOUT)
  )
  return Option.getOrElse(fault, () => Option.some(`${host}: the look-up takes longer than ${LOOKUP_TIMEOUT}.`))
})

const MAX_SHOWN = 3

const checkNames = Effect.fnUntraced(function* (endpointUrls: ReadonlyArray<string>) {
  const check = "DNS"
  const hosts = serversOf(endpointUrls)
  if (hosts.length === 0) {
    const fault = yield* checkHost({ scheme: "https", hostname: PROBE_NAME, port: 443 })
    return Option.isNone(fault)
      ? ok(check, `${PROBE_NAME} is resolved.`)
      : warning(
          check,
          `${PROBE_NAME} cannot be resolved.`,
          "Check the name servers of this machine, unless alerts stay in your network."
        )
  }
  const faults = yield* Effect.forEach(hosts, checkHost, { concurrency: 8 })
  const rejections = faults.flatMap((fault) => Option.toArray(fault))
  if (rejections.length === 0)
    return ok(check, `Hosts of endpoints that are resolved and allowed: ${hosts.length} of ${hosts.length}.`)
  const hidden = rejections.length > MAX_SHOWN ? ` And ${rejections.length - MAX_SHOWN} more.` : ""
  const message = `Hosts of endpoints that cannot receive alerts: ${rejections.length} of ${hosts.length}. ${rejections.slice(0, MAX_SHOWN).join(" ")}${hidden}`
  const fix = "Check the name servers of this machine, the egress settings, and the URLs of these endpoints."
  return rejections.length === hosts.length ? failed(check, message, fix) : warning(check, message, fix)
})

/** Whether callers reach the server by a URL that protects their API keys. */
const checkPublicUrl = ({ host, publicUrl }: Settings): ReadonlyArray<Finding> => {
  const check = "public URL"
  if (Option.isNone(publicUrl)) return []
  const { hostname, protocol } = new URL(publicUrl.value)
  return protocol === "https:" || hostname === host || hostname === "localhost"
    ? [ok(check, `Callers use ${publicUrl.value}.`)]
    : [
        warning(
          check,
          `Callers use ${publicUrl.value}, which sends API keys unencrypted.`,
          "Put a proxy with TLS in front of the server (docs/public-server.md), and set LANDFALL_PUBLIC_URL to its https URL."
        )
      ]
}

/** The checks of the network: the targets of alerts, names, and the sources of AIS. */
export const networkChecks = Effect.fnUntraced(function* (
  settings: Settings,
  { egressMode, endpointUrls }: Pick<InspectedDatabase, "egressMode" | "endpointUrls">
) {
  const now = yield* Clock.currentTimeMillis
  const mode = modeAtStart(settings, egressMode, now)
  const stored = { mode: Option.some(mode), listeners: listenersOf(settings) }
  const policy = egressPolicyOf(stored, settings, new Set(), now)
  const resolver = TargetResolution.layer(settings).pipe(Layer.provide(CurrentEgressPolicy.layer(policy)))
  const findings: ReadonlyArray<Finding> = [
    checkEgress(mode),
    yield* Effect.provide(checkNames(endpointUrls), resolver),
    ...checkPublicUrl(settings),
    ...(yield* aisChecks(settings))
  ]
  return findings
})
