import { createSocket } from "node:dgram"
import { connect } from "node:net"
import { TargetResolver } from "@landfall/worker/node/DnsEgressGuard"
import { Effect, Exit, Option } from "effect"
import { targetResolverLayer } from "../service/BackgroundLoops.ts"
import type { Settings } from "../settings/Settings.ts"
import type { AisSource } from "../settings/SettingValues.ts"
import { type Finding, failed, ok, warning } from "./Finding.ts"

const LOOKUP_TIMEOUT = "4 seconds"
const CONNECT_TIMEOUT_MILLIS = 4_000

/** An address of each kind, by which the egress policy shows what it allows. */
const PROBES = { loopback: "127.0.0.1", private: "10.0.0.1" } as const

/** The name that is looked up when there is no endpoint; reserved by RFC 2606, and resolvable. */
const PROBE_NAME = "example.com"

const allows = (resolver: TargetResolver["Service"], address: string) =>
  Effect.map(Effect.exit(resolver.resolve(address)), Exit.isSuccess)

const checkEgress = Effect.fnUntraced(function* () {
  const check = "egress policy"
  const resolver = yield* TargetResolver
  const isPrivateAllowed = yield* allows(resolver, PROBES.private)
  const isLoopbackAllowed = yield* allows(resolver, PROBES.loopback)
  if (isPrivateAllowed) {
    return warning(
      check,
      "Alerts may be sent to private addresses, so that callers can reach servers in your network.",
      "Unset LANDFALL_ALLOW_PRIVATE_TARGETS unless all callers are trusted."
    )
  }
  return isLoopbackAllowed
    ? ok(
        check,
        "Alerts may be sent to public addresses and to this machine, because only this machine reaches the server."
      )
    : ok(check, "Alerts may be sent to public addresses only.")
})

const hostOf = (url: string): string => new URL(url).hostname

/** Looks up the host of an endpoint, under the egress policy. */
const checkHost = Effect.fnUntraced(function* (host: string) {
  const resolver = yield* TargetResolver
  const fault = yield* resolver.resolve(host).pipe(
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
  const hosts = [...new Set(endpointUrls.filter((url) => URL.canParse(url)).map(hostOf))]
  if (hosts.length === 0) {
    const fault = yield* checkHost(PROBE_NAME)
    return Option.isNone(fault)
      ? ok(check, `${PROBE_NAME} is resolved.`)
      : warning(
          check,
          `${PROBE_NAME} cannot be resolved.`,
          "Check the name servers of this machine, unless alerts stay in your network."
        )
  }
  const faults = yield* Effect.forEach(hosts, checkHost, { concurrency: 8 })
  const found = faults.flatMap((fault) => Option.toArray(fault))
  if (found.length === 0)
    return ok(check, `Hosts of endpoints that are resolved and allowed: ${hosts.length} of ${hosts.length}.`)
  const rest = found.length > MAX_SHOWN ? ` And ${found.length - MAX_SHOWN} more.` : ""
  const message = `Hosts of endpoints that cannot receive alerts: ${found.length} of ${hosts.length}. ${found.slice(0, MAX_SHOWN).join(" ")}${rest}`
  const fix = "Check the name servers of this machine, the egress settings, and the URLs of these endpoints."
  return found.length === hosts.length ? failed(check, message, fix) : warning(check, message, fix)
})

const urlOf = ({ host, port, protocol }: AisSource): string => `${protocol}://${host}:${port}`

/** Connects to a source of AIS and closes; none when that works, else the error code. */
const connectTcp = ({ host, port }: AisSource) =>
  Effect.callback<Option.Option<string>>((resume) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MILLIS })
    const end = (fault: Option.Option<string>) => {
      socket.destroy()
      resume(Effect.succeed(fault))
    }
    socket.once("connect", () => end(Option.none()))
    socket.once("timeout", () => end(Option.some("ETIMEDOUT")))
    socket.once("error", (error: NodeJS.ErrnoException) => end(Option.some(error.code ?? error.message)))
    return Effect.sync(() => socket.destroy())
  })

/** Listens on a local UDP address and closes; none when that works, else the error code. */
const bindUdp = ({ host, port }: AisSource) =>
  Effect.callback<Option.Option<string>>((resume) => {
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4")
    socket.once("error", (error: NodeJS.ErrnoException) =>
      resume(Effect.succeed(Option.some(error.code ?? error.message)))
    )
    socket.bind(port, host, () => socket.close(() => resume(Effect.succeed(Option.none()))))
  })

const checkAisSource = Effect.fnUntraced(function* (source: AisSource) {
  const check = `AIS ${urlOf(source)}`
  if (source.protocol === "tcp") {
    const fault = yield* connectTcp(source)
    return Option.match(fault, {
      onNone: () => ok(check, "The source accepts connections."),
      onSome: (code) =>
        failed(
          check,
          `The source cannot be reached (${code}).`,
          "Start the receiver, or check its host and port in LANDFALL_AIS."
        )
    })
  }
  return Option.match(yield* bindUdp(source), {
    onNone: () => ok(check, "The address is free to listen on."),
    onSome: (code) =>
      code === "EADDRINUSE"
        ? ok(check, "A process listens on the address, such as a running server or worker.")
        : failed(
            check,
            `No process can listen on the address (${code}).`,
            "Name an address of this machine in LANDFALL_AIS, such as udp://0.0.0.0:10110."
          )
  })
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

/** The checks of the network: where alerts may go, names, and the sources of AIS. */
export const networkChecks = Effect.fnUntraced(function* (settings: Settings, endpointUrls: ReadonlyArray<string>) {
  const targets = Effect.all([checkEgress(), checkNames(endpointUrls)])
  const found: ReadonlyArray<Finding> = [
    ...(yield* Effect.provide(targets, targetResolverLayer(settings))),
    ...checkPublicUrl(settings),
    ...(yield* Effect.forEach(settings.ais, checkAisSource, { concurrency: 8 }))
  ]
  return found
})
