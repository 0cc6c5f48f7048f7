import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type DemoData, fillAccount } from "./harness/DemoData.ts"
import {
  complete,
  type Dashboard,
  findLayoutShifts,
  MAX_LAYOUT_SHIFT,
  openDashboard,
  settle
} from "./harness/Harness.ts"
import { screensOf } from "./harness/Screens.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined)
  console.log(`skipped: the layout of loading screens in a browser, because ${unavailable}`)

/** Responses of the server, which arrive late and in an order of their own; scripts and styles do not. */
const DATA = /\/(?:webhook|congestion|co2|account|usages?|dashboard\/session)(?:\/|\?|$)/
/** The browser counts no shift within 500 ms of a press: what a press loads arrives later. */
const DELAYS_MILLIS = [550, 900, 650]

describe.skipIf(unavailable !== undefined)("the screens of the dashboard on a slow network", () => {
  let dashboard: Dashboard
  let data: DemoData

  beforeAll(async () => {
    dashboard = await openDashboard()
    data = await fillAccount(dashboard)
  })
  afterAll(() => dashboard?.close())

  for (const width of [1280, 360]) {
    it(`move less than a tenth while they load, at ${width} px`, async () => {
      const moved: Array<string> = []
      for (const screen of screensOf(data)) {
        const { page } = await dashboard.browser.open("about:blank")
        await page.setViewportSize({ width, height: 900 })
        let requests = 0
        await page.route(DATA, async (route) => {
          if (route.request().resourceType() !== "fetch") return route.continue()
          const delay = DELAYS_MILLIS[requests++ % DELAYS_MILLIS.length]
          await new Promise((resolve) => setTimeout(resolve, delay))
          // A page that was closed meanwhile needs no response.
          await route.continue().catch(() => undefined)
        })
        await page.goto(`${dashboard.server.url}/dashboard${screen.path}`)
        await settle(page)
        await complete(page, screen)
        const shifts = await findLayoutShifts(page)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        if (sum > MAX_LAYOUT_SHIFT) moved.push(`${screen.name}: ${JSON.stringify(shifts)}`)
        assert.isAbove(requests, 0, screen.name)
        await page.close()
      }
      assert.deepStrictEqual(moved, [])
    })
  }
})
