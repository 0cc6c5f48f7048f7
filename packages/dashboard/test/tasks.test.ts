import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Dashboard, openDashboard, settle } from "./harness/Harness.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the tasks of a new user in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"

type Page = Awaited<ReturnType<Dashboard["open"]>>["page"]

/** A person with a mouse who never saw the dashboard: presses what the page offers by its name, and counts the presses. */
const personAt = (page: Page) => {
  const presses: Array<string> = []
  return {
    presses,
    press: async (role: "button" | "link" | "radio", name: string) => {
      presses.push(name)
      const target = page.getByRole(role, { name }).first()
      await (role === "radio" ? page.getByText(name).first() : target).click()
    },
    reads: async (text: string | RegExp) => {
      await page.getByText(text).first().waitFor()
      await settle(page)
    }
  }
}

/** The page that a new sign-in link opens, as somebody gets it who was never here. */
const openWithLink = async ({ server, browser }: Dashboard) => {
  const { url } = await server.call("GET", `${ALERTS}/dashboard`)
  const { page } = await browser.open("about:blank")
  await page.context().clearCookies()
  await page.goto(url)
  await page.getByRole("heading", { name: "Start" }).waitFor()
  await settle(page)
  return page
}

describe.skipIf(unavailable !== undefined)("somebody who never saw the dashboard", () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard?.close())

  it("sets up an alert with two presses and a URL, and sees that the receiver accepted the sample", async () => {
    const page = await openWithLink(dashboard)
    const { press, presses, reads } = personAt(page)
    await press("link", "Set up an alert")
    // The field has the focus: the person types.
    await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "url")
    await page.keyboard.type(dashboard.receiver.url)
    await reads("Alerts can be sent to this URL.")
    await press("button", "Create alert and send a sample")
    await reads("The receiver responded with 204")
    assert.deepStrictEqual(presses, ["Set up an alert", "Create alert and send a sample"])
    await page.close()
  })

  it("without a receiver sets one up with three presses, and sees what arrives with a fourth", async () => {
    const page = await openWithLink(dashboard)
    const { press, presses, reads } = personAt(page)
    await press("link", "Set up an alert")
    await press("radio", "The test receiver")
    await press("button", "Create alert and send a sample")
    await reads("The receiver responded with 200")
    await press("link", "Open the endpoint")
    await reads("Signature verified")
    assert.lengthOf(presses, 4)
    await page.close()
  })

  it("reads on the first page why a delivery failed, and the response of the receiver after two presses", async () => {
    const { server, receiver } = dashboard
    const { data } = await server.call("GET", `${ALERTS}/endpoint`)
    const endpoint = data.find(({ url }: { url: string }) => url === receiver.url)
    await server.call("PATCH", `${ALERTS}/endpoint/${endpoint.id}`, { description: "Imports desk" })
    await server.call("POST", `${ALERTS}/shipment`, { number: "MSKU7194304" })
    receiver.respondWith(401, "signature does not match")
    await server.call("POST", `${ALERTS}/endpoint/${endpoint.id}/send-example`, {
      eventType: "vessel.arrival.at.final.pod"
    })
    const page = await openWithLink(dashboard)
    const { press, presses, reads } = personAt(page)
    await reads("Most often it failed to verify the signature")
    assert.deepStrictEqual(presses, [])
    await press("link", "Imports desk")
    await press("link", "vessel.arrival.at.final.pod")
    await reads("signature does not match")
    await reads("content-type: text/plain")
    receiver.respondWith(204)
    await press("button", "Resend")
    await reads("The message is sent again.")
    await reads("Delivered")
    assert.deepStrictEqual(presses, ["Imports desk", "vessel.arrival.at.final.pod", "Resend"])
    await page.close()
  })
})
