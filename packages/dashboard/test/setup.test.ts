import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Dashboard, findAxeViolations, focusOn, openDashboard, settle } from "./harness/Harness.ts"
import { assertSigned } from "./harness/Signed.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the custom set-up in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"

describe.skipIf(unavailable !== undefined)("the custom set-up", () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await openDashboard()
    for (const number of ["MSKU7194304", "CSQU3054383"]) {
      await dashboard.server.call("POST", `${ALERTS}/shipment`, { number })
    }
  })
  afterAll(() => dashboard?.close())

  it("creates an alert by keyboard alone, with every setting, and keeps the steps over a reload", async () => {
    const { server, receiver } = dashboard
    const { page, errors, violations } = await dashboard.open("/alerts/new")
    await focusOn(page, "Custom set-up")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Destination" }).waitFor()

    // A step that is not complete names what is missing, and leads to it.
    await focusOn(page, "Continue")
    await page.keyboard.press("Enter")
    await page.getByText("Enter the URL that receives the alerts.").waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "url")
    await page.keyboard.type(receiver.url)
    await page.getByText("Alerts can be sent to this URL.").waitFor()
    await focusOn(page, "Description")
    await page.keyboard.type("Imports desk")
    await focusOn(page, "Add to: Metadata")
    await page.keyboard.press("Enter")
    await page.keyboard.type("team")
    await page.keyboard.press("Tab")
    await page.keyboard.type("imports")
    await focusOn(page, "Messages a second")
    await page.keyboard.type("25")
    await focusOn(page, "Add to: Custom headers")
    await page.keyboard.press("Enter")
    await page.keyboard.type("x-desk")
    await page.keyboard.press("Tab")
    await page.keyboard.type("s3cret-value")
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await focusOn(page, "Continue")
    await page.keyboard.press("Enter")

    await page.getByText("Before the first port of loading").first().waitFor()
    assert.include(page.url(), "step=events")
    await focusOn(page, "None")
    await page.keyboard.press("Enter")
    await focusOn(page, "Final port of discharge")
    await page.keyboard.press("Space")
    await page.getByText("6 event types chosen").waitFor()
    assert.deepStrictEqual(await findAxeViolations(page), [])

    // Loaded again, the page is at the same step with the same choices; secret values are not kept.
    await page.reload()
    await page.getByText("6 event types chosen").waitFor()
    assert.notInclude(await page.evaluate(() => JSON.stringify(sessionStorage)), "s3cret-value")
    await focusOn(page, "Continue")
    await page.keyboard.press("Enter")

    await page.getByText("Which shipments").or(page.getByText("Only those that I choose")).first().waitFor()
    await focusOn(page, /^Every shipment that I track/)
    await page.keyboard.press("ArrowDown")
    await focusOn(page, /^MSKU7194304/)
    await page.keyboard.press("Space")
    await focusOn(page, "Numbers")
    await page.keyboard.type("CMAU0000026, CMDU, PO-7\nMSKU7194305\nCMAU 000002-6, CMDU\nhello")
    await page.getByText("1 line is valid.").waitFor()
    await page.getByText("must end with the check digit 4").waitFor()
    await page.getByText("is the same as line 1.").waitFor()
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await focusOn(page, "Continue")
    await page.keyboard.press("Enter")

    await page.getByText("1 that you track and 1 number that you entered").waitFor()
    await page.goBack()
    await page.getByText("1 line is valid.").waitFor()
    await page.goForward()
    await page.getByText("1 that you track and 1 number that you entered").waitFor()
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await focusOn(page, "Create alert and send a sample")
    await page.keyboard.press("Enter")
    await page.getByText("Values are not stored in this browser").waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true")
    await page.keyboard.press("Tab")
    await page.keyboard.type("s3cret-value")
    for (const shown of ["6 event types chosen", "1 line is valid.", "1 that you track and 1 number"]) {
      await focusOn(page, "Continue")
      await page.keyboard.press("Enter")
      await page.getByText(shown).waitFor()
    }
    await focusOn(page, "Create alert and send a sample")
    await page.keyboard.press("Enter")
    await page.getByText("The receiver responded with 204").waitFor()
    await page.getByText("2 shipments are registered.").waitFor()
    await settle(page)
    assert.deepStrictEqual(await findAxeViolations(page), [])

    const { data } = await server.call("GET", `${ALERTS}/endpoint`)
    const [endpoint] = data
    assert.lengthOf(data, 1)
    assert.strictEqual(endpoint.description, "Imports desk")
    assert.deepStrictEqual(endpoint.metadata, { team: "imports" })
    assert.strictEqual(endpoint.rateLimit, 25)
    assert.lengthOf(endpoint.filterTypes, 6)
    // Whoever chooses some shipments is not notified of all later ones.
    assert.isFalse(endpoint.enrolFuture)
    const registered = await server.call("GET", `${ALERTS}/shipment?endpointId=${endpoint.id}`)
    assert.sameMembers(
      registered.data.map(({ number }: { number: string }) => number),
      ["MSKU7194304", "CMAU0000026"]
    )
    const [sample] = receiver.received
    assert.isDefined(sample)
    const { key } = await server.call("GET", `${ALERTS}/endpoint/${endpoint.id}/secret`)
    assertSigned(sample, key)
    assert.strictEqual(sample?.headers["x-desk"], "s3cret-value")
    assert.deepStrictEqual([...errors, ...violations], [])
    await page.close()
  })

  it("explains a URL that the server does not send to", async () => {
    const { page } = await dashboard.open("/alerts/new")
    await page.getByLabel("URL", { exact: true }).fill("http://10.0.0.1/alerts")
    await page
      .getByText(/private|not public|not allowed/i)
      .first()
      .waitFor()
    const [fault] = await page.locator(".field .fault").allTextContents()
    // Pressed all the same, nothing is created, and the fault is stated where it is and nowhere else.
    await page.getByRole("button", { name: "Create alert and send a sample" }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "url")
    await settle(page)
    assert.strictEqual(await page.getByText(String(fault)).count(), 1)
    assert.strictEqual(await page.getByRole("alert").count(), 0)

    // The set-up in steps does not go on from it.
    await page.goto(`${dashboard.server.url}/dashboard/alerts/custom`)
    await page.getByLabel("URL", { exact: true }).fill("http://10.0.0.1/alerts")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByText(String(fault)).waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "url")
    assert.notInclude(page.url(), "step=events")
    const { data } = await dashboard.server.call("GET", `${ALERTS}/endpoint`)
    assert.isFalse(data.some(({ url }: { url: string }) => url.includes("10.0.0.1")))
    await page.close()
  })

  it("counts down the wait that the server asks for", async () => {
    const { page } = await dashboard.open("/alerts/new")
    await page.route(`**${ALERTS}/endpoint`, (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "40" },
        json: { errorCode: 42900, message: "Too many requests.", details: [] }
      })
    )
    await page.clock.install()
    await page.reload()
    await page.getByText("The test receiver").click()
    await page.getByRole("button", { name: "Create alert and send a sample" }).click()
    await page.getByText("Too many requests.").waitFor()
    await page.clock.fastForward(30_000)
    await page.getByText(/^Try again in \d seconds?\.$|^Try again in 10 seconds\.$/).waitFor()
    await page.clock.fastForward(11_000)
    await page.getByText(/Try again in/).waitFor({ state: "detached" })
    await page.close()
  })

  it("delivers to the test receiver, which shows what arrives with its signature verified", async () => {
    const { server } = dashboard
    const { page, errors, violations } = await dashboard.open("/alerts/new")
    await page.getByText("The test receiver").click()
    await page.getByRole("button", { name: "Create alert and send a sample" }).click()
    await page.getByText("The receiver responded with 200").waitFor()
    await page.getByRole("link", { name: "Open the endpoint" }).click()
    await page.getByText("Signature verified").first().waitFor()
    await page.getByText("webhook-signature: v1,").first().waitFor()
    await page.getByText('"example": true').first().waitFor()
    await settle(page)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    assert.deepStrictEqual([...errors, ...violations], [])

    // Deleting states what it stops.
    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByText("3 shipments are no longer notified here").waitFor()
    await page.getByRole("textbox").fill("test-receiver")
    await page.getByRole("button", { name: "Delete endpoint" }).click()
    await page.getByText("The endpoint was deleted.").waitFor()
    const { data } = await server.call("GET", `${ALERTS}/endpoint`)
    assert.isFalse(data.some(({ url }: { url: string }) => url.startsWith("landfall:")))
    await page.close()
  })
})
