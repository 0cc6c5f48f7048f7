import { assert, it } from "vitest"
import {
  describeFilledDashboard,
  forEachPage,
  openWithoutStream,
  PAGES_WITHOUT_STREAM
} from "./harness/FilledDashboard.ts"
import { complete, findLayoutShifts, MAX_LAYOUT_SHIFT, settle } from "./harness/Harness.ts"
import { screensOf } from "./harness/Screens.ts"

/** Responses of the server, which arrive late and in an order of their own; scripts and styles do not. */
const DATA = /\/(?:webhook|congestion|co2|account|usages?|dashboard\/session)(?:\/|\?|$)(?!.*message-stream)/

/** A window, and how late responses arrive in it, one after the other. */
const WINDOWS = [
  // The browser counts no shift within 500 ms of a press: what a press loads arrives later.
  { width: 360, delaysMillis: [550, 900, 650] },
  // A person waits long, and the next poll of many parts is due meanwhile.
  { width: 1280, delaysMillis: [4_600, 5_000, 4_800] }
]

describeFilledDashboard("the screens of the dashboard on a slow network", (dashboard) => {
  it("move less than a tenth while they load, state no error meanwhile, and are complete then", async () => {
    const { server, data } = dashboard()
    const faults: Array<string> = []
    const cases = screensOf(data).flatMap((screen) => WINDOWS.map((window) => ({ screen, ...window })))
    const check = async ({ screen, width, delaysMillis }: (typeof cases)[number]) => {
      const { page, errors } = await openWithoutStream(dashboard())
      await page.setViewportSize({ width, height: 900 })
      let requests = 0
      await page.route(DATA, async (route) => {
        if (route.request().resourceType() !== "fetch") return route.continue()
        const delay = delaysMillis[requests++ % delaysMillis.length]
        await new Promise((resolve) => setTimeout(resolve, delay))
        // A page that was closed meanwhile needs no response.
        await route.continue().catch(() => undefined)
      })
      await page.goto(`${server.url}/dashboard${screen.path}`)
      await page.locator("h1").waitFor()
      const notes = await page.locator("main .note[role=alert]").count()
      await settle(page)
      await complete(page, screen)
      const shifts = await findLayoutShifts(page)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      const where = `${screen.name}, ${width} px`
      if (sum > MAX_LAYOUT_SHIFT) faults.push(`${where}: ${JSON.stringify(shifts)}`)
      if (notes > 0) faults.push(`${where}: an error while it loads`)
      for (const error of errors) faults.push(`${where}: ${error}`)
      assert.isAbove(requests, 0, screen.name)
      await page.close()
    }
    await forEachPage(cases, check, PAGES_WITHOUT_STREAM)
    assert.deepStrictEqual(faults, [])
  })
})
