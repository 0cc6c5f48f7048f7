import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { until } from "./harness/DemoData.ts"
import { type Dashboard, findAxeViolations, openDashboard, settle } from "./harness/Harness.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: keys, routes and lists in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"

describe.skipIf(unavailable !== undefined)("keys, routes and lists in the dashboard", () => {
  let dashboard: Dashboard

  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard?.close())

  it("make a key that opens the account, show it once, and revoke it", async () => {
    const { server } = dashboard
    const { page, errors } = await dashboard.open("/account")
    await page.getByRole("button", { name: "Create a key" }).press("Enter")
    await page.getByLabel("Name", { exact: true }).fill("Reporting")
    await page.keyboard.press("Enter")
    await page.getByText("it is shown this once").waitFor()
    const secret = (await page.getByRole("dialog").locator("code").textContent()) ?? ""
    const call = () => fetch(`${server.url}${ALERTS}/tariff`, { headers: { "api-key": secret } })
    assert.strictEqual((await call()).status, 200)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.getByRole("button", { name: "I have stored it" }).click()
    assert.notInclude(await page.content(), secret)
    await page.getByRole("button", { name: "Revoke Reporting" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click()
    await page.getByText("Revoked", { exact: true }).waitFor()
    await until(
      async () => (await call()).status,
      (status) => status === 401
    )
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("show the route of a voyage without a credit, move its map by keyboard, and compute on request", async () => {
    const { server } = dashboard
    const creditsLeft = async () => (await server.call("GET", `${ALERTS}/consumption/current-period`)).credits
    const before = await creditsLeft()
    const { page, errors, violations, requests } = await dashboard.open("/voyages?from=CNSHA&to=NLRTM&vessel=9811000")
    const map = page.getByRole("application", { name: /Route from CNSHA to NLRTM/ })
    await map.waitFor()
    await page.locator(".route-legs").getByText("Strait of Malacca").first().waitFor()
    for (const key of ["+", "+", "ArrowLeft", "-", "0"]) await map.press(key)
    assert.isTrue(requests.some((url) => url.endsWith("/dashboard/land/world.json")))
    assert.strictEqual(await creditsLeft(), before)
    await page.getByRole("button", { name: "Compute the emissions" }).click()
    await page.getByText("By the trade lane").first().waitFor()
    await settle(page)
    assert.strictEqual(await creditsLeft(), before - 1)
    assert.deepStrictEqual([...errors, ...violations], [])
    await page.close()
  })

  it("say how to go on without credits, and repeat no request that is wrong itself", async () => {
    const { page } = await dashboard.open("/voyages?from=CNSHA&to=NLRTM&vessel=9811000")
    const answers = [
      { status: 402, errorCode: 40200, message: "The credits are used up." },
      { status: 400, errorCode: 40002, message: "The request is not valid." }
    ]
    await page.route("**/compute-co2", (route) => {
      const { status, ...error } = answers.shift() ?? { status: 500 }
      return route.fulfill({ status, json: { details: [], time: "", ...error } })
    })
    await page.getByRole("button", { name: "Compute the emissions" }).click()
    const note = page.getByRole("alert").filter({ hasText: "The credits are used up." })
    await note.getByText("Usage and account shows when the next credits begin.").waitFor()
    await note.getByRole("button", { name: "Try again" }).click()
    const invalid = page.getByRole("alert").filter({ hasText: "The request is not valid." })
    await invalid.waitFor()
    assert.strictEqual(await invalid.getByRole("button").count(), 0)
    await page.close()
  })

  it("list many shipments by one request, and search them on the server", async () => {
    const { server } = dashboard
    for (const number of ["MSKU7194304", "CSQU3054383", "MSCU6639870"])
      await server.call("POST", `${ALERTS}/shipment`, { number, reference: `PO ${number}` })
    const { page, requests } = await dashboard.open("/shipments?search=po%20csqu")
    await page.getByRole("link", { name: "CSQU3054383" }).waitFor()
    assert.strictEqual(await page.locator("tbody tr").count(), 1)
    assert.strictEqual(requests.filter((url) => url.includes(`${ALERTS}/shipment`)).length, 1)
    await page.close()
  })
})
