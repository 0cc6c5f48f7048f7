import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import { makeNmeaReader } from "../../src/ais/nmea/NmeaReader.ts"
import { type AisFaultKind, type AisSkipKind, type AisTally, makeAisTally } from "../../src/ais/reports/AisTally.ts"
import type { Liveness } from "../../src/ais/reports/ReportClock.ts"
import { classA, sentencesOf, voyage } from "./encodeSentences.ts"

/** The time of arrival in these tests. */
export const NOW = Instant.make(Date.UTC(2026, 0, 25, 6, 6))
export const SECONDS = NOW / 1000
export const encoder = new TextEncoder()

export interface ReadResult {
  readonly reports: ReadonlyArray<VesselReport>
  readonly counts: ReturnType<AisTally["counts"]>
}

export const readChunks = (chunks: ReadonlyArray<Uint8Array>, liveness: Liveness = "live"): ReadResult => {
  const tally = makeAisTally()
  const reader = makeNmeaReader("test", liveness, tally)
  const reports = chunks.flatMap((chunk) => reader.push(chunk, NOW))
  return { reports: [...reports, ...reader.end(NOW)], counts: tally.counts() }
}

export const read = (text: string, liveness: Liveness = "live"): ReadResult =>
  readChunks([encoder.encode(text)], liveness)

export const lines = (...all: ReadonlyArray<string>): string => all.map((line) => `${line}\r\n`).join("")

export const ONE = sentencesOf(classA())[0] ?? ""
export const TWO = sentencesOf(classA({ mmsi: 563_808_000 }))[0] ?? ""
export const [FIRST = "", SECOND = ""] = sentencesOf(voyage({}))

/** The count of each fault and skipped kind. */
export const kindCounts = ({ counts }: ReadResult): Partial<Record<AisFaultKind | AisSkipKind, number>> =>
  Object.fromEntries(
    Object.entries({ ...counts.faults, ...counts.skipped }).map(([kind, found]) => [kind, found.count])
  )

export const vessels = ({ reports }: ReadResult): ReadonlyArray<number> => reports.map(({ mmsi }) => mmsi)
