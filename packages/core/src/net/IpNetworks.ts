import { Option, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** The zone of a link-local IPv6 address, which sockets append: `fe80::1%eth0`. */
const ZONE = /%[^%]+$/

/**
 * An address as a socket or a person writes it. The zone of an IPv6 address is ignored, and the IPv6 form that dual-stack
 * sockets give to IPv4 addresses is IPv4: `::ffff:192.0.2.7` is `192.0.2.7`.
 */
export const parseIpAddress = (text: string): Option.Option<NetAddress.IpAddress> =>
  Option.map(
    Result.getSuccess(NetAddress.ipFromString(text.includes(":") ? text.replace(ZONE, "") : text)),
    (address) => NetAddress.toCanonical(address)
  )

const MAPPED_BITS = 96

/** An IPv6 network of IPv4 addresses as the IPv4 network: `::ffff:192.0.2.0/120` is `192.0.2.0/24`. */
const toCanonical = (network: IpNetwork.IpNetwork): IpNetwork.IpNetwork => {
  const address = NetAddress.toCanonical(network.address)
  return address === network.address || network.prefixLength < MAPPED_BITS
    ? network
    : IpNetwork.makeUnsafe(address, network.prefixLength - MAPPED_BITS)
}

/** A network in CIDR notation without bits after the prefix, or an address as a network of one address. */
export const parseIpNetwork = (text: string): Option.Option<IpNetwork.IpNetwork> => {
  const network = text.includes("/")
    ? IpNetwork.fromString(text)
    : Result.flatMap(NetAddress.ipFromString(text), (address) =>
        IpNetwork.fromAddress(address, NetAddress.width(address))
      )
  return Option.map(Result.getSuccess(network), toCanonical)
}

/** The network of an address with bits after the prefix: `192.0.2.0/24` for `192.0.2.7/24`. */
export const enclosingNetwork = (text: string): Option.Option<string> => {
  const [host = "", digits = ""] = text.split("/")
  if (!/^\d{1,3}$/.test(digits)) return Option.none()
  return NetAddress.ipFromString(host).pipe(
    Result.flatMap((address) => IpNetwork.fromAddress(address, Number(digits))),
    Result.getSuccess,
    Option.map(IpNetwork.format)
  )
}

/** Whether one of the networks contains an address. */
export const isInNetworks = (networks: ReadonlyArray<IpNetwork.IpNetwork>, address: NetAddress.IpAddress): boolean =>
  networks.some((network) => IpNetwork.contains(network, address))
