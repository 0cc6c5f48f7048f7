import { browserUnavailableReason, type ObservedPage } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { collectRequests, failRequests, findFailureFaults } from "./harness/FailingRequests.ts"
import { openWithoutStream } from "./harness/FilledDashboard.ts"
import { type Dashboard, openDashboard, settle } from "./harness/Harness.ts"

type Page = ObservedPage["page"]

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: failures of the portal in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"

/** A view of the portal, and the way to it from the one before. */
interface View {
  readonly name: string
  readonly open: (page: Page) => Promise<void>
  readonly shows: string
}

describe.skipIf(unavailable !== undefined)("the parts of a portal that are requested separately", () => {
  let dashboard: Dashboard
  let url: string
  let views: ReadonlyArray<View>
  beforeAll(async () => {
    dashboard = await openDashboard()
    const { server } = dashboard
    const { id: applicationId } = await server.call("POST", `${ALERTS}/application`, { name: "North" })
    const endpoint = { url: "landfall://test-receiver", description: "Imports", applicationId }
    const { id } = await server.call("POST", `${ALERTS}/endpoint`, endpoint)
    await server.call("POST", `${ALERTS}/endpoint/${id}/send-example`, { eventType: "shipment.rolled" })
    const portal = await server.call("POST", `${ALERTS}/application/${applicationId}/portal`, { readOnly: false })
    url = portal.url
    views = [
      { name: "endpoints", open: async (page) => void (await page.goto(url)), shows: "Healthy" },
      {
        name: "endpoint",
        open: (page) => page.getByRole("button", { name: "Show Imports" }).click(),
        shows: "shipment.rolled"
      },
      {
        name: "message",
        open: (page) => page.getByRole("button", { name: "Show shipment.rolled" }).click(),
        shows: "Attempt 1"
      }
    ]
  })
  afterAll(() => dashboard?.close())

  const openFirst = async (page: Page, count: number) => {
    for (const { open, shows } of views.slice(0, count)) {
      await open(page)
      await page.getByText(shows).first().waitFor()
      await settle(page)
    }
  }

  /** The requests of each view that no view before it has sent: the others have data already. */
  const requestsByView = async () => {
    const { page } = await openWithoutStream(dashboard)
    const requests = collectRequests(page)
    const known = new Set<string>()
    const byView: Array<{ readonly index: number; readonly failing: string }> = []
    for (const [index, { open, shows }] of views.entries()) {
      await open(page)
      await page.getByText(shows).first().waitFor()
      await settle(page)
      byView.push(...[...requests].filter((name) => !known.has(name)).map((failing) => ({ index, failing })))
      for (const name of requests) known.add(name)
    }
    await page.close()
    return byView
  }

  it("state that they could not be loaded, each where its value is, and load again on request", async () => {
    const faults: Array<string> = []
    const cases = await requestsByView()
    for (const { index, failing } of cases) {
      const view = views[index]
      if (view === undefined) continue
      const { page, errors } = await openWithoutStream(dashboard)
      const failure = await failRequests(page, failing)
      await openFirst(page, index)
      failure.isOn = true
      await view.open(page)
      const found = await findFailureFaults(page, failure, view.shows)
      faults.push(...[...found, ...errors].map((fault) => `${view.name}, ${failing}: ${fault}`))
      await page.close()
    }
    assert.deepStrictEqual(faults, [])
    assert.isAbove(cases.length, views.length)
  })
})
