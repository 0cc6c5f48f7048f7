import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { writeZones } from "@landfall/feeds/zones/ZoneGeoJson"
import { csvRowsOf } from "@landfall/testing/fleet/FleetCsv"
import { nmeaSentencesOf } from "@landfall/testing/fleet/FleetNmea"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { type SimulatedFleet, simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import { DateTime, Effect } from "effect"
import { type Running, run, start } from "../support/Command.ts"
import { eventually } from "../support/Eventually.ts"
import { callerOf } from "../support/Service.ts"

const KEY = "a-key-for-these-tests"
let folder = ""
let running: Array<Running> = []
let feeds: Array<Server> = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-ais-"))
})
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  await Promise.all(running.map(({ ended }) => ended))
  for (const feed of feeds) feed.close()
  running = []
  feeds = []
  rmSync(folder, { recursive: true, force: true })
})

const fleetFrom = (start: number) =>
  Effect.runPromise(
    simulateFleet(fleetPlan({ seed: "ais", vessels: 12, days: 2, ports: 2, start: DateTime.makeUnsafe(start) }))
  )

const textOf = (lines: Iterable<string>): string => [...lines, ""].join("\n")

const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)

const importJson = async (...args: ReadonlyArray<string>) => {
  const ended = await run(folder, ["import", ...args, "--json"])
  assert.strictEqual(ended.code, 0, ended.stderr)
  return JSON.parse(ended.stdout)
}

const withZones = async (fleet: SimulatedFleet) => {
  write("zones.geojson", JSON.stringify(writeZones(fleet.zones)))
  assert.strictEqual((await importJson("zones", "zones.geojson")).zones.length, fleet.zones.length)
}

const PORT = "ZZAAA"

/**
 * The true number of vessels in port at an instant, with a margin for those that arrived or departed within 15 minutes.
 */
const trueVesselsInPort = (fleet: SimulatedFleet, at: number) => {
  const seconds = at / 1000
  const callsInPort = fleet.calls.filter(({ port }) => port === PORT)
  const countWithin = (margin: number) =>
    callsInPort.filter(({ startedAt, endedAt }) => startedAt <= seconds - margin && endedAt >= seconds + margin).length
  return { least: countWithin(900), most: countWithin(-900) }
}

const HOUR = 3_600_000
const congestionAt = async (at: number) => {
  const iso = new Date(at).toISOString()
  return JSON.parse((await run(folder, ["congestion", PORT, "--as-of", iso, "--json"])).stdout)
}

const START = Date.UTC(2024, 4, 6)

