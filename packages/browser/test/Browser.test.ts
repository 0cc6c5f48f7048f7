import { existsSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { browserUnavailableReason, launchBrowser, type TestBrowser, unsupportedPlatformReason } from "../src/Browser.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: tests in a browser, because ${unavailable}`)

const PAGE = `<!doctype html><title>Probe</title><h1>Loaded</h1>
<script>
  document.querySelector("h1").textContent = "Ran"
  fetch("/data")
  fetch("http://elsewhere.invalid/")
  console.error("logged")
  setTimeout(() => { throw new Error("thrown") })
</script>`

const QUIET = `<!doctype html><title>Quiet</title><link rel="icon" href="data:,"><p>Nothing</p>`

/** Waits until each text is part of a record: what a page does reaches the records of the test later. */
const recorded = (record: ReadonlyArray<string>, ...texts: ReadonlyArray<string>) =>
  vi.waitFor(
    () => {
      for (const text of texts) assert.include(record.join("\n"), text)
    },
    { timeout: 500_000 }
  )

describe("a platform", () => {
  it("has no browser unless the npm package has its programs, and the reason names both", () => {
    assert.isUndefined(unsupportedPlatformReason("linux-x64"))
    assert.strictEqual(
      unsupportedPlatformReason("linux-arm64"),
      "the npm package of Chromium is for linux-x64, and this is linux-arm64: set CHROMIUM_PATH to a Chromium"
    )
  })
})

describe.skipIf(unavailable !== undefined)("a browser", () => {
  let server: Server | undefined
  let browser: TestBrowser | undefined
  let url = ""

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader("content-type", "text/html")
      if (request.url === "/") response.setHeader("content-security-policy", "connect-src 'self'")
      response.statusCode = request.url === "/data" ? 404 : 200
      response.end(request.url === "/quiet" ? QUIET : PAGE)
    })
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
    const { port } = Object(server.address())
    url = `http://127.0.0.1:${port}`
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it("runs the scripts of a page, and records its requests and every kind of error", async () => {
    const observed = await browser?.open(`${url}/`)
    assert.isDefined(observed)
    const { requests, errors, violations } = observed
    assert.strictEqual(await observed.text(), "Ran")
    await recorded(requests, `${url}/`, `${url}/data`)
    await recorded(errors, "console: logged", "not caught: thrown", "404")
    await recorded(violations, "connect-src")
    assert.deepStrictEqual(violations, ["connect-src blocks http://elsewhere.invalid/"])
  })

  it("records nothing for a page that does nothing", async () => {
    const observed = await browser?.open(`${url}/quiet`)
    assert.deepStrictEqual(observed?.requests, [`${url}/quiet`])
    assert.deepStrictEqual(observed?.errors, [])
    assert.deepStrictEqual(observed?.violations, [])
  })

  it("states what a page shows when a wait times out", async () => {
    const observed = await browser?.open(`${url}/`)
    assert.isDefined(observed)
    const { page, errors } = observed
    await recorded(errors, "console: logged")
    page.setDefaultTimeout(50)
    const waits = [
      () => page.getByText("Finished").first().waitFor(),
      () => page.getByRole("button").or(page.getByText("Finished")).click(),
      () => page.waitForFunction("document.title === 'Finished'")
    ]
    for (const wait of waits) {
      const message = await wait().then(
        () => "it did not fail",
        (error: Error) => error.message
      )
      assert.include(message, "Timeout 50ms exceeded")
      assert.include(message, `The page ${url}/ shows:\nRan\nIts errors:\n`)
      assert.include(message, "console: logged")
    }
    await page.close()
  })

  it("has a separate profile, which is removed when it is closed", async () => {
    const other = await launchBrowser()
    assert.notStrictEqual(other.profile, browser?.profile)
    assert.isTrue(existsSync(other.profile))
    await other.close()
    assert.isFalse(existsSync(other.profile))
  })
})
