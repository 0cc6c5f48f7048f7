import { Option } from "effect"

/**
 * The headers of every response: browsers must not guess types, embed a response, load anything for it, or pass on its
 * URL.
 */
export const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'"
} as const

/** The page of the API reference has its script and styles inline, and sends requests to this server alone. */
const DOCS_PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
]

/** The policy of the page of the API reference of a server at a public URL. */
export const docsPagePolicy = (publicUrl: Option.Option<string>): string => {
  const server = Option.match(publicUrl, { onNone: () => "", onSome: (url) => ` ${new URL(url).origin}` })
  return [...DOCS_PAGE_POLICY, `connect-src 'self'${server}`].join("; ")
}

/** Browsers use https alone for a year. */
const STRICT_TRANSPORT = { "strict-transport-security": "max-age=31536000" }

/** The headers of every response of a server at a public URL. */
export const securityHeadersFor = (publicUrl: Option.Option<string>): Readonly<Record<string, string>> =>
  Option.exists(publicUrl, (url) => new URL(url).protocol === "https:")
    ? { ...SECURITY_HEADERS, ...STRICT_TRANSPORT }
    : SECURITY_HEADERS
