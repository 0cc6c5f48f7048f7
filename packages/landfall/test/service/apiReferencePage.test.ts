import { assert, layer } from "@effect/vitest"
import { browserUnavailableReason, launchBrowser } from "@landfall/browser/Browser"
import { Effect } from "effect"
import { eventually } from "../support/Eventually.ts"
import { listenHttp } from "../support/Listener.ts"
import { operations } from "../support/Operations.ts"
import { serviceLayer, serviceUrl } from "../support/Service.ts"

const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: the API reference in a browser, because ${unavailable}`)

/** A library of the page probes whether it may compile code, and does without when the policy forbids it. */
const PROBE = "script-src blocks eval"

const browser = Effect.acquireRelease(Effect.promise(launchBrowser), ({ close }) => Effect.promise(close))

/** Runs in the page: requests another origin in three ways, and returns what came of each. */
const reachOut = async (origin: string): Promise<ReadonlyArray<string>> => {
  const { document } = globalThis
  const load = (element: HTMLScriptElement | HTMLImageElement, source: string) =>
    new Promise<string>((resolve) => {
      element.addEventListener("load", () => resolve("loaded"))
      element.addEventListener("error", () => resolve("blocked"))
      element.src = source
      document.head.append(element)
    })
  const fetched = fetch(`${origin}/fetch`).then(
    () => "sent",
    () => "blocked"
  )
  return [
    await fetched,
    await load(document.createElement("script"), `${origin}/script.js`),
    await load(document.createElement("img"), `${origin}/image.png`)
  ]
}

/** The API reference, once it shows its last area. */
const openReference = Effect.gen(function* () {
  const url = yield* serviceUrl
  const { open } = yield* browser
  return yield* Effect.promise(async () => {
    const observed = await open(`${url}/docs`)
    await observed.page.getByText("/co2/api/v2/usages/operations").first().waitFor()
    return { ...observed, url }
  })
})

layer(serviceLayer, { excludeTestServices: true })("the API reference in a browser", (it) => {
  const inBrowser = it.effect.skipIf(unavailable !== undefined)

  inBrowser("shows every operation, in the areas of the service", () =>
    Effect.gen(function* () {
      const { text: readText, url } = yield* openReference
      const { text, document } = yield* Effect.promise(async () => ({
        text: await readText(),
        document: await (await fetch(`${url}/openapi.json`)).json()
      }))
      assert.isAbove(operations.length, 60)
      for (const { id, method, path } of operations) assert.include(text, `${method}\n${path}\n`, id)
      const groups: ReadonlyArray<{ readonly name: string; readonly tags: ReadonlyArray<string> }> =
        document["x-tagGroups"]
      assert.deepStrictEqual(
        groups.map(({ name }) => name),
        ["Alerts", "Congestion", "CO2"]
      )
      let from = text.indexOf("Introduction")
      for (const { name, tags } of groups) {
        for (const heading of [name, ...tags]) {
          const at = text.indexOf(`\n${heading}\n`, from)
          assert.isAtLeast(at, 0, `${heading} in the navigation after ${text.slice(from, from + 40)}`)
          from = at + heading.length
        }
      }
    })
  )

  inBrowser("shows what an operation is for, and the example of its response", () =>
    Effect.gen(function* () {
      const { page } = yield* openReference
      yield* Effect.promise(async () => {
        // The page moves while it loads, and a click at a position would miss the button.
        await page.locator('[aria-label="Show all Applications endpoints"]').dispatchEvent("click")
        for (const text of [
          "Create an application",
          "The name of the application, 1 to 256 characters.",
          "Import desk"
        ]) {
          await page.getByText(text).first().waitFor()
        }
      })
    })
  )

  inBrowser("requests nothing from elsewhere, and has no error", () =>
    Effect.gen(function* () {
      const { requests, errors, violations, url } = yield* openReference
      assert.include(requests, `${url}/docs`)
      assert.deepStrictEqual(
        requests.filter((request) => new URL(request).origin !== url),
        []
      )
      assert.deepStrictEqual(errors, [])
      assert.deepStrictEqual(
        violations.filter((violation) => violation !== PROBE),
        []
      )
    })
  )

  inBrowser("is held by its policy: the page loads and sends nothing elsewhere", () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const elsewhere = yield* Effect.acquireRelease(
        Effect.promise(() =>
          listenHttp((request, _, response) => {
            received.push(request.url ?? "")
            response.writeHead(200, { "access-control-allow-origin": "*" }).end()
          })
        ),
        ({ close }) => Effect.sync(close)
      )
      const other = `http://127.0.0.1:${elsewhere.port}`
      const { page, violations } = yield* openReference
      const outcomes = yield* Effect.promise(() => page.evaluate(reachOut, other))
      assert.deepStrictEqual(outcomes, ["blocked", "blocked", "blocked"])
      const expected = [
        `connect-src blocks ${other}/fetch`,
        `script-src-elem blocks ${other}/script.js`,
        `img-src blocks ${other}/image.png`
      ]
      yield* Effect.promise(() =>
        eventually(
          () => [...violations],
          (found) => expected.every((violation) => found.includes(violation))
        )
      )
      assert.deepStrictEqual(received, [])
    })
  )
})
