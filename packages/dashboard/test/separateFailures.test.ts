import type { ObservedPage } from "@landfall/browser/Browser"
import { assert, it } from "vitest"
import {
  describeFilledDashboard,
  type FilledDashboard,
  forEachPage,
  openWithoutStream,
  PAGES_WITHOUT_STREAM
} from "./harness/FilledDashboard.ts"
import { complete, settle } from "./harness/Harness.ts"
import { type Screen, screensOf } from "./harness/Screens.ts"

type Page = ObservedPage["page"]

/** The requests of the screens for data, and not the stream of messages, which has a state of its own. */
const DATA = /\/(?:webhook|congestion|co2)\/api\/(?!.*message-stream)/
/** The names of ports and carriers: the code of each stands in its place, and is as true. */
const NAMES = /\/ports\?|\/sealines/

/** As high as every screen. */
const TALL = { width: 1280, height: 3_000 }

/** A request by its method and its path, without ids: the same request for several objects fails for all of them. */
const requestName = (method: string, url: string): string =>
  `${method} ${new URL(url).pathname.replaceAll(/\b(?:ep|shp|msg)_\w+/g, ":id")}`

const isData = (request: { resourceType: () => string; url: () => string }): boolean =>
  request.resourceType() === "fetch" && DATA.test(request.url()) && !NAMES.test(request.url())

/** Presses the button of a screen, where it has one. */
const press = async (page: Page, { press: name }: Screen) => {
  if (name !== undefined) await page.getByRole("button", { name }).last().click()
}

const openScreen = async (page: Page, { server }: FilledDashboard, { path }: Screen) => {
  // A map and what it shows are requested when it comes near the window.
  await page.setViewportSize(TALL)
  await page.goto(`${server.url}/dashboard${path}`)
  await settle(page)
}

/** The requests of a screen for data; of one with a press, those that the press causes. */
const requestsOf = async (dashboard: FilledDashboard, screen: Screen): Promise<ReadonlyArray<string>> => {
  const { page } = await openWithoutStream(dashboard)
  const names = new Set<string>()
  const listen = () =>
    page.on("request", (request) => {
      if (isData(request)) names.add(requestName(request.method(), request.url()))
    })
  if (screen.press === undefined) listen()
  await openScreen(page, dashboard, screen)
  if (screen.press !== undefined) listen()
  await press(page, screen)
  await complete(page, { shows: screen.shows })
  await page.close()
  return [...names]
}

/** What is wrong with a screen of which one request fails. */
const findFaults = async (dashboard: FilledDashboard, screen: Screen, failing: string) => {
  const { page, errors } = await openWithoutStream(dashboard)
  let isFailing = screen.press === undefined
  await page.route(DATA, (route) => {
    const request = route.request()
    return isFailing && isData(request) && requestName(request.method(), request.url()) === failing
      ? route.fulfill({ json: { unexpected: true } })
      : route.continue()
  })
  await openScreen(page, dashboard, screen)
  isFailing = true
  await press(page, screen)
  const retry = page.locator("main").getByRole("button", { name: /Try again$/ })
  const isStated = await retry
    .first()
    .waitFor()
    .then(
      () => true,
      () => false
    )
  await settle(page)
  isFailing = false
  const faults = isStated ? [] : ["is not stated"]
  if (isStated) {
    await retry.first().click()
    await retry.first().waitFor({ state: "detached" })
    await page.getByText(screen.shows).first().waitFor()
  }
  await page.close()
  return [...faults, ...errors].map((fault) => `${screen.name}, ${failing}: ${fault}`)
}

describeFilledDashboard("the parts of a screen that are requested separately", (dashboard) => {
  it("state that they could not be loaded, each where its value is, and load again on request", async () => {
    const screens = screensOf(dashboard().data)
    const cases: Array<{ readonly screen: Screen; readonly failing: string }> = []
    const list = async (screen: Screen) => {
      for (const failing of await requestsOf(dashboard(), screen)) cases.push({ screen, failing })
    }
    await forEachPage(screens, list, PAGES_WITHOUT_STREAM)
    const faults: Array<string> = []
    const check = async ({ screen, failing }: (typeof cases)[number]) =>
      void faults.push(...(await findFaults(dashboard(), screen, failing)))
    await forEachPage(cases, check, PAGES_WITHOUT_STREAM)
    assert.deepStrictEqual(faults, [])
    assert.isAbove(cases.length, screens.length)
  })
})
