import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { EdgeVM } from "@edge-runtime/vm"
import { rolldown } from "rolldown"
import { afterAll, describe, expect, it } from "vitest"
import { browserUnavailableReason, launchBrowser } from "../../../packages/browser/src/Browser.ts"
import { writeFiles } from "../../release/install.mjs"
import { projectWith, removeProject } from "./support/project.mjs"

/** A journey, a route, a decoded event and a request with the client, as one program. `SERVER` is the address of the service. */
const PROGRAM = `
import { createClient } from "@landfall/api/client/PromiseClient"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { exampleEvents } from "@landfall/core/tracking/journey/ExampleJourney"
import { deriveJourneys } from "@landfall/core/tracking/journey/Journey"
import { decodeDcsa } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import * as NetworkSeaRouter from "@landfall/sea/NetworkSeaRouter"
import { Effect } from "effect"

const route = Effect.gen(function* () {
  return yield* (yield* SeaRouter).route({ from: Unlocode.make("NLRTM"), to: Unlocode.make("SGSIN") })
}).pipe(Effect.provide(NetworkSeaRouter.layer))

export const run = async (server) => {
  const [journey] = deriveJourneys(exampleEvents(Instant.make(Date.UTC(2026, 0, 31))))
  const { passages } = await Effect.runPromise(route)
  const { rejected } = decodeDcsa([{ eventType: "EQUIPMENT" }], Instant.make(0))
  const period = await createClient({ baseUrl: server, apiKey: "key" }).consumption.currentPeriod()
  return [
    journey.ports.map(({ place }) => place.unlocode).join(" "),
    passages.join(" "),
    rejected.length + " rejected",
    period.credits + " credits"
  ].join("; ")
}
`
const EXPECTED = "CNSHA SGSIN NLRTM; dover gibraltar suez bab-el-mandeb malacca; 1 rejected; 7 credits"

const project = await projectWith(["@landfall/core", "@landfall/sea", "@landfall/feeds", "@landfall/api"])
const unavailable = await browserUnavailableReason()
if (unavailable !== undefined) console.log(`skipped: packages in a browser, because ${unavailable}`)
afterAll(() => removeProject(project))

/** Bundles the program for browsers: an import of a module of Node fails. Returns the bundle as one script. */
const bundle = async () => {
  writeFiles(project.folder, { "entry.mjs": PROGRAM })
  const build = await rolldown({
    input: join(project.folder, "entry.mjs"),
    platform: "browser",
    logLevel: "silent"
  })
  const { output } = await build.write({ file: join(project.folder, "bundle.js"), format: "iife", name: "landfall" })
  return { code: output[0].code, imports: output[0].imports }
}

const PERIOD = {
  id: "0b5c2c5e-6a3c-4f0e-9a3d-1c9f7d3d6a11",
  credits: 7,
  creditsInitial: 10,
  periodStart: "2026-01-01T00:00:00.000Z",
  periodEnd: "2026-02-01T00:00:00.000Z",
  expired: false
}

/** A page with the bundle, and the operation that the program calls. */
const serve = async () => {
  const requests = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.api_key ?? ""}`)
    if (request.url === "/bundle.js") {
      response.setHeader("content-type", "text/javascript; charset=utf-8")
      response.end(readFileSync(join(project.folder, "bundle.js")))
    } else if (request.url.endsWith("/consumption/current-period")) {
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(PERIOD))
    } else {
      response.setHeader("content-type", "text/html")
      response.end(
        '<!doctype html><title>Probe</title><link rel="icon" href="data:,"><script src="/bundle.js"></script>'
      )
    }
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() }
}

describe.skipIf(project.reason !== undefined)("a bundle of core, sea, feeds and the client", () => {
  it("imports no module of Node, and excludes code that the program does not use", async () => {
    const { code, imports } = await bundle()
    expect(imports).toEqual([])
    expect(/\bfrom ?["']node:|\bimport\(["']node:|require\(["']/.test(code)).toBe(false)
    expect(code.includes("@landfall/core/alerts/delivery/DeliveryQueue")).toBe(false)
  })

  it.skipIf(unavailable !== undefined)("runs in a browser", async () => {
    await bundle()
    const server = await serve()
    const browser = await launchBrowser()
    try {
      const { errors, page } = await browser.open(server.url)
      expect(errors).toEqual([])
      expect(await page.evaluate((url) => globalThis.landfall.run(url), server.url)).toBe(EXPECTED)
      expect(server.requests.at(-1)).toMatch(/^GET \/\S+\/consumption\/current-period key$/)
    } finally {
      await browser.close()
      server.close()
    }
  })

  it("runs on an edge runtime, which has no module of Node", async () => {
    const { code } = await bundle()
    const server = await serve()
    try {
      const vm = new EdgeVM()
      expect(vm.evaluate("typeof process + typeof require + typeof Buffer")).toBe("undefinedundefinedundefined")
      vm.evaluate(code)
      expect(await vm.evaluate(`landfall.run(${JSON.stringify(server.url)})`)).toBe(EXPECTED)
    } finally {
      server.close()
    }
  })
})
