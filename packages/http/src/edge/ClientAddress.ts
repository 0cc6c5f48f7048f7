import { parseIpAddress } from "@landfall/core/net/IpNetworks"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import type { NetAddress } from "effect/net"

/**
 * The address of the client of a request: the one that a trusted proxy forwards, else that of the connection. IPv4 addresses
 * that the system writes as IPv6 are IPv4. None when the client has disconnected, or a trusted proxy hides its address.
 */
export const clientAddressOf = ({
  remoteAddress
}: HttpServerRequest.HttpServerRequest): Option.Option<NetAddress.IpAddress> =>
  Option.flatMap(remoteAddress, parseIpAddress)

/** The address of the client of the current request. */
export const clientAddress = Effect.map(HttpServerRequest.HttpServerRequest, clientAddressOf)
