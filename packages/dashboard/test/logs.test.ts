import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { until } from "./harness/DemoData.ts"
import { type Dashboard, findAxeViolations, openDashboard, settle } from "./harness/Harness.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the logs in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"
const ROWS = 100_000
const FIRST_ROWS = 100
const PAGE_ROWS = 20_000
/** Rows that fit into the window, and those that are kept ready above and below. */
const MAX_DOM_ROWS = 60
/** The newest shipments, whose numbers the list has from one request. */
const NAMED_SHIPMENTS = 250

const rowOf = (index: number) => ({
  id: `msg_${String(ROWS - index).padStart(26, "0")}`,
  type: "vessel.arrival.at.final.pod",
  shipmentId: null,
  shipmentNumber: null,
  example: false,
  createdAt: new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString(),
  deliveries: [],
  moreDeliveries: false
})

/** A page of generated messages: the first like that of the server, later ones larger. */
const pageFrom = (start: number) => {
  const end = Math.min(ROWS, start === 0 ? FIRST_ROWS : start + PAGE_ROWS)
  const data = Array.from({ length: end - start }, (_, at) => rowOf(start + at))
  return { data, iterator: end === ROWS ? null : String(end), prevIterator: null, done: end === ROWS }
}

describe.skipIf(unavailable !== undefined)("the logs", () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard?.close())

  it("hold 100,000 rows, of which only those in sight exist", async () => {
    const { page, errors, violations } = await dashboard.open("/")
    await page.route(`**${ALERTS}/message?*`, (route) => {
      const start = Number(new URL(route.request().url()).searchParams.get("iterator") ?? 0)
      return route.fulfill({ json: pageFrom(start) })
    })
    await page.getByRole("link", { name: "Logs" }).click()
    const items = page.locator(".log-item")
    await items.first().waitFor()
    const scroller = page.locator(".log-scroll")
    const heights: Array<number> = []
    for (;;) {
      assert.isBelow(await items.count(), MAX_DOM_ROWS)
      const height = await scroller.evaluate((element) => {
        element.scrollTop = element.scrollHeight
        return element.scrollHeight
      })
      heights.push(height)
      if (height === ROWS * 44) break
      await page.waitForFunction(
        (before) => (document.querySelector(".log-scroll")?.scrollHeight ?? 0) > before,
        height
      )
    }
    assert.isAbove(heights.length, 3)
    await page.locator(`a[href$="${rowOf(ROWS - 1).id}"]`).waitFor()
    assert.isBelow(await items.count(), MAX_DOM_ROWS)
    await scroller.evaluate((element) => {
      element.scrollTop = 50_000 * 44
    })
    await page.locator(`a[href$="${rowOf(50_000).id}"]`).waitFor()
    assert.isBelow(await items.count(), MAX_DOM_ROWS)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    assert.deepStrictEqual([...errors, ...violations], [])
    await page.close()
  })

  it("show what happens as it happens, and keep the place of who reads further down", async () => {
    const { server } = dashboard
    const endpoint = await server.call("POST", `${ALERTS}/endpoint`, { url: "landfall://test-receiver" })
    const send = (eventType: string) =>
      server.call("POST", `${ALERTS}/endpoint/${endpoint.id}/send-example`, { eventType })
    for (let sent = 0; sent < 50; sent++) await send("shipment.rolled")
    const { page, errors, violations } = await dashboard.open("/logs")
    await page.getByText("Live", { exact: true }).waitFor()
    // At the top, a new message appears, and its state follows.
    const { id } = await send("shipment.stale")
    const row = page.locator(`a[href$="${id}"]`)
    await row.getByText("Delivered").waitFor()
    assert.strictEqual(await page.getByText("go to the top").count(), 0)
    // Further down, what is read stays where it is.
    const scroller = page.locator(".log-scroll")
    await scroller.evaluate((element) => {
      element.scrollTop = 20 * 44
    })
    const read = page.locator(".log-row").nth(15)
    const link = (await read.getAttribute("href")) ?? ""
    const topOf = () =>
      page.locator(`.log-row[href="${link}"]`).evaluate((element) => element.getBoundingClientRect().top)
    const before = await topOf()
    await send("shipment.completed")
    await page.getByRole("button", { name: "1 new message: go to the top" }).waitFor()
    assert.approximately(await topOf(), before, 1)
    await settle(page)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.getByRole("button", { name: "1 new message: go to the top" }).click()
    await page.locator(".log-row", { hasText: "shipment.completed" }).waitFor()
    assert.strictEqual(await page.getByText("go to the top").count(), 0)
    assert.deepStrictEqual([...errors, ...violations], [])
    await page.close()
  })

  it("show the messages of a shipment that is found by its number, and name it in the URL", async () => {
    const { server } = dashboard
    const [first, second] = ["CSQU3054383", "MSCU6639870"]
    const endpoint = await server.call("POST", `${ALERTS}/endpoint`, {
      url: "landfall://test-receiver",
      description: "Imports desk"
    })
    const { results } = await server.call("POST", `${ALERTS}/easy-shipment`, {
      [endpoint.id]: { shipments: [{ number: first, reference: "PO-1" }, { number: second }] }
    })
    const { page, errors } = await dashboard.open("/logs")
    await page.keyboard.press("/")
    await page.keyboard.type("CSQU")
    await page.getByRole("option", { name: first }).waitFor()
    // Escape closes the list, and keeps the text that was typed.
    await page.keyboard.press("Escape")
    await page.getByRole("option", { name: first }).waitFor({ state: "detached" })
    assert.strictEqual(await page.getByRole("combobox", { name: "Shipment" }).inputValue(), "CSQU")
    await page.keyboard.press("ArrowDown")
    await page.getByRole("option", { name: first }).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/logs?shipmentId=${results[0].shipmentId}`)
    await page.locator(".log-row", { hasText: "shipment.added.to.endpoint" }).getByText("Imports desk").waitFor()
    assert.strictEqual(await page.locator(".log-row").count(), 1)
    await until(
      () => page.getByRole("combobox", { name: "Shipment" }).inputValue(),
      (value) => value === first
    )
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.getByRole("button", { name: "Clear filters" }).click()
    await page.locator(".log-row").nth(1).waitFor()
    assert.strictEqual(await page.getByRole("combobox", { name: "Shipment" }).inputValue(), "")
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("read event types whole at 360 px, in rows that do not overlap, and ignore a filter that does not exist", async () => {
    const { server } = dashboard
    const { id } = await server.call("POST", `${ALERTS}/endpoint`, { url: "landfall://test-receiver" })
    const type = "date.changed.vessel.departure.from.transhipment_port"
    for (let sent = 0; sent < 3; sent++) {
      await server.call("POST", `${ALERTS}/endpoint/${id}/send-example`, { eventType: type })
    }
    const { page, errors } = await dashboard.open(`/logs?endpointId=${id}&status=lost&hours=x&utm_source=mail`)
    await page.setViewportSize({ width: 360, height: 800 })
    await page.locator(".log-row").nth(2).waitFor()
    assert.strictEqual(await page.locator(".log-row").count(), 3)
    const found = await page.locator(".log-item").evaluateAll((items) =>
      items.map((item) => {
        const event = item.querySelector<HTMLElement>(".log-event")
        const { top, bottom } = item.getBoundingClientRect()
        const cells = [...item.querySelectorAll("span")].map((cell) => cell.getBoundingClientRect())
        return {
          text: event?.querySelector("code")?.textContent,
          isCut: event === null || event.scrollWidth > event.clientWidth,
          isInside: cells.every((cell) => cell.height === 0 || (cell.top >= top && cell.bottom <= bottom)),
          top,
          bottom
        }
      })
    )
    for (const [index, { text, isCut, isInside, top }] of found.entries()) {
      assert.deepStrictEqual({ text, isCut, isInside }, { text: type, isCut: false, isInside: true })
      assert.isAtLeast(top, (found[index - 1]?.bottom ?? 0) - 1)
    }
    // A row is as high as its place in a wide window too, after the list was measured in a narrow one.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.waitForFunction(() => document.querySelector(".log-item")?.getBoundingClientRect().height === 44)
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("name a shipment that is older than the newest ones by its number, in the list and beside a message", async () => {
    const { server } = dashboard
    const number = "CMAU0000026"
    const { id } = await server.call("POST", `${ALERTS}/endpoint`, { url: "landfall://test-receiver" })
    const { results } = await server.call("POST", `${ALERTS}/easy-shipment`, { [id]: { shipments: [{ number }] } })
    const silent = await server.call("POST", `${ALERTS}/endpoint`, {
      url: "landfall://test-receiver",
      filterTypes: ["shipment.completed"]
    })
    const shipments = Array.from({ length: NAMED_SHIPMENTS }, (_, index) => ({
      number: `OLD${1_000 + index}`,
      sealine: "MAEU",
      type: "BK"
    }))
    await server.call("POST", `${ALERTS}/easy-shipment`, { [silent.id]: { shipments } })
    const { page, errors } = await dashboard.open(`/logs?shipmentId=${results[0].shipmentId}`)
    await page.locator(".log-row", { hasText: number }).click()
    await page.waitForURL("**/logs/msg_*")
    const link = page.getByRole("link", { name: number, exact: true })
    await link.waitFor()
    assert.include((await link.getAttribute("href")) ?? "", results[0].shipmentId)
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("return to the same list, at the same place, from a message", async () => {
    const { server } = dashboard
    const { id } = await server.call("POST", `${ALERTS}/endpoint`, { url: "landfall://test-receiver" })
    for (let sent = 0; sent < 40; sent++) {
      await server.call("POST", `${ALERTS}/endpoint/${id}/send-example`, { eventType: "shipment.rolled" })
    }
    const { page, errors } = await dashboard.open("/logs?hours=24")
    const scroller = page.locator(".log-scroll")
    await page.locator(".log-row").nth(12).waitFor()
    const before = await scroller.evaluate((element) => {
      element.scrollTop = 300
      return element.scrollTop
    })
    await page.waitForFunction(() => document.querySelector(".log-scroll")?.scrollTop === 300)
    await page.locator(".log-row").nth(12).click()
    await page.waitForURL("**/logs/msg_*")
    await page.goBack()
    await page.locator(".log-row").nth(12).waitFor()
    await page.waitForFunction((top) => document.querySelector(".log-scroll")?.scrollTop === top, before)
    await page.locator(".log-row").nth(12).click()
    await page.waitForURL("**/logs/msg_*")
    await page.getByRole("main").getByRole("link", { name: "Logs", exact: true }).click()
    await page.waitForURL("**/logs?hours=24")
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("poll while messages cannot be streamed", async () => {
    const { server } = dashboard
    const { data } = await server.call("GET", `${ALERTS}/endpoint`)
    const { page } = await dashboard.open("/endpoints")
    await page.route("**/message-stream", (route) => route.fulfill({ status: 429, body: "{}" }))
    await page.reload()
    await page.goto(`${server.url}/dashboard/logs`)
    await page.getByText("Every 2 seconds").waitFor()
    const { id } = await server.call("POST", `${ALERTS}/endpoint/${data[0].id}/send-example`, {
      eventType: "shipment.in.error"
    })
    await page.locator(`a[href$="${id}"]`).getByText("Delivered").waitFor()
    await page.close()
  })

  it("state that the connection is lost and when the next attempt begins, and are current once it is back", async () => {
    const { server } = dashboard
    const { data } = await server.call("GET", `${ALERTS}/endpoint`)
    const { page, violations } = await dashboard.open("/endpoints")
    await page.route("**/message-stream", (route) => route.fulfill({ status: 429, body: "{}" }))
    await page.goto(`${server.url}/dashboard/logs`)
    await page.getByText("Every 2 seconds").waitFor()
    await settle(page)
    // The newer route comes first: the stream cannot connect between the two.
    await page.route(`**${ALERTS}/**`, (route) => route.abort())
    await page.unroute("**/message-stream")
    await page.getByText("Connection lost", { exact: true }).waitFor()
    await page.getByRole("alert").getByText("The connection to the server is lost").waitFor()
    await page.getByText(/Next attempt in \d+ seconds?\./).waitFor()
    assert.strictEqual(await page.getByText("Every 2 seconds").count(), 0)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    const { id } = await server.call("POST", `${ALERTS}/endpoint/${data[0].id}/send-example`, {
      eventType: "shipment.completed"
    })
    // Pressed while no attempt can succeed: one that the page makes by itself would take the button away.
    await page.getByRole("button", { name: "Connect now" }).click()
    await page.unroute(`**${ALERTS}/**`)
    await page.getByText("Live", { exact: true }).waitFor()
    await page.locator(`a[href$="${id}"]`).getByText("Delivered").waitFor()
    assert.strictEqual(await page.getByText("The connection to the server is lost").count(), 0)
    assert.deepStrictEqual(violations, [])
    await page.close()
  })

  it("show the evidence of an alert: its rule, the carrier's event and the whole body", async () => {
    const { server } = dashboard
    const { data } = await server.call("GET", `${ALERTS}/endpoint`)
    const { results } = await server.call("POST", `${ALERTS}/easy-shipment`, {
      [data[0].id]: { shipments: [{ number: "MSKU7194304" }] }
    })
    const { page, errors, violations } = await dashboard.open(`/shipments/${results[0].shipmentId}`)
    const open = page.getByRole("button", { name: /shipment\.added\.to\.endpoint/ })
    await open.press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByText('"type": "shipment.added.to.endpoint"').waitFor()
    await dialog.getByText("MSKU7194304").first().waitFor()
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.includes("shipment.added"))
    assert.deepStrictEqual([...errors, ...violations], [])
    await page.close()
  })

  // The last one: it stops the server.
  it("state that the connection is lost when the server stops", async () => {
    const { page } = await dashboard.open("/logs")
    await page.getByText("Live", { exact: true }).waitFor()
    await dashboard.server.close()
    await page.getByText("Connection lost", { exact: true }).waitFor()
    await page.getByText(/Next attempt in \d+ seconds?\./).waitFor()
    await page.close()
  })
})
