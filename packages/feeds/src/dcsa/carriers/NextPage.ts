import { Option, Result } from "effect"
import type { Headers } from "effect/http"

/** The header of the next page (DCSA Track & Trace 2.2). The last page has no such header, or names itself. */
const NEXT_PAGE = "next-page"
const CURRENT_PAGE = "current-page"
/** The header with the cursor of the next page (DCSA Track & Trace 3.0). */
const NEXT_PAGE_CURSOR = "next-page-cursor"

/** The start of a URL; any other value is a cursor, as in the examples of the standard. */
const URL_START = /^(?:[/?]|[A-Za-z][A-Za-z0-9+.-]*:)/

/**
 * The URL of the next page; none after the last. Carriers send a URL, a URL without a host, a query string, or a cursor,
 * which is added to the query of this page. Fails with a message when the URL is invalid or has another host, to which
 * the API keys must not be sent.
 */
export const nextPageOf = (page: URL, headers: Headers.Headers): Result.Result<Option.Option<URL>, string> => {
  const cursor = (headers[NEXT_PAGE_CURSOR] ?? "").trim()
  if (cursor !== "") {
    const next = new URL(page)
    next.searchParams.set("cursor", cursor)
    return Result.succeed(next.href === page.href ? Option.none() : Option.some(next))
  }
  const header = (headers[NEXT_PAGE] ?? "").trim()
  if (header === "" || header === headers[CURRENT_PAGE]?.trim()) return Result.succeed(Option.none())
  const text = header.replace(/^<(.*)>$/, "$1")
  if (!URL_START.test(text)) {
    const next = new URL(page)
    next.searchParams.set("cursor", text.replaceAll("%3D", "="))
    return Result.succeed(next.href === page.href ? Option.none() : Option.some(next))
  }
  if (!URL.canParse(text, page)) return Result.fail("names a next page that is not a valid URL")
  const next = new URL(text, page)
  next.hash = ""
  if (next.href === page.href) return Result.succeed(Option.none())
  return next.origin === page.origin && next.username === "" && next.password === ""
    ? Result.succeed(Option.some(next))
    : Result.fail(`names a next page on another host (${next.host})`)
}
