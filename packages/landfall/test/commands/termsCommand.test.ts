import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { type Running, run, start } from "../support/Command.ts"

const KEY = "a-key-for-terms-alone"
const [FIRST, SECOND] = [containerOf(1), containerOf(2)]

describe("landfall import terms", () => {
  let folder = ""
  let server: Running
  let url = ""
  const request = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/webhook/api/v1${path}`, {
      method,
      headers: { "API-Key": KEY, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return response.json()
  }
  const imported = (text: string, ...flags: ReadonlyArray<string>) => {
    writeFileSync(join(folder, "terms.csv"), text)
    return run(folder, ["import", "terms", "terms.csv", ...flags])
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "landfall-terms-"))
    server = start(folder, ["serve"], { PORT: "0", LANDFALL_API_KEY: KEY })
    const printed = await server.printed(/http:\/\/127\.0\.0\.1:\d+/)
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ""
  })
  afterAll(async () => {
    server.child.kill("SIGTERM")
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  })

  it("sets the terms of tracked shipments, and names each row that it does not set", async () => {
    const shipment = await request("POST", "/shipment", { number: FIRST })
    const { stdout, stderr, code } = await imported(
      `number,lastFreeDay,holds\n${FIRST},2027-03-14,freight\n${SECOND},2027-03-14,\n${FIRST},14 March,\n`
    )
    assert.strictEqual(code, 1)
    assert.match(stdout, /^terms of 1 shipment set, 0 alerts; 1 row not set, 1 fault\n$/)
    assert.match(stderr, new RegExp(`line 3: number ${SECOND} is not tracked by the account`))
    assert.match(stderr, /line 4: lastFreeDay must be a date such as 2026-03-14/)
    const { handling } = await request("GET", `/shipment/${shipment.id}`)
    assert.deepInclude(handling[0], { container: FIRST, lastFreeDay: "2027-03-14", holds: ["freight"] })
  })

  it("releases holds with none, and retains the values that a row does not state", async () => {
    const { stdout, code } = await imported(`Number,Holds\n${FIRST},none\n`, "--json")
    assert.strictEqual(code, 0)
    assert.deepInclude(JSON.parse(stdout), { shipments: 1, unset: [], faults: [] })
    const { data } = await request("GET", `/shipment?number=${FIRST}`)
    const { handling } = await request("GET", `/shipment/${data[0].id}`)
    assert.deepInclude(handling[0], { lastFreeDay: "2027-03-14", holds: [] })
  })
})
