import type { ErrorName } from "@landfall/api/conventions/ErrorCode"

/** The maximum size of the request line and the headers together. */
export const MAX_HEADER_BYTES = 16 * 1024

/** The chunks that a body may have whatever their size. */
export const FREE_CHUNKS = 1024

/** The bytes that the chunks of a body with more of them have at least on average: each chunk costs as much as many bytes. */
export const MIN_CHUNK_BYTES = 16

/** The code of the error for a body whose chunks are too small. */
export const SMALL_CHUNKS = "ERR_HTTP_SMALL_CHUNKS"

/** The kinds of framing faults, as the metrics name them. */
export const FRAMING_FAULT_KINDS = [
  "chunk_extensions_too_large",
  "chunk_size",
  "connect",
  "content_length",
  "header",
  "headers_too_large",
  "http2",
  "incomplete",
  "line_end",
  "method",
  "other",
  "small_chunks",
  "timeout",
  "tls",
  "transfer_encoding",
  "url",
  "version"
] as const
export type FramingFaultKind = (typeof FRAMING_FAULT_KINDS)[number]

/**
 * The reason why bytes are not an HTTP request: the kind, an error of the catalogue, and the sentence that describes
 * this case.
 */
export interface FramingFault {
  readonly kind: FramingFaultKind
  readonly error: ErrorName
  readonly detail: string
}

const malformed = (kind: FramingFaultKind, detail: string): FramingFault => ({
  kind,
  error: "requestMalformed",
  detail
})

/** The fault of the method CONNECT, which Node reports apart from the others. */
export const CONNECT_FAULT: FramingFault = {
  kind: "connect",
  error: "notImplemented",
  detail: "The method CONNECT is not supported."
}

/** The faults that the parser of Node (llhttp) and its timers report, by error code. */
const FAULTS: ReadonlyMap<string, FramingFault> = new Map(
  Object.entries<FramingFault>({
    ERR_HTTP_REQUEST_TIMEOUT: {
      kind: "timeout",
      error: "requestTimeout",
      detail: "The request did not arrive completely in time."
    },
    HPE_HEADER_OVERFLOW: {
      kind: "headers_too_large",
      error: "headersTooLarge",
      detail: `The request line and the headers have more than ${MAX_HEADER_BYTES} bytes together.`
    },
    HPE_CHUNK_EXTENSIONS_OVERFLOW: {
      kind: "chunk_extensions_too_large",
      error: "bodyTooLarge",
      detail: "The chunk extensions of the body are too long."
    },
    [SMALL_CHUNKS]: malformed(
      "small_chunks",
      `The body has more than ${FREE_CHUNKS} chunks of fewer than ${MIN_CHUNK_BYTES} bytes each on average: send larger chunks, or the header Content-Length.`
    ),
    HPE_INVALID_VERSION: {
      kind: "version",
      error: "versionUnsupported",
      detail: "The request line names another version than HTTP/1.0 or HTTP/1.1."
    },
    HPE_PAUSED_H2_UPGRADE: {
      kind: "http2",
      error: "versionUnsupported",
      detail: "The connection begins with HTTP/2; this port expects HTTP/1.1."
    },
    HPE_INVALID_EOF_STATE: malformed("incomplete", "The connection was closed before the request was complete."),
    HPE_INVALID_CONTENT_LENGTH: malformed("content_length", "The header Content-Length must be one whole number."),
    HPE_UNEXPECTED_CONTENT_LENGTH: malformed(
      "content_length",
      "The request has the header Content-Length twice, or beside Transfer-Encoding: send one of them, once."
    ),
    HPE_INVALID_TRANSFER_ENCODING: malformed("transfer_encoding", "The header Transfer-Encoding must be chunked."),
    HPE_INVALID_CHUNK_SIZE: malformed("chunk_size", "The body has a chunk without a valid size."),
    HPE_INVALID_URL: malformed("url", "The request line has a character that a URL must not contain."),
    HPE_INVALID_HEADER_TOKEN: malformed("header", "A header has a character that is not allowed there.")
  })
)

const OTHER = malformed("other", "The request line or a header is not valid HTTP/1.1.")

/** The first bytes of a TLS handshake: its record type, and the major version. */
const TLS_HANDSHAKE = "\x16\x03"
const REQUEST_LINE = /^([!#$%&'*+.^`|~\w-]{1,40}) \S+ HTTP\/1\.[01]\r?\n/

/**
 * The methods that the parser knows. Where a packet begins with one of them, the invalid bytes are after that request.
 */
const KNOWN_METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "DELETE",
  "CONNECT",
  "OPTIONS",
  "TRACE",
  "PATCH"
])

const methodFault = (packet: string): FramingFault => {
  if (packet.startsWith(TLS_HANDSHAKE))
    return malformed("tls", "The connection begins with TLS; this port expects HTTP without TLS.")
  const method = REQUEST_LINE.exec(packet)?.[1]
  return method === undefined || KNOWN_METHODS.has(method)
    ? malformed("method", "The request line does not begin with an HTTP method.")
    : { kind: "method", error: "notImplemented", detail: `The method ${method} is unknown.` }
}

/** The fault of a line of the request that ends with a line feed alone, or with a carriage return alone. */
const LINE_END = malformed(
  "line_end",
  "A line of the request does not end with a carriage return and a line feed, as lines of HTTP/1.1 do."
)

/** The codes with which the parser reports a line end among other faults. */
const LINE_END_CODES: ReadonlySet<string> = new Set([
  "HPE_CR_EXPECTED",
  "HPE_INVALID_HEADER_TOKEN",
  "HPE_INVALID_VERSION",
  "HPE_LF_EXPECTED",
  "HPE_STRICT"
])

/** The bytes around which the parser stops at an invalid line end: the line feed, or the byte after the carriage return. */
const BARE_LINE_END = /[^\r]\n|\r[^\n]/

const isLineEndFault = (code: string, packet: string, at: number): boolean =>
  LINE_END_CODES.has(code) && BARE_LINE_END.test(packet.slice(Math.max(0, at - 2), at + 1))

/** Codes of the parser and of its timers. An error with another code is one of the connection, such as `ECONNRESET`. */
const FRAMING_CODE = /^(?:HPE_|ERR_HTTP_)/

/** Whether an error of a connection is about the bytes that arrived, and not about the connection itself. */
export const isFramingCode = (code: string): boolean => FRAMING_CODE.test(code)

/**
 * The fault of a request that the parser of Node rejected. `packet` is the text of the bytes that it parsed last, which can
 * begin with other requests; `at` is the position in it at which the parser stopped.
 */
export const framingFaultOf = (code: string, packet: string, at: number): FramingFault => {
  if (code === "HPE_INVALID_METHOD") return methodFault(packet.slice(packet.lastIndexOf("\n", at - 1) + 1))
  return isLineEndFault(code, packet, at) ? LINE_END : (FAULTS.get(code) ?? OTHER)
}
