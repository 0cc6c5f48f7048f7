import { browserUnavailableReason } from "@landfall/browser/Browser"
import { directVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { demoContainer } from "../src/screens/start/DemoJourney.ts"
import { until } from "./harness/DemoData.ts"
import { type Dashboard, openDashboard } from "./harness/Harness.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the dashboard in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"

/** More than the start reads with its first request. */
const NEWER = 55
/** More endpoints than a page of the list has. */
const ENDPOINTS = 51

describe.skipIf(unavailable !== undefined)("the start of the dashboard", () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard?.close())

  it("counts every shipment, and shows what changed in those that are old and notify no endpoint", async () => {
    const { server } = dashboard
    const oldest = demoContainer(0)
    for (let serial = 0; serial <= NEWER; serial++) {
      await server.call("POST", `${ALERTS}/shipment`, { number: demoContainer(serial) })
    }
    const start = DateTime.makeUnsafe(Date.now() - 27 * 86_400_000)
    for (const { at, events } of directVoyage({ container: oldest, booking: "OLD260001", start })) {
      if (DateTime.toEpochMillis(at) <= Date.now()) await server.call("POST", `${ALERTS}/tracking/events`, events)
    }
    const { page, errors } = await dashboard.open("/")
    await page.getByRole("region", { name: "Changed since yesterday" }).getByRole("link", { name: oldest }).waitFor()
    await page
      .getByRole("region", { name: "Arrivals in the next 14 days" })
      .getByRole("link", { name: oldest })
      .waitFor()
    await page
      .getByRole("definition")
      .getByText(String(NEWER + 1), { exact: true })
      .waitFor()
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("shows the endpoint that fails among many, the newest too", async () => {
    const { server, receiver } = dashboard
    const create = (description: string) =>
      server.call("POST", `${ALERTS}/endpoint`, { url: receiver.url, description })
    for (let count = 1; count < ENDPOINTS; count++) await create(`Desk ${count}`)
    const { id } = await create("Newest desk")
    receiver.respondWith(500, "maintenance")
    await server.call("POST", `${ALERTS}/endpoint/${id}/send-example`, { eventType: "shipment.rolled" })
    await until(
      () => server.call("GET", `${ALERTS}/endpoint/${id}/attempts`),
      ({ data }) => data.length > 0
    )
    const { page, errors } = await dashboard.open("/")
    const failing = page.getByRole("region", { name: "Failing deliveries" })
    await failing.getByRole("link", { name: "Newest desk" }).waitFor()
    assert.strictEqual(await failing.locator("tbody tr").count(), 1)
    assert.deepStrictEqual(errors, [])
    await page.close()
  })
})
