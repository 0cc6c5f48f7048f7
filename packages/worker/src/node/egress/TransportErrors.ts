import { type FailureReason, TransportError } from "@landfall/core/alerts/sending/AlertTransport"
import { TargetRejected } from "@landfall/core/alerts/sending/EgressGuard"
import { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import { EXCESSIVE_TRAFFIC } from "@landfall/core/alerts/targets/BrokerTraffic"
import { Dns } from "effect/net"
import { errors } from "undici"
import { localFaultOf } from "./LocalFaults.ts"
import { RESPONSE_TOO_LONG } from "./ReadBudget.ts"

type DescribeFailure = (host: string, maxHeaderBytes: number) => string

interface FailureDescription {
  readonly reason: FailureReason
  readonly describe: DescribeFailure
}

const makeFailure = (reason: FailureReason, describe: DescribeFailure): FailureDescription => ({ reason, describe })

const connectTimeout = makeFailure("timeout", (host) => `The connection to ${host} timed out.`)
const connectionLost = makeFailure(
  "connection_lost",
  (host) => `${host} closed the connection before its response was complete.`
)
const connectionRefused = makeFailure("connection_refused", (host) => `${host} refused the connection.`)
const hostUnreachable = makeFailure("connection_refused", (host) => `${host} is unreachable from this server.`)
const handshakeFailed = makeFailure("tls", (host) => `The TLS handshake with ${host} failed.`)
const invalidResponse = makeFailure("protocol", (host) => `The response of ${host} is not valid HTTP.`)
const headersTooLong = makeFailure(
  "protocol",
  (host, maxHeaderBytes) => `The response of ${host} has more than ${maxHeaderBytes} bytes of headers.`
)
const responseTooLong = makeFailure(
  "protocol",
  (host) => `${host} sends interim responses, headers or chunks without an end.`
)
const invalidRequest = makeFailure("protocol", (host) => `The request to ${host} could not be written as HTTP.`)
const excessiveTraffic = makeFailure("protocol", (host) => `${host} sends more than a broker sends to a publisher.`)
const certificatesTooLong = makeFailure(
  "tls",
  (host) =>
    `${host} sends a TLS certificate, or a chain of them, that is too long: send the certificate and its intermediate ones.`
)
const certificateInvalid = (problem: string) =>
  makeFailure("tls", (host) => `The TLS certificate of ${host} ${problem}.`)

/** Failures by the error codes of Node.js (net, tls), OpenSSL and undici. */
const FAILURES_BY_CODE: Readonly<Record<string, FailureDescription>> = {
  ECONNREFUSED: connectionRefused,
  EHOSTUNREACH: hostUnreachable,
  ENETUNREACH: hostUnreachable,
  EADDRNOTAVAIL: hostUnreachable,
  EACCES: hostUnreachable,
  ETIMEDOUT: connectTimeout,
  UND_ERR_CONNECT_TIMEOUT: connectTimeout,
  ECONNRESET: connectionLost,
  EPIPE: connectionLost,
  [RESPONSE_TOO_LONG]: responseTooLong,
  UND_ERR_HEADERS_OVERFLOW: headersTooLong,
  HPE_HEADER_OVERFLOW: headersTooLong,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: invalidResponse,
  UND_ERR_INVALID_ARG: invalidRequest,
  UND_ERR_NOT_SUPPORTED: invalidRequest,
  EPROTO: handshakeFailed,
  [EXCESSIVE_TRAFFIC]: excessiveTraffic,
  ERR_SSL_EXCESSIVE_MESSAGE_SIZE: certificatesTooLong,
  CERT_CHAIN_TOO_LONG: certificatesTooLong,
  CERT_HAS_EXPIRED: certificateInvalid("has expired"),
  CERT_NOT_YET_VALID: certificateInvalid("is not valid yet"),
  CERT_REVOKED: certificateInvalid("was revoked"),
  DEPTH_ZERO_SELF_SIGNED_CERT: certificateInvalid("is self-signed"),
  SELF_SIGNED_CERT_IN_CHAIN: certificateInvalid("was issued by an authority that is not trusted"),
  UNABLE_TO_GET_ISSUER_CERT: certificateInvalid("was issued by an authority that is not trusted"),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificateInvalid("was sent without its intermediate certificates"),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificateInvalid("was sent without its intermediate certificates"),
  ERR_TLS_CERT_ALTNAME_INVALID: certificateInvalid("was issued for another host")
}

/** The other codes with which Node.js rejects a certificate; OpenSSL describes the fault of one that is UNSPECIFIED. */
const CERTIFICATE_CODE = /^(?:CERT_|CRL_|ERROR_IN_|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_|UNABLE_TO_|UNSPECIFIED$)/

/** The description of a fault by OpenSSL, such as `CA certificate key too weak`. */
const FAULT_TEXT = /^[\w ,-]{1,80}$/

const otherCertificateFault = (error: unknown): FailureDescription => {
  const text = error instanceof Error && FAULT_TEXT.test(error.message) ? ` (${error.message})` : ""
  return certificateInvalid(`is not valid${text}`)
}

const errorCodeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : ""

/** undici's message for a connection that the receiver closed. Its other socket errors are invalid responses. */
const OTHER_SIDE_CLOSED = "other side closed"

const classifyFailure = (error: unknown): FailureDescription => {
  const code = errorCodeOf(error)
  const failure = FAILURES_BY_CODE[code]
  if (failure !== undefined) return failure
  if (error instanceof errors.HTTPParserError) return invalidResponse
  if (error instanceof errors.SocketError) return error.message === OTHER_SIDE_CLOSED ? connectionLost : invalidResponse
  if (code.startsWith("ERR_TLS_") || code.startsWith("ERR_SSL_")) return handshakeFailed
  if (CERTIFICATE_CODE.test(code)) return otherCertificateFault(error)
  return connectionLost
}

const dnsMessage = (host: string, { reason }: Dns.DnsError): string =>
  reason === "NotFound"
    ? `The host name ${host} does not exist.`
    : `The host name ${host} could not be looked up: its name servers sent no response.`

/**
 * Describes a failed connection or response to the owner of the endpoint at `host`. A fault of this installation is not an
 * attempt.
 */
export const transportError = (
  error: unknown,
  host: string,
  maxHeaderBytes: number
): TransportError | SendPostponed => {
  const local = localFaultOf(error)
  if (local !== undefined) return local
  if (error instanceof TargetRejected && error.allowedBefore === true) {
    return new SendPostponed({ reason: "egress_policy", message: error.message })
  }
  if (error instanceof TargetRejected) return new TransportError({ reason: "target_rejected", message: error.message })
  if (error instanceof Dns.DnsError) return new TransportError({ reason: "dns", message: dnsMessage(host, error) })
  const { reason, describe } = classifyFailure(error)
  return new TransportError({ reason, message: describe(host, maxHeaderBytes) })
}

/** The error of a passed deadline: before the response began, or after a response with this status began. */
export const deadlineError = (host: string, status: number | undefined, deadlineMillis: number): TransportError =>
  new TransportError({
    reason: "timeout",
    message:
      status === undefined
        ? `${host} sent no response within ${deadlineMillis / 1000} s.`
        : `${host} responded with ${status} but did not complete its response within ${deadlineMillis / 1000} s.`
  })
