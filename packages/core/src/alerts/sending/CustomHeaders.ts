import { Redacted, Schema } from "effect"

/** The field names of RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const MAX_NAME_LENGTH = 128
const MAX_VALUE_LENGTH = 2048
const MAX_HEADERS = 20
/** Visible ASCII with spaces and tabs inside: receivers disagree about anything else. */
const FIELD_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/

/** The headers of the connection, of the body and of the signature. */
const RESERVED_NAMES = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via"
])
const RESERVED_PREFIXES = ["webhook-", "proxy-", "sec-", "landfall-"]

/** Whether a header belongs to HTTP, to signatures or to the service, so that it cannot be a custom header. */
const isReservedHeader = (name: string): boolean => {
  const lower = name.toLowerCase()
  return RESERVED_NAMES.has(lower) || RESERVED_PREFIXES.some((beginning) => lower.startsWith(beginning))
}

const invalidHeaderReason = (name: string, value: string): string | undefined => {
  const quotedName = `"${name.slice(0, 60)}"`
  if (!TOKEN.test(name)) return `has the name ${quotedName}, which is not a valid HTTP header name`
  if (name.length > MAX_NAME_LENGTH)
    return `has the name ${quotedName}…; names must have at most ${MAX_NAME_LENGTH} characters`
  if (isReservedHeader(name)) return `has the header ${quotedName}, which is reserved; remove it`
  if (value.length > MAX_VALUE_LENGTH) {
    return `has a value of ${value.length} characters at ${quotedName}; values must have at most ${MAX_VALUE_LENGTH}`
  }
  if (!FIELD_VALUE.test(value))
    return `has a value at ${quotedName} that is empty, not printable ASCII, or begins or ends with a space`
  return undefined
}

/** Headers that are sent with every delivery of an endpoint: at most 20, and no reserved ones. */
export const CustomHeaders = Schema.Record(Schema.String, Schema.String).pipe(
  Schema.check(
    Schema.isMaxProperties(MAX_HEADERS, { message: `must have at most ${MAX_HEADERS} entries` }),
    Schema.makeFilter((headers) =>
      Object.entries(headers).flatMap(([name, value]) => invalidHeaderReason(name, value) ?? [])
    ),
    Schema.makeFilter((headers) => {
      const names = Object.keys(headers).map((name) => name.toLowerCase())
      const twice = names.find((name, index) => names.indexOf(name) !== index)
      return twice === undefined ? undefined : `has the header "${twice}" twice; header names are case-insensitive`
    })
  )
)
export type CustomHeaders = typeof CustomHeaders.Type

/** The headers of an endpoint, redacted in logs: their values are often credentials. */
export type RedactedHeaders = Redacted.Redacted<CustomHeaders>

/** Custom headers with hidden values, as everyone reads them. */
export const hideValues = (names: ReadonlyArray<string>): CustomHeaders =>
  Object.fromEntries(names.map((name) => [name, "(hidden)"]))

/** No custom headers. */
export const NO_HEADERS: RedactedHeaders = Redacted.make({})
