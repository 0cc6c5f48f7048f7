import { Option, Result } from "effect"
import type { Headers } from "effect/http"

/** The headers of pages (DCSA Track & Trace 2.2). The last page may name no next one, or itself. */
const NEXT_PAGE = "next-page"
const CURRENT_PAGE = "current-page"

/** What begins like this is an address; all else is a cursor alone, as the standard's own examples have it. */
const ADDRESS = /^(?:[/?]|[A-Za-z][A-Za-z0-9+.-]*:)/

/**
 * Where the next page is: none after the last. Carriers send a whole address, one without host, a query alone, or the
 * bare cursor, which then goes with the question of this page. Fails with one sentence when it leads to another host:
 * our keys are for this one alone.
 */
export const nextPageOf = (page: URL, headers: Headers.Headers): Result.Result<Option.Option<URL>, string> => {
  const header = (headers[NEXT_PAGE] ?? "").trim()
  if (header === "" || header === headers[CURRENT_PAGE]?.trim()) return Result.succeed(Option.none())
  const text = header.replace(/^<(.*)>$/, "$1")
  if (!ADDRESS.test(text)) {
    const next = new URL(page)
    next.searchParams.set("cursor", text.replaceAll("%3D", "="))
    return Result.succeed(next.href === page.href ? Option.none() : Option.some(next))
  }
  if (!URL.canParse(text, page)) return Result.fail("names a next page that is no address")
  const next = new URL(text, page)
  next.hash = ""
  if (next.href === page.href) return Result.succeed(Option.none())
  return next.origin === page.origin && next.username === "" && next.password === ""
    ? Result.succeed(Option.some(next))
    : Result.fail(`leads to a next page on another host (${next.host})`)
}
