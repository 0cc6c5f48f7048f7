import { Effect } from "effect"
import { Headers, HttpMiddleware, HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { IpNetwork } from "effect/net"
import { type ForwardedElement, parseForwarded } from "./ForwardedHeader.ts"

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

const FORWARDED_FOR = "x-forwarded-for"
const COMPANIONS = { host: "x-forwarded-host", proto: "x-forwarded-proto" } as const

/** The headers of a request with those of `Forwarded` in place of the `X-Forwarded` ones. */
const translateForwarded = (headers: Headers.Headers): Headers.Headers => {
  const elements = headers.forwarded === undefined ? undefined : parseForwarded(headers.forwarded)
  const own = Headers.removeMany(headers, [FORWARDED_FOR, ...Object.values(COMPANIONS)])
  if (elements === undefined) return own
  const list = (name: string, missing = "") =>
    elements.map((element: ForwardedElement) => element[name] ?? missing).join(",")
  return Headers.setAll(own, {
    [FORWARDED_FOR]: list("for", "unknown"),
    [COMPANIONS.host]: list("host"),
    [COMPANIONS.proto]: list("proto")
  })
}

type Handler<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>

/**
 * Gives requests that trusted proxies forward the address, host and protocol of the client. Returns the handler unchanged
 * when no proxy is trusted.
 */
export const applyForwarding = ({ networks, headers }: ProxyTrust) => {
  const apply = HttpMiddleware.xForwardedHeaders({ trustedProxies: networks })
  return <E, R>(handler: Handler<E, R>): Handler<E, R> => {
    if (networks.length === 0) return handler
    return headers === "x-forwarded"
      ? apply(handler)
      : Effect.updateService(apply(handler), HttpServerRequest.HttpServerRequest, (request) =>
          request.modify({ headers: translateForwarded(request.headers) })
        )
  }
}
