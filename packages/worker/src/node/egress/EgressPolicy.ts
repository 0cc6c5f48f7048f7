import type { EgressMode } from "@landfall/core/alerts/egress/EgressMode"
import {
  DEFAULT_TARGET_SCHEMES,
  protocolOf,
  schemeRejection,
  standardPortOf,
  type TargetScheme
} from "@landfall/core/alerts/targets/TargetScheme"
import { Result } from "effect"
import { Host, IpNetwork, NetAddress } from "effect/net"
import { formatTcpPorts, includesTcpPort, type TcpPortRange } from "./TcpPortRange.ts"

/** The targets that deliveries may be sent to. */
export interface EgressPolicy {
  /** The targets beyond the public internet that are allowed. */
  readonly mode: EgressMode
  /** The ports that deliveries may be sent to; every port when omitted. */
  readonly ports?: ReadonlyArray<TcpPortRange>
  /** The enabled schemes; http and https when omitted. */
  readonly schemes?: ReadonlySet<TargetScheme>
  /** Whether a broker may be reached on the standard port of its scheme although `ports` does not include it. */
  readonly standardPorts?: boolean
  /** The wider mode that was in force before, with its ports: deliveries to its targets wait instead of failing. */
  readonly before?: { readonly mode: EgressMode; readonly ports: ReadonlyArray<TcpPortRange> }
  /** The ports that Landfall listens on; no delivery goes to them on loopback unless the mode is `on`. */
  readonly listenerPorts?: ReadonlySet<number>
  /** The addresses of this machine in canonical form; allowed only if the mode is `on`. */
  readonly localAddresses?: ReadonlySet<string>
  /** The hosts at which callers reach Landfall; allowed only if the mode is `on`. */
  readonly serviceHosts?: ReadonlySet<string>
}

/** Alerts are sent to addresses of the public internet alone. */
export const publicOnly: EgressPolicy = { mode: "off" }

/** The ports of receivers on the public internet: those of HTTP and HTTPS, and the usual ones of application servers. */
export const PUBLIC_TARGET_PORTS: ReadonlyArray<TcpPortRange> = [
  { first: 80, last: 80 },
  { first: 443, last: 443 },
  { first: 8000, last: 8999 }
]

type AddressScope = "never" | "private" | "loopback"

interface AddressRule {
  readonly network: IpNetwork.IpNetwork
  readonly scope: AddressScope
  readonly kind: string
}

const makeRules = (scope: AddressScope, kind: string, ...networks: ReadonlyArray<string>): ReadonlyArray<AddressRule> =>
  networks.map((network) => ({ network: IpNetwork.fromStringUnsafe(network), scope, kind }))

/**
 * The first rule that contains an address decides. From the IANA special-purpose address registries for IPv4 and IPv6
 * (RFC 6890 and its updates); the metadata services are those of the large clouds, one of them on a public address.
 */
