import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** A customer of an IPv6 provider has at least a /64, and can use each of its addresses. */
const IPV6_PREFIX = 64

/** The callers that are counted together as one address: an IPv4 address, or the /64 network of an IPv6 address. */
export const addressGroupOf = (address: NetAddress.IpAddress): string =>
  NetAddress.isIpv6Address(address)
    ? Result.match(IpNetwork.fromAddress(address, IPV6_PREFIX), {
        onSuccess: IpNetwork.format,
        onFailure: () => NetAddress.formatIp(address)
      })
    : NetAddress.formatIp(address)

/** The group of callers whose address is unknown, because they have disconnected. */
const UNKNOWN_ADDRESS = "unknown"

/**
 * The group that an address is counted with: its /64 network for IPv6, itself for IPv4, one group for unknown
 * addresses.
 */
export const addressGroup = (address: Option.Option<NetAddress.IpAddress>): string =>
  Option.match(address, { onNone: () => UNKNOWN_ADDRESS, onSome: addressGroupOf })
