import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { writeZones } from "@landfall/feeds/zones/ZoneGeoJson"
import { csvRowsOf } from "@landfall/testing/fleet/FleetCsv"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { type SimulatedFleet, simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import { DateTime, Effect } from "effect"
import { type Running, run, start } from "../support/Command.ts"
import { callerOf } from "../support/Service.ts"

const KEY = "a-key-for-these-tests"
const PORT = "ZZAAA"
const DAY = 86_400_000
const START = Date.UTC(2024, 4, 6)
const DAYS = 8
let folder = ""
let running: Array<Running> = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-found-"))
})
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  await Promise.all(running.map(({ ended }) => ended))
  running = []
  rmSync(folder, { recursive: true, force: true })
})

const fleetFrom = (at: number) =>
  Effect.runPromise(
    simulateFleet(
      fleetPlan({
        seed: "found",
        vessels: 24,
        days: DAYS,
        ports: 2,
        berthsPerPort: 2,
        reportIntervalSeconds: 360,
        start: DateTime.makeUnsafe(at)
      })
    )
  )

const json = async (...args: ReadonlyArray<string>) => {
  const ended = await run(folder, [...args, "--json"])
  assert.strictEqual(ended.code, 0, ended.stderr)
  return JSON.parse(ended.stdout)
}

/** The record of a fleet, with the navigation status that crews enter, or without it. */
const importRecord = async (fleet: SimulatedFleet, name: string, hasStatus: boolean) => {
  const [header = "", ...rows] = [...csvRowsOf(fleet)]
  const status = header.split(",").indexOf("Status")
  const stored = hasStatus
    ? rows
    : rows.map((row) =>
        row
          .split(",")
          .map((cell, column) => (column === status ? "" : cell))
          .join(",")
      )
  writeFileSync(join(folder, name), [header, ...stored, ""].join("\n"))
  return json("import", "ais", name)
}

/** How many vessels really lay at the port's berths, give or take those that came or went within a quarter of an hour. */
const reallyAtBerth = (fleet: SimulatedFleet, at: number) => {
  const stays = fleet.calls
    .filter(({ port }) => port === PORT)
    .flatMap((call) => call.stays.filter(({ kind }) => kind === "berth"))
  const among = (margin: number) =>
    stays.filter(({ from, to }) => from <= at / 1000 - margin && to >= at / 1000 + margin)
  return { least: among(900).length, most: among(-900).length }
}

const figuresAt = (at: number) => json("congestion", PORT, "--as-of", new Date(at).toISOString())

describe("berths proposed from past port calls", () => {
  it("take effect once accepted, and determine the occupation from then on", async () => {
    const [before, after] = [await fleetFrom(START), await fleetFrom(START + (DAYS + 4) * DAY)]
    const areas = before.zones.filter(({ kind }) => kind === "PORT_AREA")
    writeFileSync(join(folder, "areas.geojson"), JSON.stringify(writeZones(areas)))
    await json("import", "zones", "areas.geojson")
    await importRecord(before, "before.csv", true)
    await run(folder, ["zones", "berths", PORT, "2"])
    const offered = await json("zones", "find", PORT)
    const kinds = offered.features.map(({ properties }: { properties: { kind: string } }) => properties.kind)
    assert.include(kinds, "BERTH")
    assert.strictEqual((await figuresAt(START + 5 * DAY)).quality.berthEvidence, "navigation_status")
    const ids = offered.features.map(
      ({ id, properties }: { id?: string; properties: { id?: string } }) => properties.id ?? id
    )
    const accepted = await run(folder, ["zones", "accept", ...ids])
    assert.strictEqual(accepted.code, 0, accepted.stderr)

    await importRecord(after, "after.csv", false)
    const server = start(folder, ["serve"], { PORT: "0", LANDFALL_API_KEY: KEY })
    running.push(server)
    const printed = await server.printed(/Database .*\n/)
    const caller = callerOf(/http:\/\/[\d.]+:\d+/.exec(printed)?.[0] ?? "", KEY)
    let occupied = 0
    for (let hours = 48; hours < DAYS * 24; hours += 12) {
      const at = START + (DAYS + 4) * DAY + hours * 3_600_000
      const response = await caller.send(
        "GET",
        `${CONGESTION_PREFIX}/congestion/${PORT}?asOf=${new Date(at).toISOString()}`
      )
      const { rateOccupation, quality } = response.body
      assert.strictEqual(quality.berthEvidence, "zones")
      const { least, most } = reallyAtBerth(after, at)
      const vessels = (rateOccupation.commercialVessels.rateOccupationPercentage * 2) / 100
      assert.isTrue(vessels >= least && vessels <= most, `${hours} h: ${vessels} of ${least} to ${most}`)
      occupied += vessels
    }
    assert.isAbove(occupied, 0)

    const at = START + (DAYS + 4 + 5) * DAY
    const asOf = new Date(at).toISOString()
    const response = await caller.send("GET", `${CONGESTION_PREFIX}/congestion/${PORT}?asOf=${asOf}`)
    assert.deepStrictEqual(response.body, await figuresAt(at))
    const { body } = await caller.send(
      "GET",
      `${CONGESTION_PREFIX}/congestion/${PORT}/calls?from=${asOf}&to=${asOf}&limit=250`
    )
    const stays = body.data.flatMap((call: { stays: ReadonlyArray<{ kind: string }> }) => call.stays)
    const berthed = stays.filter(({ kind }: { kind: string }) => kind === "berth")
    assert.isAbove(berthed.length, 0)
    for (const { evidence, zone } of berthed) {
      assert.strictEqual(evidence, "zone")
      assert.include(ids, zone)
    }
  })
})
