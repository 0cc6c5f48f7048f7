import { assert, it } from "vitest"
import { describeFilledDashboard } from "./harness/FilledDashboard.ts"
import { choose, type Dashboard, focusOn } from "./harness/Harness.ts"

type Page = Awaited<ReturnType<Dashboard["open"]>>["page"]

const statusOf = (page: Page) => page.getByRole("combobox", { name: "Status", exact: true })

describeFilledDashboard("the controls of the dashboard", (dashboard) => {
  it("a choice is made with arrow keys, letters and Enter; Escape leaves it as it was, and the focus stays", async () => {
    const { page, errors } = await dashboard().open("/logs")
    await focusOn(page, "Status")
    await page.keyboard.press("ArrowDown")
    await page.getByRole("option", { name: "Failed" }).waitFor()
    await page.keyboard.type("de")
    await page.keyboard.press("Enter")
    await page.waitForURL(/status=succeeded/)
    assert.include(await statusOf(page).textContent(), "Delivered")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Escape")
    await page.waitForFunction(() => document.querySelector("[role=option]") === null)
    assert.match(page.url(), /status=succeeded/)
    assert.isTrue(await statusOf(page).evaluate((element) => element === document.activeElement))
    await choose(page, "Status", "All")
    await page.waitForURL((url) => !url.search.includes("status"))
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("a choice in a dialog is not clipped by it, and Escape closes the list before the dialog", async () => {
    const { page } = await dashboard().open(`/endpoints/${dashboard().data.endpointId}`)
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByRole("button", { name: "Send example" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("combobox").click()
    const option = page.getByRole("option").first()
    await option.waitFor()
    const isOnTop = await option.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    assert.isTrue(isOnTop)
    await page.keyboard.press("Escape")
    await option.waitFor({ state: "detached" })
    assert.isTrue(await dialog.isVisible())
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.waitForFunction(() => document.activeElement?.textContent === "Send example")
    await page.close()
  })

  it("the values of a chart are read with the pointer and with the arrow keys, with their date in UTC", async () => {
    const { page } = await dashboard().open("/congestion?ports=NLRTM")
    const chart = page.getByRole("slider", { name: /^Vessels in port/ })
    await chart.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2)
    const tip = page.locator(".chart-tip")
    assert.match((await tip.textContent()) ?? "", /UTCVessels in port\d+Medium quality$/)
    await page.mouse.move(0, 0)
    await tip.waitFor({ state: "detached" })
    await chart.focus()
    await page.keyboard.press("Home")
    const first = await chart.getAttribute("aria-valuetext")
    await page.keyboard.press("ArrowRight")
    assert.notStrictEqual(await chart.getAttribute("aria-valuetext"), first)
    assert.strictEqual(await chart.getAttribute("aria-valuenow"), "1")
    await page.keyboard.press("End")
    assert.match((await chart.getAttribute("aria-valuetext")) ?? "", /, Vessels in port 20, Medium quality$/)
    await page.keyboard.press("Escape")
    await tip.waitFor({ state: "detached" })
    await page.close()
  })

  it("the bars of an endpoint and of the account state their values", async () => {
    const endpoint = await dashboard().open(`/endpoints/${dashboard().data.endpointId}`)
    const hours = endpoint.page.getByRole("slider", { name: /^Attempts by hour/ })
    assert.match((await hours.getAttribute("aria-valuetext")) ?? "", /, Succeeded \d+, Failed 0$/)
    await endpoint.page.close()
    const account = await dashboard().open("/account")
    const months = account.page.getByRole("slider", { name: /^Calls/ })
    assert.match(
      (await months.getAttribute("aria-valuetext")) ?? "",
      /Succeeded \d+, Rejected \(4xx\) \d+, Failed \(5xx\) 0$/
    )
    await account.page.close()
  })

  it("an occupation above 100% is explained beside the number of berths", async () => {
    const { page } = await dashboard().open("/congestion?ports=NLRTM")
    await page.getByText("Above 100%, more vessels are at berth").waitFor()
    await page.close()
  })
})
