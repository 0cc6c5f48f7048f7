import { assert, describe, it } from "@effect/vitest"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Instant } from "@landfall/core/time/Instant"
import { detectCalls, measureAccuracy } from "@landfall/testing/fleet/DetectionAccuracy"
import { csvRowsOf } from "@landfall/testing/fleet/FleetCsv"
import { nmeaSentencesOf } from "@landfall/testing/fleet/FleetNmea"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import { Effect, Result } from "effect"
import { readHeader } from "../../src/ais/csv/CsvLayout.ts"
import { makeCsvReader } from "../../src/ais/csv/CsvReader.ts"
import { makeNmeaReader } from "../../src/ais/nmea/NmeaReader.ts"
import { makeAisTally } from "../../src/ais/reports/AisTally.ts"
import type { ReportReader } from "../../src/ais/reports/ReportReader.ts"

const plan = fleetPlan({ seed: "files", vessels: 20, days: 4, duplicateShare: 0.05, maxDelaySeconds: 120 })
const now = Instant.make(plan.start.epochMilliseconds + 30 * 86_400_000)

const readAll = (reader: ReportReader, lines: Iterable<string>): ReadonlyArray<VesselReport> => {
  const bytes = new TextEncoder().encode([...lines, ""].join("\n"))
  return [...reader.push(bytes, now), ...reader.end(now)]
}

const positionsIn = (reports: ReadonlyArray<VesselReport>) =>
  reports.flatMap((report) => (report._tag === "PositionReport" ? [report] : []))

describe("the files of a simulated fleet", () => {
  it.effect("give the same vessels and the true port calls when read again, as NMEA and as CSV", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(plan)
      const [tally, csvTally] = [makeAisTally(), makeAisTally()]
      const sentences = readAll(makeNmeaReader("fleet", "recorded", tally), nmeaSentencesOf(fleet))
      const [header = ""] = csvRowsOf(fleet)
      const layout = Result.getOrThrow(readHeader(new TextEncoder().encode(header), 0, header.length))
      const rows = readAll(makeCsvReader("fleet", layout, csvTally), csvRowsOf(fleet))

      assert.deepStrictEqual([tally.counts().faults, csvTally.counts().faults], [{}, {}])
      assert.deepStrictEqual(
        sentences.flatMap((report) =>
          report._tag === "StaticReport" ? [[report.mmsi, report.imo, report.name, report.shipType]] : []
        ),
        fleet.staticReports.map(({ mmsi, imo, name, shipType }) => [mmsi, imo, name, shipType])
      )
      const truth = [...fleet.positionReports]
      const positions = positionsIn(sentences)
      assert.strictEqual(positions.length, truth.length)
      for (const [index, { position, at, speed, status }] of positions.entries()) {
        const report = truth[index]
        assert.isDefined(report)
        assert.deepStrictEqual([at, speed, status], [report.at, report.speed, report.status])
        assert.closeTo(position.latitude, report.position.latitude, 1e-6)
        assert.closeTo(position.longitude, report.position.longitude, 1e-6)
      }
      for (const reports of [positions, positionsIn(rows)]) {
        const { calls } = detectCalls(reports, makeZoneIndex(fleet.zones), now)
        const { expected, found, missed, falseCalls } = measureAccuracy(fleet, calls.values())
        assert.isAbove(expected, 10)
        assert.deepStrictEqual([found, missed, falseCalls], [expected, [], []])
      }
    })
  )
})