const ADDRESS_RULES: ReadonlyArray<AddressRule> = [
  ...makeRules(
    "never",
    "a cloud metadata address",
    "169.254.169.254/32",
    "169.254.170.2/32",
    "169.254.170.23/32",
    "100.100.100.200/32",
    "168.63.129.16/32",
    "192.0.0.192/32",
    "fd00:ec2::254/128",
    "fd00:ec2::23/128",
    "fd20:ce::254/128"
  ),
  ...makeRules("loopback", "a loopback address", "127.0.0.0/8", "::1/128"),
  ...makeRules("private", "a private address", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
  ...makeRules("private", "a unique local address", "fc00::/7"),
  ...makeRules("private", "a carrier-grade NAT address", "100.64.0.0/10"),
  ...makeRules("never", "a link-local address", "169.254.0.0/16", "fe80::/10"),
  ...makeRules("never", "a multicast address", "224.0.0.0/4", "ff00::/8"),
  ...makeRules("never", "an address of this network", "0.0.0.0/8", "::/128"),
  ...makeRules(
    "never",
    "a documentation address",
    "192.0.2.0/24",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "2001:db8::/32",
    "3fff::/20"
  ),
  ...makeRules("never", "a benchmarking address", "198.18.0.0/15", "2001:2::/48"),
  ...makeRules("never", "a reserved address", "192.0.0.0/24", "192.88.99.0/24", "240.0.0.0/4"),
  ...makeRules("never", "an IPv4 address in IPv6 form", "::ffff:0:0/96", "::ffff:0:0:0/96", "::/96"),
  ...makeRules("never", "a NAT64 address", "64:ff9b::/96", "64:ff9b:1::/48"),
  ...makeRules("never", "a 6to4 address", "2002::/16"),
  ...makeRules("never", "a Teredo address", "2001::/32"),
  ...makeRules("never", "a reserved address", "2001::/23")
]

/** The part of IPv6 that IANA allocates for the public internet (RFC 4291); the rest is reserved. */
const GLOBAL_UNICAST = IpNetwork.fromStringUnsafe("2000::/3")

const allows = ({ mode }: EgressPolicy, scope: AddressScope): boolean =>
  scope === "private" ? mode === "on" : scope === "loopback" && mode !== "off"

/** The reason why the policy rejects an address, such as "a private address"; undefined when it allows the address. */
export const addressRejection = (address: NetAddress.IpAddress, policy: EgressPolicy): string | undefined => {
  const rule = ADDRESS_RULES.find(({ network }) => IpNetwork.contains(network, address))
  if (rule !== undefined && !allows(policy, rule.scope)) return rule.kind
  if (rule?.scope !== "loopback" && policy.mode !== "on" && policy.localAddresses?.has(NetAddress.formatIp(address))) {
    return "an address of this machine"
  }
  if (rule !== undefined) return undefined
  if (NetAddress.isIpv6Address(address) && !IpNetwork.contains(GLOBAL_UNICAST, address)) return "a reserved address"
  return undefined
}

const isLocalhost = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || name.endsWith(".localdomain")

const nameRejection = (name: string, policy: EgressPolicy): string | undefined => {
  if (name.endsWith(".")) return "must not end with a dot"
  if (isLocalhost(name) && !allows(policy, "loopback")) return "is this machine itself"
  if (policy.mode !== "on" && policy.serviceHosts?.has(name)) return "is the host of this service"
  return undefined
}

/** The host of a URL: an address, or a name that a DNS lookup resolves. */
export type TargetHost =
  | { readonly _tag: "Address"; readonly address: NetAddress.IpAddress }
  | { readonly _tag: "Name"; readonly name: string }

/**
 * Reads and checks the host of a URL as `URL.hostname` gives it: lower case, IPv6 with or without brackets, and every
 * notation of an IPv4 address (decimal, octal, hexadecimal, short) already normalised. Fails with the reason, a phrase
 * that follows the host: "is a loopback address".
 */
export const parseTargetHost = (hostname: string, policy: EgressPolicy): Result.Result<TargetHost, string> => {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname
  const host = Host.hostFromString(bare)
  if (Result.isFailure(host)) return Result.fail("is not a valid host name")
  if (NetAddress.isIpAddress(host.success)) {
    const fault = addressRejection(host.success, policy)
    return fault === undefined ? Result.succeed({ _tag: "Address", address: host.success }) : Result.fail(`is ${fault}`)
  }
  const fault = nameRejection(host.success, policy)
  return fault === undefined ? Result.succeed({ _tag: "Name", name: host.success }) : Result.fail(fault)
}

const isLoopback = (address: NetAddress.IpAddress): boolean =>
  ADDRESS_RULES.find(({ network }) => IpNetwork.contains(network, address))?.scope === "loopback"

/**
 * The reason why the policy rejects a port of a host with these addresses, as a phrase that follows the host; undefined
 * when it allows the port. On loopback, Landfall's own ports are rejected unless the mode is `on`.
 */
const listenerPortRejection = (
  addresses: ReadonlyArray<NetAddress.IpAddress>,
  port: number,
  { mode, listenerPorts }: EgressPolicy
): string | undefined =>
  mode !== "on" && listenerPorts?.has(port) && addresses.some(isLoopback)
    ? `is this machine, where Landfall itself listens on port ${port}`
    : undefined

const DEFAULT_SCHEMES: ReadonlySet<TargetScheme> = new Set(DEFAULT_TARGET_SCHEMES)

/** The enabled schemes of a policy. */
export const enabledSchemes = ({ schemes }: EgressPolicy): ReadonlySet<TargetScheme> => schemes ?? DEFAULT_SCHEMES

/** The port of a broker is allowed for its scheme alone: a request over HTTP to it could be read as a command. */
const isStandardPort = (scheme: TargetScheme, port: number): boolean =>
  protocolOf(scheme) !== "http" && standardPortOf(scheme) === port

/** The reason why the policy rejects a port, as a phrase that follows the port; undefined when it allows the port. */
const portRejection = (
  port: number,
  scheme: TargetScheme,
  { ports, standardPorts }: EgressPolicy
): string | undefined =>
  ports === undefined || includesTcpPort(ports, port) || (standardPorts === true && isStandardPort(scheme, port))
    ? undefined
    : `is not among the ports that alerts may be sent to (${formatTcpPorts(ports)})`

/** Every TCP port. */
export const ANY_PORT: ReadonlyArray<TcpPortRange> = [{ first: 1, last: 65_535 }]

/**
 * The reason why the policy rejects a name that resolves to these addresses, as a phrase that follows the name;
 * undefined when it allows all of them. One rejected address rejects the name, because a connection may use any of
 * them. The phrase omits the address, so that no caller can query a private name server through the guard.
 */
export const resolvedAddressRejection = (
  addresses: ReadonlyArray<NetAddress.IpAddress>,
  policy: EgressPolicy
): string | undefined => {
  for (const address of addresses) {
    const fault = addressRejection(address, policy)
    if (fault !== undefined) return `resolves to ${fault}`
  }
  return undefined
}

const PUBLIC_URL_HINT = "Use a URL that the public internet can reach."

/**
 * The reason why the policy rejects a target, as a sentence for the owner of the endpoint; undefined when it allows the
 * target.
 *
 * @param hostname as `URL.hostname` gives it
 * @param resolved the addresses that a name resolves to; empty before the look-up
 */
export const targetRejection = (
  hostname: string,
  port: number,
  resolved: ReadonlyArray<NetAddress.IpAddress>,
  policy: EgressPolicy,
  scheme: TargetScheme = "https"
): string | undefined => {
  const hostSentence = (fault: string) => `The host ${hostname} ${fault}. ${PUBLIC_URL_HINT}`
  const target = parseTargetHost(hostname, policy)
  if (Result.isFailure(target)) return hostSentence(target.failure)
  const addresses = target.success._tag === "Address" ? [target.success.address] : resolved
  const fault = resolvedAddressRejection(addresses, policy) ?? listenerPortRejection(addresses, port, policy)
  if (fault !== undefined) return hostSentence(fault)
  const portFault = portRejection(port, scheme, policy)
  return portFault === undefined ? undefined : `The port ${port} ${portFault}.`
}

/** The reason why the policy rejects the scheme of a target, as a sentence; undefined when it is enabled. */
export const targetSchemeRejection = (scheme: TargetScheme, policy: EgressPolicy): string | undefined =>
  schemeRejection(scheme, enabledSchemes(policy))
