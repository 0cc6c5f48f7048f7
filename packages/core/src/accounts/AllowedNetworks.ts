import { Brand, Option, Schema, SchemaGetter } from "effect"
import { IpNetwork } from "effect/net"
import { enclosingNetwork, isInNetworks, parseIpAddress, parseIpNetwork } from "../net/IpNetworks.ts"

/** A network that an API key may be used from, in CIDR notation: `192.0.2.0/24`, `2001:db8::/32`. */
const AllowedNetwork = Schema.String.pipe(Schema.brand("AllowedNetwork"))
/** An address or a network in CIDR notation, in canonical form. */
export type AllowedNetwork = typeof AllowedNetwork.Type

const MAX_ALLOWED_NETWORKS = 100

/** The networks of a key; an empty list allows every address. */
export const AllowedNetworks = Schema.Array(AllowedNetwork)
export type AllowedNetworks = typeof AllowedNetworks.Type

const asNetwork = Brand.nominal<AllowedNetwork>()

const NETWORK_RULE = "must be an IP address, or a network in CIDR notation such as 192.0.2.0/24 or 2001:db8::/32"

const networkFault = (text: string): string | undefined => {
  if (Option.isSome(parseIpNetwork(text))) return undefined
  const advice = Option.map(enclosingNetwork(text), (network) => `; the network of this address is ${network}`)
  return `${NETWORK_RULE}${Option.getOrElse(advice, () => "")}`
}

const formatNetwork = (text: string): AllowedNetwork =>
  asNetwork(Option.match(parseIpNetwork(text), { onSome: IpNetwork.format, onNone: () => text }))

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

/**
 * The test whether an address is in one of the networks. A text that is not an address, such as the path of a Unix socket,
 * is in none. The networks are parsed once.
 */
export const makeAddressTest = (allowed: AllowedNetworks): ((address: string) => boolean) => {
  const networks = allowed.flatMap((text) => Option.toArray(parseIpNetwork(text)))
  return (text) => Option.exists(parseIpAddress(text), (address) => isInNetworks(networks, address))
}
