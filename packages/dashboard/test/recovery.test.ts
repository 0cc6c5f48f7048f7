import { browserUnavailableReason } from "@landfall/browser/Browser"
import { directVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { until } from "./harness/DemoData.ts"
import { type Dashboard, findAxeViolations, openDashboard } from "./harness/Harness.ts"
import { assertSigned } from "./harness/Signed.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the page of an endpoint in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"
const CONTAINER = "MSCU6639870"
const DAY_MILLIS = 86_400_000
/** The vessel of a voyage of these days is at sea, and its arrival has moved. */
const VOYAGE_DAYS = 27

describe.skipIf(unavailable !== undefined)("the page of an endpoint", () => {
  let dashboard: Dashboard
  let endpointId = ""
  beforeAll(async () => {
    dashboard = await openDashboard()
    const { server, receiver } = dashboard
    const { id } = await server.call("POST", `${ALERTS}/endpoint`, { url: receiver.url })
    endpointId = id
    await server.call("POST", `${ALERTS}/easy-shipment`, {
      [id]: { shipments: [{ number: CONTAINER, sealine: "MSCU" }] }
    })
  })
  afterAll(() => dashboard?.close())

  it("pauses it, resumes it, and sends with progress what it has missed", async () => {
    const { server, receiver } = dashboard
    const { page, errors } = await dashboard.open(`/endpoints/${endpointId}`)
    await page.getByText("Missed alerts").waitFor()
    await page.getByRole("button", { name: "Nothing to send" }).last().waitFor()
    await page.getByRole("button", { name: "Pause" }).click()
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Pause" }).click()
    await page.getByText("The endpoint is paused.").waitFor()
    const skipped = () => server.call("GET", `${ALERTS}/message?endpointId=${endpointId}&status=skipped`)
    const voyage = directVoyage({
      container: CONTAINER,
      booking: "MISSED",
      start: DateTime.makeUnsafe(Date.now() - VOYAGE_DAYS * DAY_MILLIS)
    })
    for (const { at, events } of voyage) {
      if (DateTime.toEpochMillis(at) < Date.now()) await server.call("POST", `${ALERTS}/tracking/events`, events)
    }
    await until(skipped, ({ data }) => data.length > 0)
    await page.getByRole("button", { name: "Resume" }).click()
    await page.getByText("The endpoint receives alerts again.").waitFor()
    const send = page.getByRole("button", { name: /^Send \d+ again$/ })
    await send.waitFor()
    const missed = Number(/\d+/.exec((await send.textContent()) ?? "")?.[0])
    await send.click()
    await page.getByText(new RegExp(`^${missed} deliver(y was|ies were) queued again\\.$`)).waitFor()
    const { key } = await server.call("GET", `${ALERTS}/endpoint/${endpointId}/secret`)
    assert.isEmpty((await skipped()).data)
    for (const request of receiver.received) assertSigned(request, key)
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("shows the progress of a recovery again after a reload, and its figures although one part cannot be loaded", async () => {
    const { page } = await dashboard.open("/")
    const now = new Date().toISOString()
    const times = { since: now, until: now, createdAt: now, updatedAt: now }
    const task = { id: "task_1", endpointId, kind: "recover", total: 40, ...times }
    let done = 12
    const taskNow = () => ({ ...task, done, status: done < task.total ? "running" : "completed" })
    await page.route(`**${ALERTS}/task?*`, (route) =>
      route.fulfill({
        json: { data: done < task.total ? [taskNow()] : [], iterator: null, prevIterator: null, done: true }
      })
    )
    await page.route(`**${ALERTS}/task/task_1`, (route) => route.fulfill({ json: taskNow() }))
    await page.route("**/stats", (route) =>
      route.fulfill({ status: 400, json: { errorCode: 40002, message: "No figures", details: [], time: "" } })
    )
    await page.goto(`${dashboard.server.url}/dashboard/endpoints/${endpointId}`)
    await page.getByText("12 of 40 queued again").waitFor()
    await page.getByText("No figures").waitFor()
    done = 40
    await page.getByText("40 deliveries were queued again.").waitFor()
    await page.close()
  })

  it("changes its labels and replaces its headers, whose values stay hidden", async () => {
    const { server, receiver } = dashboard
    await server.call("PATCH", `${ALERTS}/endpoint/${endpointId}`, {
      metadata: { team: "imports" },
      headers: { "x-desk": "planning" }
    })
    const { page, errors } = await dashboard.open(`/endpoints/${endpointId}`)
    await page.getByRole("button", { name: "Edit" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Value").fill("exports")
    await dialog.getByText("x-desk: the values are hidden").waitFor()
    assert.strictEqual(await page.getByText("planning").count(), 0)
    await dialog.getByRole("button", { name: "Replace the headers" }).click()
    const save = dialog.getByRole("button", { name: "Save" })
    assert.isTrue(await save.isDisabled())
    await dialog.getByLabel("Value").last().fill("customs")
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await save.click()
    await page.getByText("The endpoint was saved.").waitFor()
    const { metadata } = await server.call("GET", `${ALERTS}/endpoint/${endpointId}`)
    assert.deepStrictEqual(metadata, { team: "exports" })
    const before = receiver.received.length
    await server.call("POST", `${ALERTS}/endpoint/${endpointId}/send-example`, { eventType: "shipment.rolled" })
    await until(
      async () => receiver.received.length,
      (count) => count > before
    )
    assert.strictEqual(receiver.received.at(-1)?.headers["x-desk"], "customs")
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("reveals and rotates the secret, and shows how to verify with it in four languages", async () => {
    const { server } = dashboard
    const { key } = await server.call("GET", `${ALERTS}/endpoint/${endpointId}/secret`)
    const { page, errors, violations } = await dashboard.open(`/endpoints/${endpointId}`)
    assert.strictEqual(await page.getByText(key).count(), 0)
    await page.getByRole("button", { name: "Reveal" }).click()
    await page.getByText(key).first().waitFor()
    await page.getByRole("button", { name: "Rotate" }).click()
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Rotate" }).click()
    await page.getByText("The new secret is in force.").waitFor()
    const { key: rotated } = await server.call("GET", `${ALERTS}/endpoint/${endpointId}/secret`)
    assert.notStrictEqual(rotated, key)
    const languages = [
      ["TypeScript", "verifyWebhook"],
      ["Python", "import"],
      ["Go", "package"],
      ["curl", "curl"]
    ] as const
    for (const [language, shows] of languages) {
      await page.getByRole("tab", { name: language }).click()
      await page.getByRole("tabpanel").getByText(shows).first().waitFor()
    }
    assert.deepStrictEqual([...errors, ...violations], [])
    await page.close()
  })
})
