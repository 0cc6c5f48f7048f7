/** The maximum number of headers that are stored of a response. */
export const MAX_STORED_HEADERS = 20
/** The maximum number of characters of the names and values that are stored of a response; all of them are ASCII. */
export const MAX_STORED_HEADER_LENGTH = 2 * 1024
/** The maximum number of characters of one value. */
const MAX_VALUE_LENGTH = 512

/** What explains a failed delivery, stored before other headers. */
const FIRST = ["retry-after", "www-authenticate", "content-type", "location", "allow", "server", "date", "via"]

/** Headers with credentials: of RFC 6265, 7615 and 9110, and by the words in the names of others. */
const CREDENTIALS =
  /cookie|authorization|authentication-info|token|secret|password|passwd|session|signature|csrf|xsrf|api-?key|credential|jwt/

/** Headers of the connection, not of the response (RFC 9110 section 7.6.1). */
const OF_CONNECTION = ["connection", "keep-alive", "proxy-connection", "transfer-encoding"]

const NOT_PRINTABLE = /[^\x20-\x7e]/g

const rank = (name: string): number => {
  const index = FIRST.indexOf(name)
  return index < 0 ? FIRST.length : index
}

/** A location without its query and fragment, which may hold a token, and without user and password. */
const withoutQuery = (location: string): string =>
  location.replace(/[?#].*$/s, "").replace(/^((?:[a-z][a-z\d+.-]*:)?\/\/)[^/]*@/i, "$1")

const valueOf = (name: string, value: string): string =>
  (name.endsWith("location") || name === "refresh" || name === "link" ? withoutQuery(value) : value)
    .replace(NOT_PRINTABLE, "?")
    .slice(0, MAX_VALUE_LENGTH)

/**
 * The headers of a response that are stored with a failed attempt: at most 20 with 2 KiB, without cookies, credentials and
 * those of the connection. Those that explain a failure come first; a header that does not fit is skipped.
 *
 * @param headers names in lower case
 */
export const storedHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const stored: Array<readonly [name: string, value: string]> = []
  let length = 0
  for (const name of Object.keys(headers).toSorted((a, b) => rank(a) - rank(b))) {
    if (CREDENTIALS.test(name) || OF_CONNECTION.includes(name)) continue
    const value = valueOf(name, headers[name] ?? "")
    if (length + name.length + value.length > MAX_STORED_HEADER_LENGTH) continue
    length += name.length + value.length
    stored.push([name, value])
    if (stored.length === MAX_STORED_HEADERS) break
  }
  return Object.fromEntries(stored)
}
