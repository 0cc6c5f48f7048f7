import { expect } from "vitest"
import { browserUnavailableReason, launchBrowser } from "../../../../packages/browser/src/Browser.ts"

/** Why no browser can open the dashboard on this machine, which is printed; undefined when one can. */
export const unavailableReason = await browserUnavailableReason()
if (unavailableReason !== undefined) console.log(`skipped: the dashboard in a browser, because ${unavailableReason}`)

/** What a visit of a dashboard without a fault returns. */
export const VISITED = {
  headings: ["Start", "Endpoints", "Logs", "Shipments", "Congestion", "Voyages and CO₂", "Usage and account"],
  faults: [],
  secondUse: expect.stringContaining("This link cannot be used")
}

/**
 * Signs in to the dashboard of a server with a one-time link, in a browser with a new profile, and opens each screen of
 * its navigation. Returns the headings of the screens, and every error, violation of the security policy and request to
 * elsewhere. `secondUse` is the text of the page when the link is used again.
 */
export const visitDashboard = async (server, apiKey) => {
  const response = await fetch(`${server}/webhook/api/v1/dashboard`, { headers: { API_KEY: apiKey } })
  const { url } = await response.json()
  const browser = await launchBrowser()
  try {
    const { errors, page, requests, violations } = await browser.open(url)
    await page.locator(".nav-link").first().waitFor()
    const headings = []
    for (const link of await page.locator(".nav-link").all()) {
      const name = (await link.textContent()) ?? ""
      await link.click()
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
      await page.waitForFunction(() => document.querySelector(".skeleton, [aria-busy=true]") === null)
      headings.push(name)
    }
    const elsewhere = requests.filter((request) => !request.startsWith(server))
    const faults = [...errors, ...violations, ...elsewhere]
    await page.context().clearCookies()
    const again = await browser.open(url)
    await again.page.getByRole("alert").waitFor()
    return { headings, faults, secondUse: await again.text() }
  } finally {
    await browser.close()
  }
}
