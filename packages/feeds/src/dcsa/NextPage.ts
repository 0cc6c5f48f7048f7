import { Option, Result } from "effect"

/** The header that leads to the next page (DCSA API Design Principles, pagination). */
export const NEXT_PAGE = "next-page"

/** What begins like this is an address; all else is a cursor alone, as the standard's own examples have it. */
const ADDRESS = /^(?:[/?]|[A-Za-z][A-Za-z0-9+.-]*:)/

/**
 * Where the next page is: none after the last. Carriers send a whole address, one without host, a query alone, or the
 * bare cursor, which then goes with the questions of this page. Fails with one sentence when it leads to another host:
 * our keys are for this one alone.
 */
export const nextPageOf = (page: URL, header: string | undefined): Result.Result<Option.Option<URL>, string> => {
  const text = (header ?? "").trim().replace(/^<(.*)>$/, "$1")
  if (text === "") return Result.succeed(Option.none())
  if (!ADDRESS.test(text)) {
    const next = new URL(page)
    next.searchParams.set("cursor", text.replaceAll("%3D", "="))
    return Result.succeed(Option.some(next))
  }
  if (!URL.canParse(text, page)) return Result.fail("names a next page that is no address")
  const next = new URL(text, page)
  next.hash = ""
  return next.origin === page.origin && next.username === "" && next.password === ""
    ? Result.succeed(Option.some(next))
    : Result.fail(`leads to a next page on another host (${next.host})`)
}
