import { browserUnavailableReason, type ObservedPage } from "@landfall/browser/Browser"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { choose, type Dashboard, findAxeViolations, openDashboard, settle, signIn } from "./harness/Harness.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: sign-in links in a browser, because ${unavailable}`)

const LINK_PATH = "/webhook/api/v1/dashboard"

type Page = ObservedPage["page"]

describe.skipIf(unavailable !== undefined)("a sign-in link to the dashboard", () => {
  let dashboard: Dashboard
  beforeAll(async () => {
    dashboard = await openDashboard()
  })
  afterAll(() => dashboard?.close())

  const issueLink = async (): Promise<string> => (await dashboard.server.call("GET", LINK_PATH)).url

  /** Opens a link in a browser without a session. */
  const openSignedOut = async (url: string): Promise<Page> => {
    const { page } = await dashboard.browser.open("about:blank")
    await page.context().clearCookies()
    await page.goto(url)
    return page
  }

  /** The page of a link that opens no session: its sentence, and that the API key signs in from there. */
  const assertExplained = async (page: Page, sentence: string) => {
    await page.getByRole("heading", { name: "This link cannot be used" }).waitFor()
    await page.getByRole("alert").getByText(sentence).waitFor()
    await page.getByText("You can sign in with an API key instead.").waitFor()
    // The token is no longer in the address, and no screen of the account is shown.
    assert.notInclude(page.url(), "lfl_")
    assert.strictEqual(await page.getByRole("navigation").count(), 0)
    assert.deepStrictEqual(await findAxeViolations(page), [])
    await signIn(page, dashboard.server.apiKey)
    await page.getByRole("heading", { name: "Start" }).waitFor()
    await settle(page)
  }

  it("opens one session, and after its use explains that and offers the API key", async () => {
    const { browser } = dashboard
    const url = await issueLink()
    const first = await openSignedOut(url)
    await first.getByRole("navigation").waitFor()
    assert.notInclude(first.url(), "lfl_")
    await first.getByRole("button", { name: "Sign out" }).click()
    await first.getByLabel("API key").waitFor()
    const second = await browser.open(url)
    await assertExplained(second.page, "The link was used before: it opens one session. Request a new one.")
    await first.close()
    await second.page.close()
  })

  it("explains that it has expired, and offers the API key", async () => {
    const url = await issueLink()
    dashboard.server.expireLinks()
    const page = await openSignedOut(url)
    await assertExplained(page, "The link has expired: it is valid for 5 minutes. Request a new one.")
    await page.close()
  })

  it("explains that it is incomplete, and offers the API key", async () => {
    const url = await issueLink()
    const page = await openSignedOut(url.slice(0, -4))
    await assertExplained(page, "The link is incomplete or was never valid. Copy it whole, or request a new one.")
    await page.close()
  })

  it("of another account than that of the session asks before it changes to that account", async () => {
    const { server, browser } = dashboard
    const { id } = await server.run("accounts", "create", "Second account")
    const { secret } = await server.run("keys", "create", "--account", id)
    const issued = await fetch(server.url + LINK_PATH, { headers: { "api-key": secret } })
    const { url } = Object(await issued.json())
    const own = await openSignedOut(await issueLink())
    await own.getByRole("navigation").waitFor()
    const { page } = await browser.open(url)
    await page.getByRole("alert").getByText("Sign out of the account that is open").waitFor()
    await page.getByRole("button", { name: "Sign out and use the link" }).click()
    await page.getByRole("navigation").getByText("Second account").waitFor()
    await own.close()
    await page.close()
  })

  it("is not needed for a screen that is opened signed out, which leads to the sign-in and back", async () => {
    const { server } = dashboard
    const page = await openSignedOut(`${server.url}/dashboard/logs?status=succeeded`)
    await signIn(page, server.apiKey)
    await page.waitForURL(/\/dashboard\/logs\?status=succeeded/)
    await settle(page)
    assert.strictEqual(await page.getByText("Your session has ended").count(), 0)
    // The session ends while the screen is open.
    await page.context().clearCookies()
    await choose(page, "Status", "Failed")
    await page.getByText("Your session has ended").waitFor()
    await signIn(page, server.apiKey)
    await page.waitForURL(/\/dashboard\/logs\?status=exhausted/)
    await page.close()
  })
})
