import { Effect, Option, Result } from "effect"
import { HttpServerRequest } from "effect/http"
import { NetAddress } from "effect/net"

/**
 * The address of the client of a request: the one that a trusted proxy forwards, else that of the connection. IPv4 addresses
 * that the system writes as IPv6 are IPv4. None when the client has disconnected.
 */
export const clientAddressOf = ({
  remoteAddress
}: HttpServerRequest.HttpServerRequest): Option.Option<NetAddress.IpAddress> =>
  Option.flatMap(remoteAddress, (text) =>
    Option.map(Result.getSuccess(NetAddress.ipFromString(text)), (address) => NetAddress.toCanonical(address))
  )

/** The address of the client of the current request. */
export const clientAddress = Effect.map(HttpServerRequest.HttpServerRequest, clientAddressOf)
