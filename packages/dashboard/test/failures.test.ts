import type { ObservedPage } from "@landfall/browser/Browser"
import { assert, it } from "vitest"
import { describeFilledDashboard, type FilledDashboard, forEachPage } from "./harness/FilledDashboard.ts"
import { complete, settle } from "./harness/Harness.ts"
import { type Screen, screensOf } from "./harness/Screens.ts"

type Page = ObservedPage["page"]
type Route = Parameters<Parameters<Page["route"]>[1]>[0]

/** The stream of messages. It is repeated until it opens, and then the screens retry what failed for a lost connection. */
const STREAM = /message-stream/
/** The requests of the screens for data. */
const DATA = /\/(?:webhook|congestion|co2|account|usages?)\/(?!.*message-stream)/
/** What the browser itself writes into the console about a request that fails. */
const OF_BROWSER = /^console: Failed to load resource: |^http:\S+ failed: net::/
const SLOW_MILLIS = 5_000
const PRESS_MILLIS = 1_000

const errorInfo = (errorCode: number, message: string) => ({ errorCode, message, details: [], time: "" })

/** A failure of requests: how the server responds, and the next step that the screen states. */
interface Failure {
  readonly name: string
  readonly respond: (route: Route) => Promise<void>
  /** Whether the stream of messages fails too. */
  readonly ofStream?: boolean
  readonly nextStep: RegExp
}

const FAILURES: ReadonlyArray<Failure> = [
  {
    name: "429",
    respond: (route) =>
      route.fulfill({ status: 429, headers: { "retry-after": "9" }, json: errorInfo(42900, "Too many requests.") }),
    nextStep: /Try again in \d seconds?\./
  },
  {
    name: "500",
    respond: (route) =>
      route.fulfill({
        status: 500,
        headers: { "x-request-id": "req-7" },
        json: errorInfo(50000, "An internal error occurred.")
      }),
    nextStep: /report the request to the operator of this server\.Request req-7/
  },
  {
    name: "403",
    respond: (route) => route.fulfill({ status: 403, json: errorInfo(40300, "The plan has no alerts.") }),
    nextStep: /The operator of this server changes the plan/
  },
  {
    name: "402",
    respond: (route) => route.fulfill({ status: 402, json: errorInfo(40200, "The account has no credits left.") }),
    nextStep: /Usage and account shows when the next credits begin\./
  },
  {
    name: "closed connection",
    respond: (route) => route.abort("connectionclosed"),
    ofStream: true,
    nextStep: /Check the connection, then try again\./
  },
  {
    name: "JSON that ends early",
    respond: (route) => route.fulfill({ contentType: "application/json", body: '{"data": [' }),
    nextStep: /check the proxy or the network/
  }
]

/** Screens that load data when they are opened, or on a press. */
const loadsData = ({ name, press }: Screen): boolean =>
  press !== undefined || (!name.endsWith("-empty") && name !== "alert-custom")

/** Opens a screen whose requests for data get other responses: all of them, or those of its press. */
const openFailing = async (
  { browser, server }: FilledDashboard,
  { path, press }: Screen,
  { ofStream = false, respond }: Pick<Failure, "ofStream" | "respond">
) => {
  const observed = await browser.open("about:blank")
  const { page } = observed
  let isFailing = true
  const fail = () =>
    page.route(DATA, (route) =>
      isFailing && route.request().resourceType() === "fetch" ? respond(route) : route.continue()
    )
  if (ofStream) await page.route(STREAM, (route) => (isFailing ? route.abort("connectionclosed") : route.continue()))
  if (press === undefined) await fail()
  await page.goto(`${server.url}/dashboard${path}`)
  if (press !== undefined) {
    const button = page.getByRole("button", { name: press }).last()
    await button.waitFor()
    await settle(page)
    await fail()
    await button.click()
  }
  const end = () => {
    isFailing = false
  }
  return { ...observed, end }
}

/** What is wrong with a screen while its requests fail, and after they succeed again. */
const findFaults = async (dashboard: FilledDashboard, screen: Screen, failure: Failure) => {
  const faults: Array<string> = []
  const { page, errors, end } = await openFailing(dashboard, screen, failure)
  const notes = page.locator("main .note[role=alert]")
  await notes.first().waitFor()
  await settle(page)
  const texts = await notes.allTextContents()
  if (texts.length !== 1) faults.push(`${texts.length} errors: ${texts.join(" | ")}`)
  if (!failure.nextStep.test(texts[0] ?? "")) faults.push(`no next step: ${texts[0]}`)
  const retry = notes.getByRole("button", { name: "Try again" })
  if ((await retry.count()) !== 1) faults.push("no button to try again")
  end()
  // A screen that polls may have loaded its data before the press.
  await retry
    .first()
    .click({ timeout: PRESS_MILLIS })
    .catch(() => undefined)
  await page.getByText(screen.shows).first().waitFor()
  await retry.first().waitFor({ state: "detached" })
  await settle(page)
  faults.push(...errors.filter((error) => !OF_BROWSER.test(error)))
  await page.close()
  return faults.map((fault) => `${screen.name}, ${failure.name}: ${fault}`)
}

describeFilledDashboard("the screens of the dashboard whose requests fail", (dashboard) => {
  it("state each failure once with the next step, show nothing as loading any longer, and load again on request", async () => {
    const faults: Array<string> = []
    const cases = screensOf(dashboard().data)
      .filter(loadsData)
      .flatMap((screen) => FAILURES.map((failure) => ({ screen, failure })))
    await forEachPage(cases, async ({ screen, failure }) => {
      faults.push(...(await findFaults(dashboard(), screen, failure)))
    })
    assert.deepStrictEqual(faults, [])
  })

  it("are complete when responses take 5 s, and state no error meanwhile", async () => {
    const respondLate = async (route: Route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MILLIS))
      // A page that was closed meanwhile needs no response.
      await route.continue().catch(() => undefined)
    }
    await forEachPage(screensOf(dashboard().data).filter(loadsData), async (screen) => {
      const { page, errors } = await openFailing(dashboard(), screen, { respond: respondLate })
      await page.locator("h1").waitFor()
      assert.strictEqual(await page.locator("main .note[role=alert]").count(), 0, screen.name)
      await complete(page, { shows: screen.shows })
      assert.deepStrictEqual(errors, [], screen.name)
      await page.close()
    })
  })

  it("show a message whose endpoint was deleted", async () => {
    const { server, open } = dashboard()
    const { id: endpointId } = await server.call("POST", "/webhook/api/v1/endpoint", {
      url: "landfall://test-receiver"
    })
    const { id } = await server.call("POST", `/webhook/api/v1/endpoint/${endpointId}/send-example`, {
      eventType: "shipment.rolled"
    })
    await server.call("DELETE", `/webhook/api/v1/endpoint/${endpointId}`)
    const { page } = await open(`/logs/${id}`)
    await page.getByRole("heading", { name: endpointId }).waitFor()
    await page.close()
  })
})
