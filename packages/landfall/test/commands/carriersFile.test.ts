import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { type Running, run, start } from "../support/Command.ts"
import { until } from "../support/Eventually.ts"
import { type Listener, listenHttp } from "../support/Listener.ts"
import { callerOf } from "../support/Service.ts"

const API_KEY = "first-key-of-all"
const RIGHT_KEY = "the-right-key-of-the-carrier"
let folder = ""
let server: Running | undefined
let carrier: Listener | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-carriers-file-"))
})
afterEach(async () => {
  server?.child.kill("SIGKILL")
  await server?.ended
  carrier?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe("the carriers file of a running server", () => {
  it("is used when it changes: failed shipments are polled immediately, and an invalid version changes nothing", async () => {
    const keys: Array<string> = []
    carrier = await listenHttp((request, _, response) => {
      const key = String(request.headers["consumer-key"])
      keys.push(key)
      response.writeHead(key === RIGHT_KEY ? 200 : 401, { "content-type": "application/json" }).end("[]")
    })
    const profileWith = (variable: string) => ({
      scac: "MSCU",
      name: "A carrier",
      baseUrl: `http://127.0.0.1:${carrier?.port}`,
      kinds: ["CT"],
      authentication: { headers: { "Consumer-Key": variable } },
      requestsPerSecond: 100
    })
    const writeCarriers = (carriers: unknown) => writeFileSync(join(folder, "carriers.json"), JSON.stringify(carriers))
    const settings = {
      PORT: "0",
      LANDFALL_API_KEY: API_KEY,
      LANDFALL_CARRIERS: "carriers.json",
      LANDFALL_METRICS: "on",
      FORMER_KEY: "a-former-key-of-the-carrier",
      NEXT_KEY: RIGHT_KEY
    }
    writeCarriers({ carriers: [profileWith("FORMER_KEY")] })
    server = start(folder, ["serve"], settings)
    const { warned } = server
    const [, url = ""] = /is up at (\S+)/.exec(await server.printed(/Database .*\n/)) ?? []
    const caller = callerOf(url, API_KEY)
    const ready = async () => (await caller.send("GET", "/readyz")).body
    const metricsText = async () => (await fetch(`${url}/metrics`)).text()
    assert.deepStrictEqual((await ready()).carriersFile, { status: "ok", invalidSince: null })

    const tracked = await caller.send("POST", "/webhook/api/v1/shipment", { number: containerOf(1), sealine: "MSCU" })
    assert.strictEqual(tracked.status, 201, JSON.stringify(tracked.body))
    await until(() => keys.length > 0)
    await until(async () => (await ready()).carriers[0]?.status === "failing")

    writeCarriers({ carriers: [{ ...profileWith("NEXT_KEY"), baseUrl: "nowhere" }] })
    await warned(/(The carriers file has changed and is not used: .*carriers\[0\]\.baseUrl)/)
    const broken = await ready()
    assert.strictEqual(broken.status, "ready")
    assert.strictEqual(broken.carriersFile.status, "invalid")
    assert.match(broken.carriersFile.invalidSince, /^\d{4}-/)
    assert.include(await metricsText(), "\nlandfall_carriers_file_valid 0\n")
    const doctor = await run(folder, ["doctor", "--json"], settings)
    const findings: ReadonlyArray<{ check: string; message: string }> = JSON.parse(doctor.stdout)
    assert.match(JSON.stringify(findings), /carriers\[0\]\.baseUrl/)
    assert.notInclude(keys, RIGHT_KEY)

    writeCarriers({ carriers: [profileWith("NEXT_KEY"), { ...profileWith("NEXT_KEY"), scac: "HLCU" }] })
    await warned(
      /(carriers\.json has changed and is in use, with 2 carriers: HLCU was added, the profile of MSCU changed)/
    )
    await until(() => keys.includes(RIGHT_KEY))
    await until(async () => {
      const { carriers, carriersFile } = await ready()
      return carriersFile.status === "ok" && carriers.length === 2 && carriers[0].status === "ok"
    })
    const covered = async () => {
      const { body } = await caller.send("GET", "/webhook/api/v1/sealines")
      return body.data.filter((line: { covered: { container: boolean } }) => line.covered.container).length
    }
    assert.strictEqual(await covered(), 2)
    assert.match(await metricsText(), /landfall_carrier_consecutive_failures\{carrier="HLCU"\} 0/)

    writeCarriers({ carriers: [profileWith("NEXT_KEY")] })
    await warned(/(with 1 carrier: HLCU was removed)/)
    assert.strictEqual(await covered(), 1)
    assert.notMatch(await metricsText(), /landfall_carrier_\w+\{carrier="HLCU"\}/)
    assert.notInclude(server.stderr(), RIGHT_KEY)
  })
})