describe("landfall import ais", () => {
  it("computes the true figures of the fleet, by the times in the records", async () => {
    const fleet = await fleetFrom(START)
    await withZones(fleet)
    write("day.csv", textOf(csvRowsOf(fleet)))
    const imported = await importJson("ais", "day.csv")
    assert.deepStrictEqual([imported.vessels, imported.files[0].faults], [12, {}])
    assert.isAtLeast(imported.calls[PORT], 4)
    for (const hours of [20, 30, 40]) {
      const at = START + hours * HOUR
      const { least, most } = trueVesselsInPort(fleet, at)
      const { commercialVessels } = (await congestionAt(at)).vesselsInPortCount
      assert.isTrue(commercialVessels >= least && commercialVessels <= most, `${hours} h: ${commercialVessels}`)
    }
    const asOf = new Date(START + 30 * HOUR).toISOString()
    await run(folder, ["congestion", PORT, "--as-of", asOf, "--map", "then.svg"])
    assert.match(readFileSync(join(folder, "then.svg"), "utf8"), /ro-ro: not known/)
    const now = await run(folder, ["congestion", PORT, "--map", "port.svg"])
    assert.match(now.stdout, /Unknown, no_recent_position: .*vesselsInPortCount\.commercialVessels/)
    assert.match(now.stdout, /landfall congestion ZZAAA --as-of 2024-05-0[78]T/)
  })

  it("computes the same figures from rows in any order", async () => {
    const fleet = await fleetFrom(START)
    const [header = "", ...rows] = csvRowsOf(fleet)
    const importedFrom = async (ordered: ReadonlyArray<string>) => {
      rmSync(join(folder, "data"), { recursive: true, force: true })
      await withZones(fleet)
      write("day.csv", textOf([header, ...ordered]))
      const { calls, positionsSkipped } = await importJson("ais", "day.csv")
      return { calls, late: positionsSkipped.late ?? 0, figures: await congestionAt(START + 40 * HOUR) }
    }
    const inOrder = await importedFrom(rows)
    // The last rows of the day near the top, as in files of MarineCadastre, and the rest from the end to the start.
    const mixed = await importedFrom([...rows.slice(-20), ...rows.slice(0, -20).toReversed()])
    assert.deepStrictEqual(mixed, inOrder)
  })

  it("counts nothing twice: a file again, the records before an interruption, or the same records as NMEA", async () => {
    const fleet = await fleetFrom(START)
    await withZones(fleet)
    const csv = textOf(csvRowsOf(fleet))
    write("day.csv", csv)
    write("half.csv", csv.slice(0, csv.lastIndexOf("\n", csv.length / 2) + 1))
    write("day.nmea.gz", gzipSync(textOf(nmeaSentencesOf(fleet))))
    await importJson("ais", "half.csv")
    const rest = await importJson("ais", "day.csv")
    assert.isAbove(rest.positionsSkipped.late + (rest.positionsSkipped.clock_wrong ?? 0), 0)
    const inPieces = await congestionAt(START + 40 * HOUR)

    assert.deepStrictEqual((await importJson("ais", "day.csv")).calls, {})
    const again = await run(folder, ["import", "ais", "day.nmea.gz"])
    assert.match(again.stdout, /^0 port calls began[\s\S]*import them with --history/m)
    assert.deepStrictEqual(await congestionAt(START + 40 * HOUR), inPieces)

    rmSync(join(folder, "data"), { recursive: true })
    await withZones(fleet)
    await importJson("ais", "day.nmea.gz")
    const whole = await congestionAt(START + 40 * HOUR)
    assert.deepStrictEqual(whole.vesselsInPortCount, inPieces.vesselsInPortCount)
    assert.deepStrictEqual(whole.time, inPieces.time)
  })

  it("imports older history beside the stored states, and names the files that it cannot read", async () => {
    const [before, later] = [await fleetFrom(START - 7 * 24 * HOUR), await fleetFrom(START)]
    await withZones(later)
    write("later.csv", textOf(csvRowsOf(later)))
    write("before.csv", textOf(csvRowsOf(before)))
    write("broken.csv", "MMSI,BaseDateTime,LAT,SOG\n1,2,3,4\n")
    await importJson("ais", "later.csv")
    assert.deepStrictEqual((await importJson("ais", "before.csv")).calls, {})
    const history = await run(folder, [
      "import",
      "ais",
      "--history",
      "broken.csv",
      "absent.csv",
      "before.csv",
      "--json"
    ])
    assert.strictEqual(history.code, 1)
    assert.match(history.stderr, /2 of 3 files could not be read to the end: broken\.csv, absent\.csv/)
    const summary = JSON.parse(history.stdout)
    assert.match(summary.files[0].fault, /LON/)
    assert.isAtLeast(summary.calls[PORT], 4)
    const at = START - 7 * 24 * HOUR + 40 * HOUR
    const { least, most } = trueVesselsInPort(before, at)
    const { commercialVessels } = (await congestionAt(at)).vesselsInPortCount
    assert.isTrue(commercialVessels >= least && commercialVessels <= most, `${commercialVessels}`)
  })
})

/** An AIS server that sends a text to each client, and then nothing. */
const feedOf = (text: string) =>
  new Promise<number>((resolve) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy())
      socket.write(text)
    })
    feeds.push(server)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

const serve = async (ais: string) => {
  const server = start(folder, ["serve"], { PORT: "0", LANDFALL_API_KEY: KEY, LANDFALL_AIS: ais })
  running.push(server)
  const printed = await server.printed(/Database .*\n/)
  return { server, caller: callerOf(/http:\/\/[\d.]+:\d+/.exec(printed)?.[0] ?? "", KEY) }
}

describe("landfall serve with LANDFALL_AIS", () => {
  it("serves current congestion figures, detects in one process at a time, and continues after a restart", async () => {
    const fleet = await fleetFrom(Math.floor(Date.now() / 1000) * 1000 - 48 * HOUR)
    await withZones(fleet)
    const port = await feedOf(textOf(nmeaSentencesOf(fleet)))
    const first = await serve(`tcp://127.0.0.1:${port}`)
    await first.server.warned(/with (0) vessels/)
    /** Waits for figures after two completed calls whose count is the true one, give or take one vessel. */
    const awaitTrueFigures = ({ caller }: typeof first) =>
      eventually(
        () => caller.send("GET", `${CONGESTION_PREFIX}/congestion/${PORT}`),
        ({ status, body }) => {
          if (status !== 200 || body.quality.samples.completedCalls < 2) return false
          const { least, most } = trueVesselsInPort(fleet, Date.now())
          const count = body.vesselsInPortCount.commercialVessels
          return count >= least - 1 && count <= most + 1
        }
      )
    await awaitTrueFigures(first)

    const second = await serve(`tcp://127.0.0.1:${port}`)
    await second.server.warned(/(Another process holds the fleet lease)/)
    write("day.csv", textOf(csvRowsOf(fleet)))
    const rejected = await run(folder, ["import", "ais", "day.csv"])
    assert.strictEqual(rejected.code, 1)
    assert.match(rejected.stderr, /landfall: Port calls are being detected by process \d+ on .*--history/)

    first.server.child.kill("SIGTERM")
    assert.strictEqual((await first.server.ended).code, 0)
    await second.server.warned(/with (12) vessels/)
    await awaitTrueFigures(second)
  })
})
