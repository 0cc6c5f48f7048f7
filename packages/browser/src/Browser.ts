import { execFile } from "node:child_process"
import { rmSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { promisify } from "node:util"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { type ChromiumFiles, ensureChromiumFiles } from "./ChromiumFiles.ts"
import { explainWaits } from "./ExplainedWaits.ts"

const run = promisify(execFile)

/** The platform of the programs in the npm package. */
const PLATFORM = "linux-x64"

/** Chromium does not contact its vendor, and needs no sandbox, because it opens pages of the tests alone. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

/** A request that the page itself cancelled, such as that of a screen which was left. */
const CANCELLED = "net::ERR_ABORTED"

/** How long a page may take until it shows what a test waits for: long, because a slow machine is not a fault. */
const WAIT_MILLIS = 120_000
/** A browser may take as long as its machine needs to start. */
const NO_TIMEOUT = 0

type Environment = Record<string, string>

/** A Chromium that runs on this machine. */
interface RunnableChromium {
  readonly program: string
  readonly env: Environment
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const environmentWith = (changes: Environment): Environment => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  ),
  ...changes
})

/** Finds the first of some environments, as changes of that of this process, in which a program starts. */
const findRunnable = async (program: string, environments: ReadonlyArray<Environment>): Promise<RunnableChromium> => {
  const failures: Array<string> = []
  for (const changes of environments) {
    const env = environmentWith(changes)
    try {
      await run(program, ["--version"], { env })
      return { program, env }
    } catch (error) {
      failures.push(errorText(error))
    }
  }
  throw new Error(`Chromium does not start on this machine (${failures.join("; ")})`)
}

/** The environments for Chromium of the package: with its fonts, and with its libraries where the machine has none. */
const environmentsOf = ({ libraries, fonts }: ChromiumFiles): ReadonlyArray<Environment> => {
  const fontSettings = { FONTCONFIG_FILE: fonts }
  const libraryPath = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(":")
  return [fontSettings, { ...fontSettings, LD_LIBRARY_PATH: libraryPath }]
}

/** Why a platform, such as `linux-arm64`, has no browser; undefined when it has one. */
export const unsupportedPlatformReason = (platform: string): string | undefined =>
  platform === PLATFORM
    ? undefined
    : `the npm package of Chromium is for ${PLATFORM}, and this is ${platform}: set CHROMIUM_PATH to a Chromium`

/** The Chromium that `CHROMIUM_PATH` names, otherwise that of the npm package. */
const prepare = async (): Promise<RunnableChromium> => {
  const configuredPath = process.env.CHROMIUM_PATH ?? ""
  if (configuredPath !== "") return findRunnable(configuredPath, [{}])
  const unsupported = unsupportedPlatformReason(`${process.platform}-${process.arch}`)
  if (unsupported !== undefined) throw new Error(unsupported)
  const files = await ensureChromiumFiles()
  return findRunnable(files.program, environmentsOf(files))
}

let preparation: Promise<RunnableChromium> | undefined

const prepareOnce = (): Promise<RunnableChromium> => {
  preparation ??= prepare()
  return preparation
}

/** Why no browser can be started on this machine; undefined when one can. */
export const browserUnavailableReason = (): Promise<string | undefined> =>
  prepareOnce().then(() => undefined, errorText)

/** A page, with what it has done since it was opened. */
export interface ObservedPage {
  /** The page. The error of a wait that fails contains what the page showed instead. */
  readonly page: Page
  /** The text that a person sees, line by line. */
  readonly text: () => Promise<string>
  /** The URLs of its requests and web sockets, those of its frames and workers included. */
  readonly requests: ReadonlyArray<string>
  /** Its errors: in the console, not caught, and of requests that failed. */
  readonly errors: ReadonlyArray<string>
  /** What its security policy has blocked: the directive and the URL, or `eval` or `inline`. */
  readonly violations: ReadonlyArray<string>
}

/** A running browser. */
export interface TestBrowser {
  /** The folder of its profile. */
  readonly profile: string
  /** Opens a URL and waits until the page and its scripts are loaded. Every wait on the page ends after two minutes. */
  readonly open: (url: string) => Promise<ObservedPage>
  /** Ends the browser and removes its profile. */
  readonly close: () => Promise<void>
}

/** The function of every page that reports a violation of its security policy. */
const REPORT = "reportPolicyViolation"

/** Runs in every page before its scripts. */
const reportViolations = (report: string) => {
  globalThis.addEventListener("securitypolicyviolation", (event) => {
    const { effectiveDirective, blockedURI } = Object(event)
    Reflect.get(globalThis, report)(`${effectiveDirective} blocks ${blockedURI}`)
  })
}

const observe = async (context: BrowserContext, url: string): Promise<ObservedPage> => {
  const requests: Array<string> = []
  const errors: Array<string> = []
  const opened = await context.newPage()
  opened.setDefaultTimeout(WAIT_MILLIS)
  const page = explainWaits(opened, opened, errors)
  const violations: Array<string> = []
  page.on("request", (request) => requests.push(request.url()))
  page.on("websocket", (socket) => requests.push(socket.url()))
  page.on("worker", (worker) => requests.push(worker.url()))
  page.on("requestfailed", (request) => {
    const text = request.failure()?.errorText
    if (text !== CANCELLED) errors.push(`${request.url()} failed: ${text}`)
  })
  page.on("pageerror", (error) => errors.push(`not caught: ${error.message}`))
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()}`)
  })
  await page.exposeFunction(REPORT, (violation: string) => violations.push(violation))
  await page.addInitScript(reportViolations, REPORT)
  await page.goto(url, { waitUntil: "load" })
  // biome-ignore lint/performance/useDomNodeTextContent: textContent has hidden text too, and no lines
  const text = () => page.locator("body").innerText()
  return { page, text, requests, errors, violations }
}

/** Starts a browser with a fresh profile. Rejects with the reason when this machine cannot run one. */
export const launchBrowser = async (): Promise<TestBrowser> => {
  const { program, env } = await prepareOnce()
  const profile = await mkdtemp(join(tmpdir(), "landfall-browser-"))
  const remove = () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  process.once("exit", remove)
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: program,
      headless: true,
      args: FLAGS,
      env,
      serviceWorkers: "block",
      timeout: NO_TIMEOUT
    })
    return {
      profile,
      open: (url) => observe(context, url),
      close: async () => {
        await context.close()
        process.off("exit", remove)
        remove()
      }
    }
  } catch (error) {
    process.off("exit", remove)
    remove()
    throw error
  }
}
