import { gzipSync } from "node:zlib"
import { browserUnavailableReason } from "@landfall/browser/Browser"
import { vessels } from "@landfall/testing/journeys/Places"
import { directVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Dashboard, focusOn, openDashboard } from "./harness/Harness.ts"
import { assertSigned } from "./harness/Signed.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the dashboard in a browser, because ${unavailable}`)

const ALERTS = "/webhook/api/v1"
/** The code and the coast of a map, which are loaded when it comes near the window: sooner on a page that is still short. */
const OF_MAP = /\/MapView-[^/]*$|\/land\//
const XSS = `"><img src=x onerror=document.title='run'><script>document.title='run'</script>`

describe.skipIf(unavailable !== undefined)("the dashboard", () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard?.close())

  it("sets up an alert by keyboard alone, for every tracked shipment, with a signed sample", async () => {
    const { server, receiver } = dashboard
    for (const number of ["MSKU7194304", "CSQU3054383"]) await server.call("POST", `${ALERTS}/shipment`, { number })
    const { page, errors } = await dashboard.open("/endpoints")
    await focusOn(page, "New alert")
    await page.keyboard.press("Enter")
    await page.getByText("All 2 shipments that you track are enrolled.").waitFor()
    await focusOn(page, "URL")
    await page.keyboard.type(receiver.url)
    await focusOn(page, "Create alert and send a sample")
    await page.keyboard.press("Enter")
    await page.getByText("The receiver responded with 204").waitFor()
    await page.getByText("2 shipments are enrolled.").waitFor()
    const { data } = await server.call("GET", `${ALERTS}/endpoint`)
    assert.deepStrictEqual(data[0].filterTypes, [
      "container.discharge.at.final.pod",
      "date.changed.container.discharge.at.final.pod"
    ])
    assert.isTrue(data[0].enrolFuture)
    const { key } = await server.call("GET", `${ALERTS}/endpoint/${data[0].id}/secret`)
    const [sample] = receiver.received
    assert.isDefined(sample)
    assertSigned(sample, key)
    assert.deepStrictEqual(errors, [])
    await page.close()
  })

  it("states why a delivery failed, and resends it once the receiver is fixed", async () => {
    const { server, receiver } = dashboard
    const { data } = await server.call("GET", `${ALERTS}/endpoint`)
    receiver.respondWith(401, "bad signature")
    await server.call("POST", `${ALERTS}/endpoint/${data[0].id}/send-example`, {
      eventType: "vessel.arrival.at.final.pod"
    })
    const { page } = await dashboard.open("/logs")
    await page.getByRole("link", { name: "vessel.arrival.at.final.pod" }).first().click()
    await page.getByText("Why did this fail?").waitFor()
    await page.getByText("it failed to verify the signature").first().waitFor()
    await page.getByText("bad signature").first().waitFor()
    await page.getByText("Request headers", { exact: true }).first().click()
    const received = receiver.received.at(-1)
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature", "user-agent"]) {
      await page.getByText(`${name}: ${received?.headers[name]}`).first().waitFor()
    }
    receiver.respondWith(204)
    await page.getByRole("button", { name: "Resend" }).click()
    await page.getByText("The receiver accepted the message with 204.").waitFor()
    await page.close()
  })

  it("shows what others have written as text", async () => {
    const { server, receiver } = dashboard
    const created = await server.call("POST", `${ALERTS}/endpoint`, {
      url: `${receiver.url}?name=${encodeURIComponent(XSS)}`,
      description: XSS,
      metadata: { note: XSS }
    })
    receiver.respondWith(500, XSS)
    const sent = await server.call("POST", `${ALERTS}/endpoint/${created.id}/send-example`, {
      eventType: "shipment.added.to.endpoint"
    })
    await server.call("POST", `${ALERTS}/key`, { name: XSS })
    const { id: shipmentId } = await server.call("POST", `${ALERTS}/shipment`, {
      number: "MSCU6639870",
      reference: XSS,
      metadata: { note: XSS }
    })
    const voyage = directVoyage({
      container: "MSCU6639870",
      booking: "XSS",
      start: DateTime.makeUnsafe(Date.now() - 12 * 86_400_000),
      vessel: { ...vessels.mscGulsun, name: XSS },
      voyage: XSS.slice(0, 50)
    })
    for (const { at, events } of voyage) {
      if (DateTime.toEpochMillis(at) < Date.now()) await server.call("POST", `${ALERTS}/tracking/events`, events)
    }
    const paths = [
      "/endpoints",
      `/endpoints/${created.id}`,
      "/logs",
      `/logs/${sent.id}`,
      "/shipments",
      `/shipments/${shipmentId}`,
      "/account"
    ]
    for (const path of paths) {
      const { page, errors, violations } = await dashboard.open(path)
      await page.getByText("onerror").first().waitFor({ state: "attached" })
      assert.notStrictEqual(await page.title(), "run", path)
      assert.strictEqual(await page.locator("img[src=x]").count(), 0, path)
      assert.deepStrictEqual([...errors, ...violations], [], path)
      await page.close()
    }
    receiver.respondWith(204)
  })

  it("loads less than 200 kB, gzipped, for any page without its map", async () => {
    const { server } = dashboard
    const newest = async (list: string) => (await server.call("GET", `${ALERTS}/${list}`)).data[0].id
    for (const path of [
      `/endpoints/${await newest("endpoint")}`,
      `/logs/${await newest("message")}`,
      // With a voyage, and so with a map of it.
      `/shipments/${await newest("shipment?search=MSCU6639870")}`,
      "/",
      "/endpoints",
      "/alerts/new",
      "/shipments",
      "/logs",
      "/congestion",
      "/voyages",
      "/account"
    ]) {
      const { page } = await dashboard.open(path)
      const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
      const files = urls.filter((url) => url.includes("/dashboard/") && !OF_MAP.test(url))
      const bodies = await Promise.all(files.map(async (url) => (await fetch(url)).arrayBuffer()))
      const bytes = bodies.reduce((sum, body) => sum + gzipSync(new Uint8Array(body)).length, 0)
      assert.isAbove(bytes, 50_000, path)
      assert.isBelow(bytes, 200_000, path)
      await page.close()
    }
  })
})
