import { DASHBOARD_HEADER } from "@landfall/api/dashboard/DashboardSession"
import { DateTime, Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

type Request = HttpServerRequest.HttpServerRequest

/**
 * The names of the cookie of a session. Behind https, browsers accept the `__Host-` cookie from this host alone and over
 * https alone, so that no other host of the domain can set it.
 */
const NAMES = { secure: "__Host-landfall-session", plain: "landfall-session" }

const MARK = DASHBOARD_HEADER.toLowerCase()

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Whether a page of this server has sent a request. The header shows it: a page of another origin cannot send it, because
 * no CORS setting allows it. `Sec-Fetch-Site` and `Origin` are checked where the browser sends them.
 */
export const isOfDashboard = ({ headers }: Request, publicUrl: Option.Option<string>): boolean => {
  const { origin, host, "sec-fetch-site": site } = headers
  if (headers[MARK] === undefined || (site !== undefined && site !== "same-origin")) return false
  if (origin === undefined) return true
  const from = hostOf(origin)
  return from !== undefined && (from === host || Option.exists(publicUrl, (url) => new URL(url).host === from))
}

const LOOPBACK_HOST = /^(?:127\.[\d.]+|\[::1\]|(?:.+\.)?localhost)(?::\d+)?$/i

/**
 * Whether the browser reaches this server over https: as its public URL, the `Origin` of the page, or `Sec-Fetch-Site`
 * shows, which browsers send over https and to loopback hosts alone.
 */
const isSecure = ({ headers, protocol }: Request, publicUrl: Option.Option<string>): boolean =>
  protocol === "https" ||
  headers.origin?.startsWith("https://") === true ||
  (headers["sec-fetch-site"] !== undefined && headers.host !== undefined && !LOOPBACK_HOST.test(headers.host)) ||
  Option.exists(publicUrl, (url) => url.startsWith("https://"))

/** Whether a request carries the cookie of a session and the header of the dashboard. */
export const hasSession = ({ headers }: Request): boolean =>
  headers[MARK] !== undefined && headers.cookie?.includes(`${NAMES.plain}=`) === true

/** The token of the session that a request of the dashboard carries; undefined for every other request. */
export const sessionOf = (request: Request, publicUrl: Option.Option<string>): string | undefined => {
  if (!hasSession(request) || !isOfDashboard(request, publicUrl)) return undefined
  // Any host of the domain can set the plain cookie, and so sign a person in to another account.
  return request.cookies[NAMES.secure] ?? (isSecure(request, publicUrl) ? undefined : request.cookies[NAMES.plain])
}

/** Sets the cookie of a session: for this site alone, and out of reach of scripts. An end in the past removes it. */
export const withSession = (
  response: HttpServerResponse.HttpServerResponse,
  request: Request,
  publicUrl: Option.Option<string>,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: DateTime.Utc }
): HttpServerResponse.HttpServerResponse => {
  const secure = isSecure(request, publicUrl)
  return HttpServerResponse.setCookieUnsafe(response, secure ? NAMES.secure : NAMES.plain, token, {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    secure,
    expires: DateTime.toDateUtc(expiresAt)
  })
}
