import { browserUnavailableReason } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { daysAndHours } from "../src/text/Numbers.ts"
import { type Dashboard, findAxeViolations, openDashboard, settle } from "./harness/Harness.ts"
import { portCallsCsv } from "./harness/PortCalls.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: shipments, ports and voyages in a browser, because ${unavailable}`)

const HOSTILE = '"><img src=x onerror=alert(1)>'

describe.skipIf(unavailable !== undefined)("shipments, ports and voyages in the dashboard", () => {
  let dashboard: Dashboard

  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard?.close())

  it("show an empty account its next steps, and run the demo journey to its end", async () => {
    const { page, errors, violations } = await dashboard.open("/")
    await page.getByText("Watch a demo journey").waitFor()
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.getByRole("button", { name: "Run the demo journey" }).press("Enter")
    await page.getByText("The journey is complete").waitFor()
    for (const port of ["Shanghai", "Singapore", "Hamburg"]) {
      await page.getByRole("heading", { name: port }).waitFor()
    }
    assert.include((await page.locator(".voyage").textContent()) ?? "", "25 h later")
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.getByRole("link", { name: "Open the shipment" }).click()
    // The card of the journey has the same text as the page of the shipment.
    await page.waitForURL(/\/shipments\/shp_/)
    await page.getByText("Demo journey", { exact: true }).waitFor()
    const { data } = await dashboard.server.call("GET", "/webhook/api/v1/shipment")
    assert.strictEqual(data.length, 1)
    // The start page shows what changed, although no endpoint was notified of it.
    await page.getByRole("link", { name: "Start" }).first().click()
    const changes = page.getByRole("region", { name: "Changed since yesterday" })
    await changes.getByRole("link", { name: data[0].number }).waitFor()
    await changes.getByText("Vessel arrival at the port of discharge").waitFor()
    await changes
      .getByText(/^Actual, .*, Hamburg$/)
      .first()
      .waitFor()
    assert.deepStrictEqual([...errors, ...violations], [])
    await page.close()
  })

  it("track a container by keyboard, state what is wrong with a number, and keep markup as text", async () => {
    const { page, violations } = await dashboard.open("/shipments")
    await page.getByRole("button", { name: "Track a shipment" }).press("Enter")
    await page.keyboard.type("MSKU7194305")
    await page.keyboard.press("Enter")
    await page.getByText("must end with the check digit 4").waitFor()
    await page.getByRole("textbox", { name: "Number" }).fill("MSKU7194304")
    await page.getByRole("textbox", { name: "Reference" }).fill(HOSTILE)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "MSKU7194304", exact: true }).waitFor()
    await page.getByText(HOSTILE).first().waitFor()
    assert.strictEqual(await page.locator("img[src=x]").count(), 0)
    assert.deepStrictEqual(violations, [])
    await page.close()
  })

  it("find a port by its name, and state that it has no data", async () => {
    const { page } = await dashboard.open("/congestion")
    await page.getByRole("combobox", { name: "Port", exact: true }).fill("Rotterd")
    await page
      .getByRole("option", { name: /Rotterdam/ })
      .first()
      .waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.getByText("No data of this port yet").waitFor()
    assert.include(page.url(), "ports=NLRTM")
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.close()
  })

  it("state that no port has a code, and replace it by a port that is found", async () => {
    const { page } = await dashboard.open("/congestion?ports=nlxxx,DEHAM")
    await page.getByRole("heading", { name: "No port has the code NLXXX" }).waitFor()
    await page.getByText("No such port").waitFor()
    assert.strictEqual(await page.getByText("No data of this port yet").count(), 0)
    await settle(page)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.getByRole("combobox", { name: "Search for the port" }).fill("Rotterd")
    await page.getByRole("option", { name: /NLRTM/ }).click()
    await page.waitForURL(/ports=NLRTM%2CDEHAM|ports=NLRTM,DEHAM/)
    await page.getByText("No data of this port yet").waitFor()
    await page.close()
  })

  it("compare the times of ports on request, for the credits that the page states", async () => {
    const { server } = dashboard
    await server.importData("port-calls", portCallsCsv(Date.now()))
    const creditsLeft = async () => (await server.call("GET", "/webhook/api/v1/consumption/current-period")).credits
    const { page, errors, violations } = await dashboard.open("/congestion?ports=NLRTM,DEHAM,BEANR")
    const before = await creditsLeft()
    await page.getByRole("button", { name: "Compare the times of 3 ports (15 credits)" }).click()
    const table = page.getByRole("table", { name: "Times compared" })
    await table.getByText("Rotterdam (NLRTM)").waitFor()
    await settle(page)
    const { results } = await server.call("POST", "/congestion/api/v1/congestion/times", {
      portCodes: ["NLRTM", "DEHAM", "BEANR"]
    })
    const paid = 5 * results.length
    // One comparison was paid for by the page, and one by this test.
    assert.strictEqual(await creditsLeft(), before - 2 * paid)
    assert.strictEqual(await table.getByRole("row").count(), 1 + results.length)
    for (const { berth, waitingNow } of results) {
      const month = berth.find(({ days }: { days: number }) => days === 30)
      const row = table.getByRole("row").nth(1 + results.findIndex((r: { berth: unknown }) => r.berth === berth))
      assert.include(
        (await row.textContent()) ?? "",
        month.medianHours === null ? "–" : daysAndHours(month.medianHours)
      )
      assert.isTrue((await row.textContent())?.endsWith(String(waitingNow?.vessels)))
    }
    // The details of a port that was compared cost nothing more, nor does the comparison with another port first.
    await page.getByRole("heading", { name: "By terminal" }).waitFor()
    await page.getByRole("link", { name: "Hamburg (DEHAM)" }).first().click()
    await page.getByRole("heading", { name: "Congestion · Hamburg (DEHAM)" }).waitFor()
    await table.getByRole("row").nth(1).getByText("Hamburg (DEHAM)").waitFor()
    await settle(page)
    // The history of the other port.
    const history = 5
    assert.strictEqual(await creditsLeft(), before - 2 * paid - history)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.getByText("Without data, and free: BEANR.").waitFor()
    // The browser reports the port without data by itself.
    assert.isTrue(errors.every((error) => error.includes("404")))
    assert.deepStrictEqual(violations, [])
    await page.close()
  })

  it("compute the voyages of a file, and offer the results with the fault of each rejected row", async () => {
    const { page } = await dashboard.open("/voyages")
    const from = page.getByRole("combobox", { name: "From" })
    await from.fill("Shanghai")
    await page.getByRole("option", { name: /CNSHA/ }).click()
    await page.getByRole("listbox").waitFor({ state: "detached" })
    assert.strictEqual(await from.inputValue(), "CNSHA")
    const buffer = Buffer.from(`from,to,vessel\nCNSHA,NLRTM,9811000\nCNSHA,XXXXX,9811000\n=cmd,NLRTM,9811000\n`)
    await page.locator("input[type=file]").setInputFiles({ name: "voyages.csv", mimeType: "text/csv", buffer })
    await page.getByRole("button", { name: "Compute 3 voyages" }).click()
    await page.getByText("1 computed, 2 rejected.").waitFor()
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download the results" }).click()
    const chunks: Array<Buffer> = []
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
    const lines = Buffer.concat(chunks).toString("utf8").trim().split("\r\n")
    assert.strictEqual(lines.length, 4)
    assert.match(lines[1] ?? "", /^CNSHA,NLRTM,9811000,\d+/)
    assert.match(lines[2] ?? "", /UN\/LOCODE/)
    assert.isTrue(lines[3]?.startsWith("'=cmd,"))
    await settle(page)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await page.close()
  })
})
