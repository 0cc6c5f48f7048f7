import { assert, it } from "vitest"
import { describeFilledDashboard, forEachPage } from "./harness/FilledDashboard.ts"
import { complete, findLayoutShifts, MAX_LAYOUT_SHIFT, settle } from "./harness/Harness.ts"
import { screensOf } from "./harness/Screens.ts"

/** Responses of the server, which arrive late and in an order of their own; scripts and styles do not. */
const DATA = /\/(?:webhook|congestion|co2|account|usages?|dashboard\/session)(?:\/|\?|$)/
/** The browser counts no shift within 500 ms of a press: what a press loads arrives later. */
const DELAYS_MILLIS = [550, 900, 650]
const WIDTHS = [1280, 360]

describeFilledDashboard("the screens of the dashboard on a slow network", (dashboard) => {
  it("move less than a tenth while they load, in a wide window and on a telephone", async () => {
    const { browser, server, data } = dashboard()
    const moved: Array<string> = []
    const cases = screensOf(data).flatMap((screen) => WIDTHS.map((width) => ({ screen, width })))
    await forEachPage(cases, async ({ screen, width }) => {
      const { page } = await browser.open("about:blank")
      await page.setViewportSize({ width, height: 900 })
      let requests = 0
      await page.route(DATA, async (route) => {
        if (route.request().resourceType() !== "fetch") return route.continue()
        const delay = DELAYS_MILLIS[requests++ % DELAYS_MILLIS.length]
        await new Promise((resolve) => setTimeout(resolve, delay))
        // A page that was closed meanwhile needs no response.
        await route.continue().catch(() => undefined)
      })
      await page.goto(`${server.url}/dashboard${screen.path}`)
      await settle(page)
      await complete(page, screen)
      const shifts = await findLayoutShifts(page)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      if (sum > MAX_LAYOUT_SHIFT) moved.push(`${screen.name}, ${width} px: ${JSON.stringify(shifts)}`)
      assert.isAbove(requests, 0, screen.name)
      await page.close()
    })
    assert.deepStrictEqual(moved, [])
  })
})
