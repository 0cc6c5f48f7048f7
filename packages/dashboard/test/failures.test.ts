import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type DemoData, fillAccount } from "./harness/DemoData.ts"
import { type Dashboard, openDashboard, settle } from "./harness/Harness.ts"
import { screensOf } from "./harness/Screens.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the failures of screens in a browser, because ${unavailable}`)

const DATA = /\/(?:webhook|congestion|co2|account|usages?)\//
const NO_CREDITS = { errorCode: 40200, message: "The account has no credits left.", details: [], time: "" }

describe.skipIf(unavailable !== undefined)("the screens of the dashboard without credits", () => {
  let dashboard: Dashboard
  let data: DemoData

  beforeAll(async () => {
    dashboard = await openDashboard()
    data = await fillAccount(dashboard)
  })
  afterAll(() => dashboard?.close())

  it("state what is wrong and the next step, and show nothing as loading any longer", async () => {
    // These load data on a press alone, or need none.
    const isLoaded = ({ name, press }: { readonly name: string; readonly press?: string }) =>
      press === undefined && !name.endsWith("-empty") && name !== "alert-custom"
    for (const { name, path } of screensOf(data).filter(isLoaded)) {
      const { page } = await dashboard.browser.open("about:blank")
      await page.route(DATA, (route) =>
        route.request().resourceType() === "fetch" ? route.fulfill({ status: 402, json: NO_CREDITS }) : route.continue()
      )
      await page.goto(`${dashboard.server.url}/dashboard${path}`)
      await page.getByText("Usage and account shows when the next credits begin.").first().waitFor()
      await settle(page)
      assert.include((await page.locator("main").textContent()) ?? "", NO_CREDITS.message, name)
      await page.close()
    }
  })
})
