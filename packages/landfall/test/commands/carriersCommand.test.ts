import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"
import { run } from "../support/Command.ts"

const KNOWN = containerOf(1)
const UNREADABLE = containerOf(2)
const LIMITED = containerOf(3)
const KEY = "k3y-of-the-carrier"

const voyage = transhipmentVoyage({
  container: KNOWN,
  booking: "B1",
  start: DateTime.makeUnsafe("2026-01-01T00:00:00Z")
}).flatMap(({ events }) => events)

/** A carrier that knows one container and accepts one key. */
const carrierServer = (): Server =>
  createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost")
    if (request.headers["consumer-key"] !== KEY) {
      response.writeHead(401, { "content-type": "application/json" })
      response.end(JSON.stringify({ message: `${String(request.headers["consumer-key"])} is not valid` }))
      return
    }
    const number = searchParams.get("equipmentReference")
    if (number === LIMITED) {
      response.writeHead(429, { "retry-after": "3600" }).end()
      return
    }
    if (number === UNREADABLE) {
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify([{ eventType: "TRANSPORT" }]))
      return
    }
    const isKnown = number === KNOWN
    response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" })
    response.end(isKnown ? JSON.stringify(voyage) : "{}")
  })

describe("landfall carriers", () => {
  let folder = ""
  let carriers = ""
  const server = carrierServer()

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "landfall-carriers-"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port }: Pick<AddressInfo, "port"> = Object(server.address())
    const profile = {
      scac: "MAEU",
      name: "Maersk",
      baseUrl: `http://127.0.0.1:${port}`,
      kinds: ["CT", "BK"],
      authentication: { headers: { "Consumer-Key": "MAEU_KEY" } },
      requestsPerSecond: 100
    }
    const other = { ...profile, scac: "HLCU", name: "Hapag-Lloyd", authentication: { headers: { Key: "HLCU_KEY" } } }
    carriers = join(folder, "carriers.json")
    writeFileSync(carriers, JSON.stringify({ carriers: [profile, other] }))
  })
  afterAll(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const command = (args: ReadonlyArray<string>, key = KEY) =>
    run(folder, ["carriers", ...args], { LANDFALL_CARRIERS: carriers, MAEU_KEY: key })

  it("check shows each request and the decoded events, and reads no secrets of other carriers", async () => {
    const { code, stdout, stderr } = await command(["check", "maeu", "--number", KNOWN])
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.match(
      stdout,
      new RegExp(`^Maersk \\(MAEU\\), CT ${KNOWN}\\n1\\. events: GET http.*\\n +status 200 after \\d+ ms`)
    )
    assert.match(stdout, new RegExp(`${voyage.length} events decoded, 0 rejected`))
    assert.match(stdout, new RegExp(`MAEU works: it responded with events of ${KNOWN}\\.`))
  })

  it("check without a number succeeds when the carrier responds that it does not know one", async () => {
    const { code, stdout } = await command(["check", "MAEU", "--json"])
    assert.strictEqual(code, 0)
    const checked = JSON.parse(stdout)
    assert.deepInclude(checked, { scac: "MAEU", works: true, outcome: "unknown_shipment", type: "CT", events: [] })
    assert.strictEqual(checked.steps[0].status, 404)
    assert.match(checked.advice[0], /404 can also mean that baseUrl is wrong/)
  })

  it("check fails with what is wrong and what to change, and shows no secret", async () => {
    const { code, stdout, stderr } = await command(["check", "MAEU"], "the-wrong-key-of-all")
    assert.strictEqual(code, 1)
    assert.match(stdout, /status 401 after \d+ ms\n +\{"message":"\(hidden\) is not valid"\}/)
    assert.match(stdout, /MAEU rejected the API keys .*\nCheck the values of MAEU_KEY \(header Consumer-Key\)\./)
    assert.strictEqual(stderr, "landfall: The check of MAEU failed; the reason is printed above.\n")
    assert.notInclude(stdout + stderr, "the-wrong-key-of-all")
  })

  it("check fails when no event of the response can be read", async () => {
    const { code, stdout } = await command(["check", "MAEU", "--number", UNREADABLE])
    assert.strictEqual(code, 1)
    assert.match(stdout, /0 events decoded, 1 rejected\n +rejected: \$\[0\]\.eventDateTime is missing/)
    assert.match(stdout, new RegExp(`\nMAEU responded with events of ${UNREADABLE}, none of which can be read\\.\n`))
    assert.notMatch(stdout, /works/)
    const json = JSON.parse((await command(["check", "MAEU", "--number", UNREADABLE, "--json"])).stdout)
    assert.deepInclude(json, { works: false, outcome: "responded", events: [] })
  })

  it("check states until when a carrier accepts no more requests", async () => {
    const { code, stdout } = await command(["check", "MAEU", "--number", LIMITED])
    assert.strictEqual(code, 1)
    assert.match(stdout, /status 429 after .*\nMAEU accepts no more requests before 20\d\d-\d\d-\d\dT[\d:.]+Z\.\n/)
  })

  it("check rejects a number, a carrier and a setting that are wrong", async () => {
    const number = await command(["check", "MAEU", "--number", "MSKU1234560"])
    assert.strictEqual(number.code, 1)
    assert.match(number.stderr, /^landfall: number .*MSKU1234560/)
    assert.match((await command(["check", "ONEY"])).stderr, /the file has no carrier ONEY; it has MAEU, HLCU/)
    assert.match((await command(["check", "HLCU"])).stderr, /names HLCU_KEY, which is not set/)
    const unset = await run(folder, ["carriers", "check", "MAEU"])
    assert.match(unset.stderr, /landfall carriers check MAEU needs the profile .* set LANDFALL_CARRIERS/)
    const bill = await command(["check", "MAEU", "--type", "BL"])
    assert.strictEqual(bill.code, 1)
    assert.match(bill.stdout, /is not configured for queries by BL\.\nThe profile has the kinds CT, BK/)
  })

  it("list shows what each carrier covers and its last poll, without any secret in the environment", async () => {
    const { code, stdout } = await run(folder, ["carriers", "list"], { LANDFALL_CARRIERS: carriers })
    assert.strictEqual(code, 0)
    assert.match(
      stdout,
      /^MAEU {2}Maersk {2}containers, bookings {2}http:.*\n +never polled\n +0 shipments due, 0 of 10,?000 requests used today, no notifications\n/
    )
    const listed = await run(folder, ["carriers", "list", "--json"], { LANDFALL_CARRIERS: carriers })
    const [first, second] = JSON.parse(listed.stdout)
    assert.deepInclude(first, { scac: "MAEU", kinds: ["CT", "BK"], failures: 0, lastOutcome: null, due: 0 })
    assert.strictEqual(second.scac, "HLCU")
    const none = await run(folder, ["carriers", "list"])
    assert.match(none.stdout, /^No carrier is configured: set LANDFALL_CARRIERS/)
  })
})
