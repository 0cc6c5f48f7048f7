import { browserUnavailableReason } from "@landfall/browser/Browser"
import { directVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { demoContainer } from "../src/screens/start/DemoJourney.ts"
import { type Dashboard, openDashboard } from "./harness/Harness.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the dashboard in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"

/** More than the start reads with its first request. */
const NEWER = 55

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
})
