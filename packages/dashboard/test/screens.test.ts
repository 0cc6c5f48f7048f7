import { assert, it } from "vitest"
import { describeFilledDashboard } from "./harness/FilledDashboard.ts"
import {
  complete,
  findAxeViolations,
  findLayoutShifts,
  findOverflows,
  MAX_LAYOUT_SHIFT,
  settle
} from "./harness/Harness.ts"
import { screensOf } from "./harness/Screens.ts"

/** A telephone, the narrowest window with the navigation beside the page, and a wide one. */
const WIDTHS = [360, 1024, 1920]
const THEMES = ["light", "dark"] as const

describeFilledDashboard("the screens of the dashboard", (dashboard) => {
  it("have no error, request nothing from elsewhere, stay in place while they load, are accessible and fit, in each theme and width", async () => {
    const { open, server, data } = dashboard()
    const faults: Array<string> = []
    for (const screen of screensOf(data)) {
      const { name, path } = screen
      const { page, errors, violations, requests } = await open(path)
      await complete(page, screen)
      const shifts = await findLayoutShifts(page)
      if (shifts.reduce((sum, { value }) => sum + value, 0) > MAX_LAYOUT_SHIFT) {
        faults.push(`${name}: moves while it loads: ${JSON.stringify(shifts)}`)
      }
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          await settle(page)
          const where = `${name}, ${colorScheme}, ${width} px`
          for (const fault of await findAxeViolations(page)) faults.push(`${where}: ${fault}`)
          for (const fault of await findOverflows(page)) faults.push(`${where}: ${fault}`)
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (overflow > 0) faults.push(`${where}: wider than the window by ${overflow} px`)
        }
      }
      for (const fault of [...errors, ...violations]) faults.push(`${name}: ${fault}`)
      for (const url of requests) if (!url.startsWith(server.url)) faults.push(`${name}: requests ${url}`)
      await page.close()
    }
    assert.deepStrictEqual(faults, [])
  })
})
