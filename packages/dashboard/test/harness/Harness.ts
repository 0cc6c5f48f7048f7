import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { launchBrowser, type ObservedPage, type TestBrowser } from "@landfall/browser/Browser"
import type { Screen } from "./Screens.ts"
import { type RunningServer, startReceiver, startServer, type TestReceiver } from "./Server.ts"

/** The source of axe, which checks the accessibility of a page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

type Page = ObservedPage["page"]

/** The dashboard in a browser that is signed in, on a server of its own. */
export interface Dashboard {
  readonly server: RunningServer
  readonly receiver: TestReceiver
  readonly browser: TestBrowser
  /** Opens a path of the dashboard, such as `/endpoints`, and waits until it has loaded its data. */
  readonly open: (path: string) => Promise<ObservedPage>
  readonly close: () => Promise<void>
}

/** Waits until a screen is complete, after its button was pressed. */
export const complete = async (page: Page, { press, shows }: Pick<Screen, "press" | "shows">): Promise<void> => {
  if (press !== undefined) await page.getByRole("button", { name: press }).last().click()
  await page.getByText(shows).first().waitFor()
  await settle(page)
}

/** Waits until nothing that is shown is loading any longer. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      [...document.querySelectorAll(".skeleton, [aria-busy=true]")].every((element) => !element.checkVisibility())
  )
}

/** Signs in with the API key, on the page where people do. */
export const signIn = async (page: Page, apiKey: string): Promise<void> => {
  await page.getByLabel("API key").fill(apiKey)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("navigation").waitFor()
}

/** Chooses an option of a list that opens below its button. */
export const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole("combobox", { name: label, exact: true }).click()
  await page.getByRole("option", { name: option, exact: true }).click()
}

/** Presses Tab until the focused element has this name: its label, or its text. */
export const focusOn = async (page: Page, name: string | RegExp): Promise<void> => {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press("Tab")
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      const labels = Reflect.get(activeElement ?? {}, "labels") as NodeListOf<HTMLElement> | undefined
      const label = labels?.[0]?.textContent ?? activeElement?.getAttribute("aria-label") ?? activeElement?.textContent
      return (label ?? "").trim()
    })
    if (typeof name === "string" ? focused === name : name.test(focused)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

const BUILD = fileURLToPath(new URL("../../../../scripts/launcher/buildDashboard.mjs", import.meta.url))

/** Builds the dashboard when its sources have changed, and opens it. */
export const openDashboard = async (settings: Readonly<Record<string, string>> = {}): Promise<Dashboard> => {
  await promisify(execFile)(process.execPath, [BUILD])
  const closing: Array<() => void | Promise<void>> = []
  const close = async () => {
    for (const step of closing.toReversed()) await step()
  }
  try {
    const server = await startServer(settings)
    closing.push(server.close)
    const receiver = await startReceiver()
    closing.push(receiver.close)
    const browser = await launchBrowser()
    closing.push(browser.close)
    const { page } = await browser.open(`${server.url}/dashboard/sign-in`)
    await signIn(page, server.apiKey)
    await page.close()
    const open = async (path: string) => {
      const observed = await browser.open(`${server.url}/dashboard${path}`)
      await settle(observed.page)
      return observed
    }
    return { server, receiver, browser, open, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A movement of what a page shows, which no key or press has caused: by how much, and the elements. */
export interface LayoutShift {
  /** The share of the window that moves, times how far, as the Layout Instability API defines it. */
  readonly value: number
  readonly elements: ReadonlyArray<string>
}

/** A page whose elements move less is good by the measure of Cumulative Layout Shift (web.dev/cls). */
export const MAX_LAYOUT_SHIFT = 0.1

/** The movements of a page since it was opened. */
export const findLayoutShifts = (page: Page): Promise<ReadonlyArray<LayoutShift>> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect()
          const shifts = list.getEntries().map((entry) => Object(entry))
          resolve(
            shifts
              .filter(({ hadRecentInput }) => !hadRecentInput)
              .map(({ value, sources }) => ({
                value,
                elements: sources.map(({ node }: { node: Element | null }) =>
                  `${node?.nodeName} ${node?.className ?? ""} ${node?.textContent?.slice(0, 40) ?? ""}`.trim()
                )
              }))
          )
        })
        observer.observe({ type: "layout-shift", buffered: true })
        setTimeout(() => resolve([]), 250)
      })
  )

/** What sticks out of its card, figure or note to the right, and is cut off or covers what stands beside it. */
export const findOverflows = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const isClipped = (element: Element, frame: Element): boolean => {
      for (let at = element.parentElement; at !== null && at !== frame; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== "visible") return true
      }
      return false
    }
    return [...document.querySelectorAll(".card, .figure, .note, .dialog")].flatMap((frame) => {
      const { right } = frame.getBoundingClientRect()
      return [...frame.querySelectorAll("*")]
        .filter((element) => {
          // What a chart draws at its edge for the pointer cannot be seen.
          if (element.closest("svg svg, svg *") !== null) return false
          const box = element.getBoundingClientRect()
          return box.width > 1 && box.right > right + 1 && !isClipped(element, frame)
        })
        .map((element) => `${element.nodeName} ${element.textContent?.trim().slice(0, 40)} sticks out`)
    })
  })

/** What axe finds on a page: the rule, and the elements. */
export const findAxeViolations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { violations } = await Reflect.get(globalThis, "axe").run(document, {
      rules: { "color-contrast-enhanced": { enabled: false } }
    })
    return violations.flatMap(
      ({
        id,
        nodes
      }: {
        id: string
        nodes: ReadonlyArray<{ html: string; any: ReadonlyArray<{ message: string }> }>
      }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ""}`)
    )
  })
}
