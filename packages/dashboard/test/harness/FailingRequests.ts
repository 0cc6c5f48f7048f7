import type { ObservedPage } from "@landfall/browser/Browser"
import { settle } from "./Harness.ts"

type Page = ObservedPage["page"]

/** The requests of the screens for data, and not the stream of messages, which has a state of its own. */
const DATA = /\/(?:webhook|congestion|co2)\/api\/(?!.*message-stream)/
/** The names of ports and carriers: the code of each stands in its place, and is as true. */
const NAMES = /\/ports\?|\/sealines/

/** A request by its method and its path, without ids: the same request for several objects fails for all of them. */
const requestName = (method: string, url: string): string =>
  `${method} ${new URL(url).pathname.replaceAll(/\b(?:ep|shp|msg)_\w+/g, ":id")}`

const isData = (request: { resourceType: () => string; url: () => string }): boolean =>
  request.resourceType() === "fetch" && DATA.test(request.url()) && !NAMES.test(request.url())

/** The requests for data that a page sends from now on, by name. */
export const collectRequests = (page: Page): ReadonlySet<string> => {
  const names = new Set<string>()
  page.on("request", (request) => {
    if (isData(request)) names.add(requestName(request.method(), request.url()))
  })
  return names
}

/** Whether the requests of a page with some name fail. */
export interface Failure {
  isOn: boolean
}

/** Lets the requests of a page with this name fail, once the result is on. */
export const failRequests = async (page: Page, name: string): Promise<Failure> => {
  const failure: Failure = { isOn: false }
  await page.route(DATA, (route) => {
    const request = route.request()
    return failure.isOn && isData(request) && requestName(request.method(), request.url()) === name
      ? route.fulfill({ json: { unexpected: true } })
      : route.continue()
  })
  return failure
}

/** What is wrong with a page of which a request fails: the failure is not stated, or what was requested is not shown once it succeeds. */
export const findFailureFaults = async (
  page: Page,
  failure: Failure,
  shows: string
): Promise<ReadonlyArray<string>> => {
  const retry = page.locator("main").getByRole("button", { name: /Try again$/ })
  const isStated = await retry
    .first()
    .waitFor()
    .then(
      () => true,
      () => false
    )
  if (!isStated) return ["is not stated"]
  await settle(page)
  // What has not failed may still be loaded, its title too.
  const isLoading = await page
    .getByRole("heading", { name: "Loading" })
    .waitFor({ state: "detached" })
    .then(
      () => false,
      () => true
    )
  failure.isOn = false
  await retry.first().click()
  await retry.first().waitFor({ state: "detached" })
  await page.getByText(shows).first().waitFor()
  return isLoading ? ["the title states that it is loaded"] : []
}
