import { Brand, Option, Result, Schema, SchemaGetter } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** A network that an API key may be used from, in CIDR notation: `192.0.2.0/24`, `2001:db8::/32`. */
const AllowedNetwork = Schema.String.pipe(Schema.brand("AllowedNetwork"))
export type AllowedNetwork = typeof AllowedNetwork.Type

const MAX_ALLOWED_NETWORKS = 100

/** The networks of a key; an empty list allows every address. */
export const AllowedNetworks = Schema.Array(AllowedNetwork)
export type AllowedNetworks = typeof AllowedNetworks.Type

const asNetwork = Brand.nominal<AllowedNetwork>()

/** A network in CIDR notation, or an address as a network of one address. */
const parseNetwork = (text: string) =>
  text.includes("/")
    ? IpNetwork.fromString(text)
    : Result.flatMap(NetAddress.ipFromString(text), (address) =>
        IpNetwork.fromAddress(address, NetAddress.width(address))
      )

/** The network of an address with bits after the prefix: `192.0.2.0/24` for `192.0.2.7/24`. */
const enclosingNetwork = (text: string): Option.Option<string> => {
  const [host = "", digits = ""] = text.split("/")
  if (!/^\d{1,3}$/.test(digits)) return Option.none()
  return NetAddress.ipFromString(host).pipe(
    Result.flatMap((address) => IpNetwork.fromAddress(address, Number(digits))),
    Result.getSuccess,
    Option.map(IpNetwork.format)
  )
}

const NETWORK_RULE = "must be an IP address, or a network in CIDR notation such as 192.0.2.0/24 or 2001:db8::/32"

const networkFault = (text: string): string | undefined => {
  if (Result.isSuccess(parseNetwork(text))) return undefined
  const advice = Option.map(enclosingNetwork(text), (network) => `; the network of this address is ${network}`)
  return `${NETWORK_RULE}${Option.getOrElse(advice, () => "")}`
}

const formatNetwork = (text: string): AllowedNetwork =>
  asNetwork(Result.match(parseNetwork(text), { onSuccess: IpNetwork.format, onFailure: () => text }))

/** A network as a person writes it. It is stored in its canonical form: `192.0.2.7` as `192.0.2.7/32`. */
export const AllowedNetworkText = Schema.String.pipe(
  Schema.check(Schema.makeFilter(networkFault)),
  Schema.decodeTo(AllowedNetwork, {
    decode: SchemaGetter.transform(formatNetwork),
    encode: SchemaGetter.transform((network) => network)
  })
)

/** A list of at most 100 networks as a person writes them. */
export const AllowedNetworkTexts = Schema.Array(AllowedNetworkText).pipe(
  Schema.check(
    Schema.isMaxLength(MAX_ALLOWED_NETWORKS, { message: `must have at most ${MAX_ALLOWED_NETWORKS} networks` })
  )
)

/** An address without the IPv6 form that dual-stack sockets give to IPv4 addresses: `::ffff:192.0.2.7` is `192.0.2.7`. */
const parseAddress = (text: string): Option.Option<NetAddress.IpAddress> =>
  Option.map(Result.getSuccess(NetAddress.ipFromString(text)), (address) =>
    NetAddress.isIpv6Address(address) ? Option.getOrElse(NetAddress.fromIpv4Mapped(address), () => address) : address
  )

/**
 * The test whether an address is in one of the networks. A text that is not an address, such as the path of a Unix socket,
 * is in none. The networks are parsed once.
 */
export const makeAddressTest = (allowed: AllowedNetworks): ((address: string) => boolean) => {
  const networks = allowed.flatMap((text) => Option.toArray(Result.getSuccess(parseNetwork(text))))
  return (text) =>
    Option.exists(parseAddress(text), (address) => networks.some((network) => IpNetwork.contains(network, address)))
}
