import { isInNetworks, parseIpAddress } from "@landfall/core/net/IpNetworks"
import { Effect, Option } from "effect"
import { Headers, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type IpNetwork, NetAddress } from "effect/net"
import {
  type ForwardedClient,
  forwardedClient,
  type Hop,
  hopsOfForwarded,
  hopsOfXForwarded
} from "./ForwardedClient.ts"
import { parseForwarded } from "./ForwardedHeader.ts"

/** The headers in which proxies forward the client's address: `X-Forwarded-For` with its companions, or `Forwarded`. */
export type ForwardingHeaders = "x-forwarded" | "forwarded"

/** The proxies in front of the server. */
export interface ProxyTrust {
  /** The networks of the proxies. The headers of any other peer are ignored. */
  readonly networks: ReadonlyArray<IpNetwork.IpNetwork>
  /**
   * The headers that the proxies write. Only these are read: a proxy passes the others on as the client sent them, so that
   * they can be forged.
   */
  readonly headers: ForwardingHeaders
}

/** The hops that a request lists; none when its proxies forward nothing. A malformed header lists no hop. */
const hopsOf = (headers: Headers.Headers, family: ForwardingHeaders): Option.Option<ReadonlyArray<Hop>> => {
  const { forwarded, "x-forwarded-for": addresses } = headers
  if (family === "forwarded") {
    return Option.map(Option.fromUndefinedOr(forwarded), (header) => hopsOfForwarded(parseForwarded(header) ?? []))
  }
  return Option.map(Option.fromUndefinedOr(addresses), (header) =>
    hopsOfXForwarded(header, headers["x-forwarded-host"], headers["x-forwarded-proto"])
  )
}

const withClient = (
  request: HttpServerRequest.HttpServerRequest,
  { address, host, protocol }: ForwardedClient
): HttpServerRequest.HttpServerRequest =>
  request.modify({
    remoteAddress: Option.map(address, NetAddress.formatIp),
    peerAddress: request.peerAddress,
    ...(host === undefined ? {} : { headers: Headers.set(request.headers, "host", host) }),
    ...(protocol === undefined ? {} : { protocol })
  })

type Handler<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/**
 * Gives requests that trusted proxies forward the address, host and protocol of the client. A request that a trusted proxy
 * sends without a forwarding header is its own. Returns the handler unchanged when no proxy is trusted.
 */
export const applyForwarding = ({ networks, headers: family }: ProxyTrust) => {
  const forward = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
    const peer = Option.flatMap(request.peerAddress, parseIpAddress)
    if (!Option.exists(peer, (address) => isInNetworks(networks, address))) return request
    return Option.match(hopsOf(request.headers, family), {
      onNone: () => request,
      onSome: (hops) => withClient(request, forwardedClient(hops, networks))
    })
  }
  return <E, R>(handler: Handler<E, R>): Handler<E, R> =>
    networks.length === 0 ? handler : Effect.updateService(handler, HttpServerRequest.HttpServerRequest, forward)
}
