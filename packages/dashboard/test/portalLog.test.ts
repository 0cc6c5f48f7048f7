import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { choose, type Dashboard, findAxeViolations, openDashboard } from "./harness/Harness.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the log of a portal in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"

describe.skipIf(unavailable !== undefined)("the log of a portal", () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard?.close())

  it("lists the messages to all endpoints of the application, filters them, and keeps the place of who opens one", async () => {
    const { server, browser } = dashboard
    const { id: otherId } = await server.call("POST", `${ALERTS}/application`, { name: "East" })
    const { id: applicationId } = await server.call("POST", `${ALERTS}/application`, { name: "West" })
    const endpoints = await Promise.all(
      ["Imports", "Exports"].map((description) =>
        server.call("POST", `${ALERTS}/endpoint`, { url: "landfall://test-receiver", description, applicationId })
      )
    )
    const [imports, exports] = endpoints.map(({ id }) => String(id))
    await server.call("POST", `${ALERTS}/easy-shipment`, {
      [String(exports)]: { shipments: [{ number: "CSQU3054383" }] }
    })
    for (let sent = 0; sent < 30; sent++) {
      await server.call("POST", `${ALERTS}/endpoint/${imports}/send-example`, { eventType: "shipment.rolled" })
    }
    const elsewhere = await server.call("POST", `${ALERTS}/endpoint`, {
      url: "landfall://test-receiver",
      applicationId: otherId
    })
    await server.call("POST", `${ALERTS}/endpoint/${elsewhere.id}/send-example`, { eventType: "shipment.stale" })
    const { url } = await server.call("POST", `${ALERTS}/application/${applicationId}/portal`)
    const { page, errors } = await browser.open(url)
    await page.setViewportSize({ width: 1280, height: 700 })
    await page.getByRole("tab", { name: "Logs" }).click()
    const rows = page.locator(".log-row")
    const added = rows.filter({ hasText: "shipment.added.to.endpoint" })
    await rows.first().getByText("Imports").waitFor()
    assert.strictEqual(await rows.filter({ hasText: "shipment.stale" }).count(), 0)

    // What arrives appears, without a stream.
    await server.call("POST", `${ALERTS}/endpoint/${exports}/send-example`, {
      eventType: "shipment.completed"
    })
    await rows.filter({ hasText: "shipment.completed" }).getByText("Delivered").waitFor()

    // Who opens a message further down returns to the same place.
    const scroller = page.locator(".log-scroll")
    await scroller.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await added.waitFor()
    const before = await scroller.evaluate(({ scrollTop }) => scrollTop)
    assert.isAbove(before, 0)
    await added.click()
    await page.getByRole("heading", { name: "Attempt 1" }).waitFor()
    await page.locator("dd", { hasText: "CSQU3054383" }).waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Resend" }).count(), 0)
    await page.getByRole("button", { name: "Back to the logs" }).click()
    await added.waitFor()
    assert.strictEqual(await scroller.evaluate(({ scrollTop }) => scrollTop), before)

    await page.getByRole("combobox", { name: "Shipment" }).fill("CSQU")
    await page.getByRole("option", { name: "CSQU3054383" }).click()
    await page.waitForFunction(() => document.querySelectorAll(".log-row").length === 1)
    assert.strictEqual(await added.locator(".log-shipment").textContent(), "CSQU3054383")
    assert.strictEqual(await page.getByRole("combobox", { name: "Shipment" }).inputValue(), "CSQU3054383")
    await page.getByRole("button", { name: "Clear filters" }).click()
    await choose(page, "Event", "shipment.completed")
    await page.waitForFunction(() => document.querySelectorAll(".log-row").length === 1)
    await page.getByRole("button", { name: "Clear filters" }).click()
    await choose(page, "Status", "Failed")
    await page.getByText("No message matches the filters.").waitFor()
    await page.getByRole("button", { name: "Clear filters" }).click()
    await choose(page, "Time", "Last hour")
    await rows.nth(1).waitFor()
    await page.getByRole("button", { name: "Clear filters" }).click()

    // Back and Forward of the browser lead through the views.
    await rows.first().click()
    await page.getByRole("heading", { name: "Attempt 1" }).waitFor()
    await page.goBack()
    await rows.first().waitFor()
    await page.goForward()
    await page.getByRole("heading", { name: "Attempt 1" }).waitFor()
    await page.goBack()
    await rows.first().waitFor()

    // The page of an endpoint leads to its part of the log.
    await page.getByRole("tab", { name: "Endpoints" }).click()
    await page.getByRole("button", { name: "Show Exports" }).click()
    await page.getByRole("button", { name: "All messages" }).click()
    await page.waitForFunction(() => document.querySelectorAll(".log-row").length === 2)
    assert.strictEqual(await page.getByRole("combobox", { name: "Endpoint", exact: true }).textContent(), "Exports")

    await page.goBack()
    await page.getByText("Success rate").waitFor()
    await page.goBack()
    await page.getByRole("button", { name: "Show Exports" }).waitFor()
    await page.goForward()
    await page.goForward()
    await rows.first().waitFor()

    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        assert.deepStrictEqual(await findAxeViolations(page), [])
        assert.strictEqual(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
      }
    }
    assert.deepStrictEqual(errors, [])
    await page.close()
  })
})
