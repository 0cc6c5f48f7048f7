import { browserUnavailableReason, type ObservedPage } from "@landfall/browser/Browser"
import { afterAll, beforeAll, describe } from "vitest"
import { type DemoData, fillAccount } from "./DemoData.ts"
import { type Dashboard, openDashboard } from "./Harness.ts"

const unavailable = await browserUnavailableReason()

/** The dashboard in a browser that is signed in, and what its account contains. */
export interface FilledDashboard extends Dashboard {
  readonly data: DemoData
}

/**
 * Describes what the pages of an account with data do in a browser. Where none can run, the tests are skipped with the reason.
 *
 * @param tests receives the function that returns the dashboard, which is open while a test runs
 */
export const describeFilledDashboard = (title: string, tests: (dashboard: () => FilledDashboard) => void): void => {
  if (unavailable !== undefined) console.log(`skipped: ${title} in a browser, because ${unavailable}`)
  describe.skipIf(unavailable !== undefined)(title, () => {
    let dashboard: Dashboard | undefined
    let filled: FilledDashboard
    beforeAll(async () => {
      dashboard = await openDashboard()
      filled = { ...dashboard, data: await fillAccount(dashboard) }
    })
    afterAll(() => dashboard?.close())
    tests(() => filled)
  })
}

/**
 * Pages that are open at the same time. Each holds a connection for its stream of messages, and a browser opens six to one
 * server.
 */
const PAGES = 4
/** Pages that are open at the same time without their stream, which wait for most of their time. */
export const PAGES_WITHOUT_STREAM = 8

/** The stream of messages of a page. */
const STREAM = "**/message-stream"

/** Opens a page whose stream of messages does not connect: it polls, and holds no connection. */
export const openWithoutStream = async ({ browser }: Dashboard): Promise<ObservedPage> => {
  const observed = await browser.open("about:blank")
  await observed.page.route(STREAM, () => undefined)
  return observed
}

/** Runs a function, which opens a page, for every item, for some of them at the same time: pages wait longer than they compute. */
export const forEachPage = async <A>(
  items: Iterable<A>,
  run: (item: A) => Promise<void>,
  pages = PAGES
): Promise<void> => {
  const rest = [...items].values()
  const runRest = async () => {
    for (const item of rest) await run(item)
  }
  await Promise.all(Array.from({ length: pages }, runRest))
}
