import { errors, type Page } from "playwright-core"

/** How much of the text of a page is shown. */
const SHOWN_CHARACTERS = 4_000
/** A page that does not respond within this time is hung. */
const RESPONSE_MILLIS = 5_000

const visibleText = async (page: Page): Promise<string> => {
  const texts = page.frames().map((frame) =>
    frame
      .locator("body")
      // biome-ignore lint/performance/useDomNodeTextContent: textContent has hidden text too, and no lines
      .innerText({ timeout: RESPONSE_MILLIS })
      .catch(() => "")
  )
  return (await Promise.all(texts)).filter((text) => text.trim() !== "").join("\n\n")
}

/** What a person sees on a page and in its frames. */
const describePage = async (page: Page): Promise<string> => {
  if (page.isClosed()) return "The page is closed."
  const text = await visibleText(page)
  return `The page ${page.url()} shows:\n${text.slice(0, SHOWN_CHARACTERS) || "(nothing, or it does not respond)"}`
}

/** Whether a value finds elements, and so has methods that wait for them. */
const isLocator = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "getByRole" in value

/**
 * The same page or locator, whose waits say what the page showed instead when they end by their limit, and which errors
 * it had. Without this, a failed wait names only what it waited for.
 */
export const explainWaits = <Target extends object>(
  target: Target,
  page: Page,
  pageErrors: ReadonlyArray<string>
): Target => {
  const explain = async (error: unknown): Promise<never> => {
    if (error instanceof errors.TimeoutError) {
      const faults = pageErrors.length === 0 ? "" : `\nIts errors:\n${pageErrors.join("\n")}`
      error.message = `${error.message}\n${await describePage(page)}${faults}`
    }
    throw error
  }
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== "function") return member
      return (...args: ReadonlyArray<unknown>): unknown => {
        const result: unknown = Reflect.apply(member, target, args)
        if (result instanceof Promise) return result.catch(explain)
        return isLocator(result) ? explainWaits(result, page, pageErrors) : result
      }
    }
  })
}
