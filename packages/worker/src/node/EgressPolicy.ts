import { Result } from "effect"
import { Host, IpNetwork, NetAddress } from "effect/net"
import { formatTcpPorts, includesTcpPort, type TcpPortRange } from "./TcpPortRange.ts"

/** The targets beyond the public internet that an operator allows for deliveries. */
export interface EgressPolicy {
  /** This machine. Safe while the server itself listens on loopback only. */
  readonly allowLoopback: boolean
  /** The networks around the server: loopback, private, unique local and shared (carrier-grade NAT) addresses. */
  readonly allowPrivate: boolean
  /** The ports that deliveries may be sent to; every port when omitted. */
  readonly ports?: ReadonlyArray<TcpPortRange>
}

export const publicOnly: EgressPolicy = { allowLoopback: false, allowPrivate: false }

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

const allows = (policy: EgressPolicy, scope: AddressScope): boolean =>
  scope === "private" ? policy.allowPrivate : scope === "loopback" && (policy.allowLoopback || policy.allowPrivate)

/** Why the policy rejects an address, such as "a private address"; undefined when it allows the address. */
export const addressRejection = (address: NetAddress.IpAddress, policy: EgressPolicy): string | undefined => {
  const rule = ADDRESS_RULES.find(({ network }) => IpNetwork.contains(network, address))
  if (rule !== undefined) return allows(policy, rule.scope) ? undefined : rule.kind
  if (NetAddress.isIpv6Address(address) && !IpNetwork.contains(GLOBAL_UNICAST, address)) return "a reserved address"
  return undefined
}

const isLocalhost = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || name.endsWith(".localdomain")

const nameRejection = (name: string, policy: EgressPolicy): string | undefined => {
  if (name.endsWith(".")) return "must not end with a dot"
  if (isLocalhost(name) && !allows(policy, "loopback")) return "is this machine itself"
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

/** Why the policy rejects a port, as a phrase that follows the port; undefined when it allows the port. */
export const portRejection = (port: number, { ports }: EgressPolicy): string | undefined =>
  ports === undefined || includesTcpPort(ports, port)
    ? undefined
    : `is not among the ports that alerts may be sent to (${formatTcpPorts(ports)})`

/**
 * Why the policy rejects a name that resolves to these addresses, as a phrase that follows the name; undefined when it
 * allows all of them. One rejected address rejects the name, because a connection may use any of them. The phrase omits
 * the address, so that no caller can query a private name server through the guard.
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
