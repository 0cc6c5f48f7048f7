import { createServer, type Server } from "node:http"
import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Dashboard, findAxeViolations, openDashboard, settle } from "./harness/Harness.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the portal in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"

/** A page of somebody else, on an origin of its own, that embeds what its query names. */
const startPage = async () => {
  const server: Server = createServer((request, response) => {
    const source = new URL(request.url ?? "/", "http://localhost").searchParams.get("src") ?? ""
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><html lang="en"><title>Customer</title><h1>Customer</h1>
        <iframe title="Alerts" src="${source}" style="width:100%;height:3000px;border:0"></iframe></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = Object(server.address())
  return { origin: `http://127.0.0.1:${port}`, other: `http://localhost:${port}`, close: () => void server.close() }
}

describe.skipIf(unavailable !== undefined)("the portal in a page of another origin", () => {
  let dashboard: Dashboard
  let customer: Awaited<ReturnType<typeof startPage>>
  beforeAll(async () => {
    customer = await startPage()
    dashboard = await openDashboard({ LANDFALL_PORTAL_ORIGINS: customer.origin })
  })
  afterAll(async () => {
    customer?.close()
    await dashboard?.close()
  })

  it("shows the endpoints and logs of one application, with a token in memory and without a cookie", async () => {
    const { server, browser } = dashboard
    const names = ["North", "South"]
    const applications: Array<{ id: string; endpointId: string }> = []
    for (const name of names) {
      const { id } = await server.call("POST", `${ALERTS}/application`, { name })
      const endpoint = await server.call("POST", `${ALERTS}/endpoint`, {
        url: "landfall://test-receiver",
        description: `Receiver of ${name}`,
        applicationId: id
      })
      await server.call("POST", `${ALERTS}/endpoint/${endpoint.id}/send-example`, { eventType: "shipment.rolled" })
      applications.push({ id, endpointId: endpoint.id })
    }
    const { url, token } = await server.call("POST", `${ALERTS}/application/${applications[0]?.id}/portal`)
    const { page, errors } = await browser.open(`${customer.origin}/?src=${encodeURIComponent(url)}`)
    const sent: Array<{ path: string; headers: Record<string, string> }> = []
    page.on("request", (request) => {
      if (request.url().includes(ALERTS)) sent.push({ path: request.url(), headers: request.headers() })
    })
    const frame = page.frameLocator("iframe")
    await frame.getByRole("heading", { name: "North" }).waitFor()
    await frame.getByText("Receiver of North").waitFor()
    assert.strictEqual(await frame.getByText("Receiver of South").count(), 0)
    await frame.getByRole("button", { name: "Show Receiver of North" }).press("Enter")
    await frame.getByText("Success rate").waitFor()
    await frame.getByRole("button", { name: "Show shipment.rolled" }).press("Enter")
    await frame.getByText('"type": "shipment.rolled"').waitFor()
    const inside = page.frames().find((known) => known.url().includes("/dashboard/portal"))
    assert.notInclude(inside?.url() ?? "", token)
    const stored = await inside?.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie
    )
    assert.notInclude(stored ?? "", token)
    assert.isNotEmpty(sent)
    for (const { headers, path } of sent) {
      assert.strictEqual(headers.authorization, `Bearer ${token}`, path)
      assert.isUndefined(headers.cookie, path)
    }
    assert.deepStrictEqual(errors, [])
    const direct = await browser.open(url)
    await direct.page.getByRole("heading", { name: "North" }).waitFor()
    for (const colorScheme of ["light", "dark"] as const) {
      await direct.page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await direct.page.setViewportSize({ width: 360, height: 800 })
      await settle(direct.page)
      assert.deepStrictEqual(await findAxeViolations(direct.page), [])
    }
    await direct.page.close()
    await page.close()
  })

  it("lets an editor change the endpoint, choose its events, send an example and send a message again", async () => {
    const { server, browser } = dashboard
    const { id: applicationId } = await server.call("POST", `${ALERTS}/application`, { name: "East" })
    const { id } = await server.call("POST", `${ALERTS}/endpoint`, {
      url: "landfall://test-receiver",
      description: "Receiver of East",
      applicationId
    })
    const { url } = await server.call("POST", `${ALERTS}/application/${applicationId}/portal`, { readOnly: false })
    const { page, errors } = await browser.open(`${customer.origin}/?src=${encodeURIComponent(url)}`)
    // The frame is higher than the window: what stands over its page has to be in the part that is seen.
    await page.setViewportSize({ width: 1280, height: 700 })
    const frame = page.frameLocator("iframe")
    const assertInView = async (element: ReturnType<typeof frame.locator>) => {
      await element.waitFor()
      await element.evaluate(() => new Promise(requestAnimationFrame))
      const box = await element.boundingBox()
      assert.isAtLeast(box?.y ?? -1, 0)
      assert.isAtMost((box?.y ?? 0) + (box?.height ?? 0), 700)
    }
    await frame.getByRole("button", { name: "Show Receiver of East" }).press("Enter")

    await frame.getByRole("button", { name: "Edit" }).click()
    await assertInView(frame.locator(".overlay[style*='--above'] .dialog"))
    await frame.getByLabel("Description").fill("Warehouse")
    await frame.getByRole("button", { name: "Save" }).click()
    await frame.getByRole("heading", { name: "Warehouse" }).waitFor()

    await frame.getByRole("button", { name: "Choose events" }).click()
    await frame.getByText("The whole catalogue").click()
    await frame.getByRole("checkbox", { name: "Transhipment", exact: true }).press("Space")
    await frame.getByRole("button", { name: "Save" }).click()
    await frame.getByText("The endpoint receives the events that you chose.").waitFor()

    await frame.getByRole("button", { name: "Send example" }).click()
    await frame.getByRole("button", { name: "Send", exact: true }).click()
    await frame.getByText("The receiver responded with 200").waitFor()
    await page.keyboard.press("Escape")

    await frame.getByRole("button", { name: "Rotate" }).click()
    assert.isAbove(await page.evaluate(() => scrollY), 0)
    await assertInView(frame.locator(".overlay[style*='--above'] .dialog"))
    await frame.getByRole("dialog").getByRole("button", { name: "Rotate" }).click()
    await assertInView(frame.locator(".toasts[style*='--above'] .toast", { hasText: "The new secret is in force." }))

    await frame.getByRole("button", { name: "Show container.discharge.at.final.pod" }).first().click()
    await frame.getByRole("button", { name: "Resend" }).click()
    await frame.getByText("The message is sent again.").waitFor()
    await frame.getByRole("heading", { name: "Attempt 2" }).waitFor()

    const endpoint = await server.call("GET", `${ALERTS}/endpoint/${id}`)
    assert.strictEqual(endpoint.description, "Warehouse")
    assert.lengthOf(endpoint.filterTypes, 8)
    assert.deepStrictEqual(errors, [])
    await page.close()
    const direct = await browser.open(url)
    await direct.page.getByRole("button", { name: "Show Warehouse" }).click()
    await direct.page.getByText("Success rate").waitFor()
    for (const colorScheme of ["light", "dark"] as const) {
      await direct.page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await direct.page.setViewportSize({ width: 360, height: 800 })
      await settle(direct.page)
      assert.deepStrictEqual(await findAxeViolations(direct.page), [])
      assert.strictEqual(await direct.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    }
    await direct.page.close()
  })

  it("is not shown in a page of an origin that is not named, and explains a token that is no longer valid", async () => {
    const { server, browser } = dashboard
    const { data } = await server.call("GET", `${ALERTS}/application`)
    const { url } = await server.call("POST", `${ALERTS}/application/${data[0].id}/portal`)
    const rejected = await browser.open(`${customer.other}/?src=${encodeURIComponent(url)}`)
    await rejected.page.waitForFunction(() => document.querySelector("iframe") !== null)
    const frame = rejected.page.frames().at(-1)
    await frame?.waitForLoadState()
    assert.strictEqual(await rejected.page.frameLocator("iframe").getByRole("heading").count(), 0)
    assert.isTrue(rejected.errors.some((error) => /frame-ancestors|refused|blocked/i.test(error)))
    await rejected.page.close()
    const invalid = await browser.open(url.replace(/token=lfp_.{10}/, "token=lfp_AAAAAAAAAA"))
    await invalid.page.getByText("This page has expired").waitFor()
    await invalid.page.close()
    const missing = await browser.open(url.replace(/#.*/, ""))
    await missing.page.getByText("This page cannot be opened directly").waitFor()
    await missing.page.close()
  })
})
