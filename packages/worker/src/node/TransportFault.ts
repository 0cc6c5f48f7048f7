import type { FailureReason } from "@landfall/core/alerts/Delivery"
import { TransportError } from "@landfall/core/alerts/delivery/AlertTransport"
import { TargetRefused } from "@landfall/core/alerts/delivery/EgressGuard"
import { Dns } from "effect/net"
import { errors } from "undici"

type Describe = (host: string, maxHeaderBytes: number) => string

interface Fault {
  readonly reason: FailureReason
  readonly describe: Describe
}

const fault = (reason: FailureReason, describe: Describe): Fault => ({ reason, describe })

const timedOut = fault("timeout", (host) => `${host} could not be connected to in time.`)
const lost = fault("connection_lost", (host) => `${host} closed the connection before its answer was complete.`)
const refused = fault("connection_refused", (host) => `${host} refused the connection.`)
const unreachable = fault("connection_refused", (host) => `${host} cannot be reached from here.`)
const handshake = fault("tls", (host) => `The TLS handshake with ${host} failed.`)
const notHttp = fault("protocol", (host) => `The answer of ${host} is not valid HTTP.`)
const headersTooLong = fault(
  "protocol",
  (host, maxHeaderBytes) => `The answer of ${host} has more than ${maxHeaderBytes} bytes of headers.`
)
const invalidRequest = fault("protocol", (host) => `The request to ${host} could not be written as HTTP.`)
const certificate = (what: string) => fault("tls", (host) => `The TLS certificate of ${host} ${what}.`)

/** By the codes of Node's net, tls and OpenSSL errors and of undici's own. */
const FAULTS: Readonly<Record<string, Fault>> = {
  ECONNREFUSED: refused,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  EACCES: unreachable,
  ETIMEDOUT: timedOut,
  UND_ERR_CONNECT_TIMEOUT: timedOut,
  ECONNRESET: lost,
  EPIPE: lost,
  UND_ERR_HEADERS_OVERFLOW: headersTooLong,
  HPE_HEADER_OVERFLOW: headersTooLong,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: notHttp,
  UND_ERR_INVALID_ARG: invalidRequest,
  UND_ERR_NOT_SUPPORTED: invalidRequest,
  EPROTO: handshake,
  CERT_HAS_EXPIRED: certificate("has expired"),
  CERT_NOT_YET_VALID: certificate("is not valid yet"),
  CERT_REVOKED: certificate("was revoked"),
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate("is self-signed"),
  SELF_SIGNED_CERT_IN_CHAIN: certificate("comes from an authority that is not trusted"),
  UNABLE_TO_GET_ISSUER_CERT: certificate("comes from an authority that is not trusted"),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate("comes without the certificates between it and its authority"),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate("comes without the certificates between it and its authority"),
  ERR_TLS_CERT_ALTNAME_INVALID: certificate("is made out for another host")
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : ""

/** undici's words for a connection that the other side ended; its other socket errors are answers that break the rules. */
const OTHER_SIDE_CLOSED = "other side closed"

const faultOf = (error: unknown): Fault => {
  const code = codeOf(error)
  const known = FAULTS[code]
  if (known !== undefined) return known
  if (error instanceof errors.HTTPParserError) return notHttp
  if (error instanceof errors.SocketError) return error.message === OTHER_SIDE_CLOSED ? lost : notHttp
  if (code.startsWith("ERR_TLS_") || code.startsWith("ERR_SSL_")) return handshake
  if (code.startsWith("CERT_")) return certificate("is not valid")
  return lost
}

const dnsSentence = (host: string, { reason }: Dns.DnsError): string =>
  reason === "NotFound"
    ? `The host name ${host} does not exist.`
    : `The host name ${host} could not be looked up: its name servers gave no answer.`

/** What a failed connection or answer means to the owner of the endpoint at `host`. */
export const transportError = (error: unknown, host: string, maxHeaderBytes: number): TransportError => {
  if (error instanceof TargetRefused) return new TransportError({ reason: "target_refused", message: error.message })
  if (error instanceof Dns.DnsError) return new TransportError({ reason: "dns", message: dnsSentence(host, error) })
  const { reason, describe } = faultOf(error)
  return new TransportError({ reason, message: describe(host, maxHeaderBytes) })
}

/** The deadline passed: before anything was answered, or after the head of an answer with this status. */
export const deadlineError = (host: string, status: number | undefined, deadlineMillis: number): TransportError =>
  new TransportError({
    reason: "timeout",
    message:
      status === undefined
        ? `${host} gave no answer within ${deadlineMillis / 1000} s.`
        : `${host} answered ${status} but did not end its answer within ${deadlineMillis / 1000} s.`
  })
