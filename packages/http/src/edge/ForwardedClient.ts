import { isInNetworks, parseIpAddress } from "@landfall/core/net/IpNetworks"
import { Option } from "effect"
import type { IpNetwork, NetAddress } from "effect/net"
import type { ForwardedElement } from "./ForwardedHeader.ts"

/** The statement of one proxy about the peer that it received a request from. */
export interface Hop {
  /** An address with or without a port, `unknown`, or a name that hides the address. */
  readonly address: string
  readonly host: string | undefined
  readonly proto: string | undefined
}

/** The client of a forwarded request, as trusted proxies state it. */
export interface ForwardedClient {
  /** None when a trusted proxy hides the address, or states something else than an address. */
  readonly address: Option.Option<NetAddress.IpAddress>
  readonly host?: string
  readonly protocol?: "http" | "https"
}

/** A port, or the name in place of one (RFC 7239 section 6.3). */
const PORT = "(?::(?:\\d{1,5}|_[\\w.-]+))?"
const IPV4_NODE = new RegExp(`^([\\d.]+)${PORT}$`)
const BRACKETED_NODE = new RegExp(`^\\[([^[\\]]+:[^[\\]]*)\\]${PORT}$`)

/** The address of a node: `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`. */
export const parseNode = (text: string): Option.Option<NetAddress.IpAddress> =>
  parseIpAddress((BRACKETED_NODE.exec(text) ?? IPV4_NODE.exec(text))?.[1] ?? text)

const HOST_FORM = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

/** A host with or without a port. The URL parser rejects invalid IP addresses and ports. */
const isHost = (text: string): boolean => HOST_FORM.test(text) && URL.canParse(`http://${text}`)

const clientAt = ({ host, proto }: Hop, address: NetAddress.IpAddress): ForwardedClient => {
  const protocol = proto?.toLowerCase()
  return {
    address: Option.some(address),
    ...(host !== undefined && isHost(host) ? { host } : {}),
    ...(protocol === "http" || protocol === "https" ? { protocol } : {})
  }
}

/**
 * The client of a request that a trusted proxy forwards: the last hop whose address is not of a trusted proxy, or the first
 * hop when all are. Every hop after it was stated by a trusted proxy; those before it can be forged.
 *
 * @param hops the proxy nearest to the client first
 */
export const forwardedClient = (
  hops: ReadonlyArray<Hop>,
  proxies: ReadonlyArray<IpNetwork.IpNetwork>
): ForwardedClient => {
  for (let index = hops.length - 1; index >= 0; index--) {
    const hop = hops[index]
    const address = hop === undefined ? Option.none() : parseNode(hop.address)
    if (hop === undefined || Option.isNone(address)) break
    if (index === 0 || !isInNetworks(proxies, address.value)) return clientAt(hop, address.value)
  }
  return { address: Option.none() }
}

/** The entries of a list header, without empty ones (RFC 9110 section 5.6.1). */
const entriesOf = (header: string | undefined): ReadonlyArray<string> =>
  (header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")

/**
 * The hops of `X-Forwarded-For`. Hosts and protocols belong to hops only when their headers have as many values as there
 * are addresses.
 */
export const hopsOfXForwarded = (
  addresses: string | undefined,
  hosts: string | undefined,
  protos: string | undefined
): ReadonlyArray<Hop> => {
  const entries = entriesOf(addresses)
  const aligned = (header: string | undefined) => {
    const values = entriesOf(header)
    return values.length === entries.length ? values : []
  }
  const [alignedHosts, alignedProtos] = [aligned(hosts), aligned(protos)]
  return entries.map((address, index) => ({ address, host: alignedHosts[index], proto: alignedProtos[index] }))
}

/** The hops of a `Forwarded` header. A proxy that states no address hides it. */
export const hopsOfForwarded = (elements: ReadonlyArray<ForwardedElement>): ReadonlyArray<Hop> =>
  elements.map(({ for: address = "unknown", host, proto }) => ({ address, host, proto }))
