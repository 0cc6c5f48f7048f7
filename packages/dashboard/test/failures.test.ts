import type { ObservedPage } from "@landfall/browser/Browser"
import { assert, it } from "vitest"
import { until } from "./harness/DemoData.ts"
import {
  describeFilledDashboard,
  type FilledDashboard,
  forEachPage,
  openWithoutStream,
  PAGES_WITHOUT_STREAM
} from "./harness/FilledDashboard.ts"
import { settle } from "./harness/Harness.ts"
import { type Screen, screensOf } from "./harness/Screens.ts"

type Page = ObservedPage["page"]
type Route = Parameters<Parameters<Page["route"]>[1]>[0]

/** The stream of messages. It is repeated until it opens, and then the screens retry what failed for a lost connection. */
const STREAM = /message-stream/
/** The requests of the screens for data. */
const DATA = /\/(?:webhook|congestion|co2|account|usages?)\/(?!.*message-stream)/
/** What the browser itself writes into the console about a request that fails. */
const OF_BROWSER = /^console: Failed to load resource: |^http:\S+ failed: net::/
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

/** JSON that is no response of the contract. */
const WRONG_BODIES = ["{}", "null", "[null]", '{"data":{"id":5},"done":"yes"}']

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
  },
  ...WRONG_BODIES.map(
    (body): Failure => ({
      name: `the JSON ${body}`,
      respond: (route) => route.fulfill({ contentType: "application/json", body }),
      nextStep: /check the proxy or the network/
    })
  )
]

/** Screens that load data when they are opened, or on a press. */
const loadsData = ({ name, press }: Screen): boolean =>
  press !== undefined || (!name.endsWith("-empty") && name !== "alert-custom")

/** Opens a screen whose requests for data get the current response of `respond`: all of them, or those of its press. */
const openFailing = async (dashboard: FilledDashboard, { path, press }: Screen, respond: () => Failure | undefined) => {
  const observed = await openWithoutStream(dashboard)
  const { page } = observed
  const fail = async () => {
    await page.route(DATA, (route) => {
      const failure = respond()
      return failure !== undefined && route.request().resourceType() === "fetch"
        ? failure.respond(route)
        : route.continue()
    })
    // The newest route comes first: the stream stays silent, or fails like the other requests.
    await page.route(STREAM, (route) => (respond()?.ofStream === true ? route.abort("connectionclosed") : undefined))
  }
  if (press === undefined) await fail()
  await page.goto(`${dashboard.server.url}/dashboard${path}`)
  if (press !== undefined) {
    const button = page.getByRole("button", { name: press }).last()
    await button.waitFor()
    await settle(page)
    await fail()
    await button.click()
  }
  return observed
}

/** What is wrong with a screen while its requests fail, in one way after the other, and after they succeed again. */
const findFaults = async (dashboard: FilledDashboard, screen: Screen) => {
  const faults: Array<string> = []
  let current: Failure | undefined = FAILURES[0]
  let failedRequests = 0
  const { page, errors } = await openFailing(dashboard, screen, () => {
    failedRequests += 1
    return current
  })
  const notes = page.locator("main .note[role=alert]")
  const retry = notes.getByRole("button", { name: "Try again" })
  for (const failure of FAILURES) {
    current = failure
    const before = failure === FAILURES[0] ? 0 : failedRequests
    if (failure !== FAILURES[0]) await retry.first().click()
    await until(
      async () => failedRequests,
      (count) => count > before
    )
    const stated = notes.filter({ hasText: failure.nextStep })
    await stated.first().waitFor()
    await settle(page)
    const texts = await notes.allTextContents()
    if (texts.length !== 1) faults.push(`${failure.name}: ${texts.length} errors: ${texts.join(" | ")}`)
    if ((await retry.count()) !== 1) faults.push(`${failure.name}: no button to try again`)
  }
  current = undefined
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
  return faults.map((fault) => `${screen.name}: ${fault}`)
}

describeFilledDashboard("the screens of the dashboard whose requests fail", (dashboard) => {
  it("state each failure once with the next step, show nothing as loading any longer, and load again on request", async () => {
    const faults: Array<string> = []
    const check = async (screen: Screen) => void faults.push(...(await findFaults(dashboard(), screen)))
    await forEachPage(screensOf(dashboard().data).filter(loadsData), check, PAGES_WITHOUT_STREAM)
    assert.deepStrictEqual(faults, [])
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
