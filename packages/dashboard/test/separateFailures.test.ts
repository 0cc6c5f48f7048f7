import type { ObservedPage } from "@landfall/browser/Browser"
import { assert, it } from "vitest"
import { collectRequests, failRequests, findFailureFaults } from "./harness/FailingRequests.ts"
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

/** As high as every screen. */
const TALL = { width: 1280, height: 3_000 }

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
const requestsOf = async (dashboard: FilledDashboard, screen: Screen): Promise<ReadonlySet<string>> => {
  const { page } = await openWithoutStream(dashboard)
  const fromStart = screen.press === undefined ? collectRequests(page) : undefined
  await openScreen(page, dashboard, screen)
  const names = fromStart ?? collectRequests(page)
  await press(page, screen)
  await complete(page, { shows: screen.shows })
  await page.close()
  return names
}

/** What is wrong with a screen of which one request fails. */
const findFaults = async (dashboard: FilledDashboard, screen: Screen, failing: string) => {
  const { page, errors } = await openWithoutStream(dashboard)
  const failure = await failRequests(page, failing)
  failure.isOn = screen.press === undefined
  await openScreen(page, dashboard, screen)
  failure.isOn = true
  await press(page, screen)
  const faults = await findFailureFaults(page, failure, screen.shows)
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
