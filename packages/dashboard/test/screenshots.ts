import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type DemoData, fillAccount } from "./harness/DemoData.ts"
import { complete, type Dashboard, openDashboard, settle } from "./harness/Harness.ts"
import { screensOf } from "./harness/Screens.ts"

/** Writes a picture of every screen into docs/images: in light at 1280 px, in dark, and at 360 px. Names select some. */
const FOLDER = fileURLToPath(new URL("../../../docs/images", import.meta.url))

const COAST_MILLIS = 700

const ALERTS = "/webhook/api/v1"

const LOOKS = [
  { suffix: "", colorScheme: "light", width: 1280, height: 900 },
  { suffix: "-dark", colorScheme: "dark", width: 1280, height: 900 },
  { suffix: "-narrow", colorScheme: "light", width: 360, height: 780 }
] as const

type Page = Awaited<ReturnType<Dashboard["open"]>>["page"]

/** A picture: its name, and the way to what it shows. */
interface Picture {
  readonly name: string
  readonly reach: () => Promise<Page>
}

const only = process.argv.slice(2)

const take = async ({ name, reach }: Picture): Promise<void> => {
  if (only.length > 0 && !only.includes(name)) return
  const page = await reach()
  for (const { suffix, colorScheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.setViewportSize({ width, height })
    await settle(page)
    // These are loaded when they come into sight.
    for (const place of await page.locator(".map-place, .snippets-place").all()) {
      await place.scrollIntoViewIfNeeded()
      await place.locator(".map-canvas, .tabs").first().waitFor()
      // The coast is drawn once its files are there, which nothing on the page says.
      await page.waitForTimeout(COAST_MILLIS)
    }
    await settle(page)
    // The navigation stays in view while a person scrolls; in a picture of the whole page it is as long as the page.
    await page.evaluate(() => document.querySelector<HTMLElement>(".nav")?.style.setProperty("height", "auto"))
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: join(FOLDER, `dashboard-${name}${suffix}.png`), fullPage: true })
  }
  await page.close()
  console.log(`docs/images/dashboard-${name}.png`)
}

/** The steps of both set-ups, with a way through each. */
const setupsOf = ({ open, receiver }: Dashboard): ReadonlyArray<Picture> => {
  const pressNext = async (page: Page, shows: string) => {
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByText(shows).first().waitFor()
    await settle(page)
  }
  const openEvents = async () => {
    const { page } = await open("/alerts/custom")
    await page.getByLabel("URL", { exact: true }).fill(receiver.url)
    await pressNext(page, "Before the first port of loading")
    return page
  }
  const openShipments = async () => {
    const page = await openEvents()
    await pressNext(page, "Which shipments")
    await page.getByText("Only those that I choose").click()
    await page.getByRole("textbox", { name: "Numbers" }).fill("CMAU0000026, CMDU, PO-7\nMSKU7194305")
    await page.getByText("1 line is valid.").waitFor()
    return page
  }
  return [
    { name: "alert-custom-events", reach: openEvents },
    { name: "alert-custom-shipments", reach: openShipments },
    {
      name: "alert-custom-review",
      reach: async () => {
        const page = await openEvents()
        await pressNext(page, "Which shipments")
        await pressNext(page, "Create alert and send a sample")
        return page
      }
    },
    {
      name: "alert-done",
      reach: async () => {
        const { page } = await open("/alerts/new")
        await page.getByText("The test receiver").click()
        await page.getByRole("button", { name: "Create alert and send a sample" }).click()
        await page.getByText("The receiver responded with 200").waitFor()
        return page
      }
    }
  ]
}

/** The page of one application, which customers see within another page. */
const portalsOf = ({ server, browser }: Dashboard, { failingId }: DemoData): ReadonlyArray<Picture> => {
  const openPortal = async () => {
    const { applicationId } = await server.call("GET", `${ALERTS}/endpoint/${failingId}`)
    const { url } = await server.call("POST", `${ALERTS}/application/${applicationId}/portal`, { readOnly: false })
    const { page } = await browser.open(url)
    await page.getByText("Planning desk").first().waitFor()
    return page
  }
  const openEndpoint = async () => {
    const page = await openPortal()
    await page.getByRole("button", { name: "Show Planning desk" }).click()
    await page.getByText("Success rate").waitFor()
    return page
  }
  return [
    { name: "portal", reach: openPortal },
    {
      name: "portal-logs",
      reach: async () => {
        const page = await openPortal()
        await page.getByRole("tab", { name: "Logs" }).click()
        await page.locator(".log-row").first().waitFor()
        return page
      }
    },
    { name: "portal-endpoint", reach: openEndpoint },
    {
      name: "portal-message",
      reach: async () => {
        const page = await openEndpoint()
        await page
          .getByRole("button", { name: /^Show container/ })
          .first()
          .click()
        await page.getByText("Attempt 1").waitFor()
        return page
      }
    }
  ]
}

const signInPicture = ({ browser, server }: Dashboard): Picture => ({
  name: "sign-in",
  reach: async () => {
    const { page } = await browser.open("about:blank")
    await page.context().clearCookies()
    await page.goto(`${server.url}/dashboard/sign-in`)
    await page.getByLabel("API key").waitFor()
    return page
  }
})

const dashboard = await openDashboard()
try {
  await mkdir(FOLDER, { recursive: true })
  await take({
    name: "start-empty",
    reach: async () => {
      const { page } = await dashboard.open("/")
      await page.getByText("Watch a demo journey").waitFor()
      return page
    }
  })
  const data = await fillAccount(dashboard)
  for (const screen of screensOf(data)) {
    await take({
      name: screen.name,
      reach: async () => {
        const { page } = await dashboard.open(screen.path)
        await complete(page, screen)
        return page
      }
    })
  }
  for (const picture of [...portalsOf(dashboard, data), ...setupsOf(dashboard), signInPicture(dashboard)]) {
    await take(picture)
  }
} finally {
  await dashboard.close()
}
