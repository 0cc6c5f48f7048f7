import { readFileSync } from "node:fs"
import { Instant } from "@landfall/core/time/Instant"
import { readHeader } from "@landfall/feeds/ais/csv/CsvLayout"
import { makeCsvReader } from "@landfall/feeds/ais/csv/CsvReader"
import { makeNmeaReader } from "@landfall/feeds/ais/nmea/NmeaReader"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import type { ReportReader } from "@landfall/feeds/ais/reports/ReportReader"
import AisStreamDecoder from "ais-stream-decoder"
import { Console, Effect, Result } from "effect"
import { type BenchResult, higherIsBetter, median } from "../report/BenchResult.ts"

/** Rounds that count; one before them warms up. */
const ROUNDS = 5
const CHUNK_BYTES = 64 * 1024
const CSV_ROWS = 400_000
const CSV_VESSELS = 2_000

const NOW = Instant.make(Date.UTC(2026, 0, 25))

/** The amount read per second of processor time. */
const cpuRate = (count: number, work: () => void) =>
  Effect.sync(() => {
    const started = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(started)
    return (count * 1e6) / (user + system)
  })

const countReports = (reader: ReportReader, bytes: Uint8Array): number => {
  let reports = 0
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    reports += reader.push(bytes.subarray(at, at + CHUNK_BYTES), NOW).length
  }
  return reports + reader.end(NOW).length
}

const compare = Effect.fnUntraced(function* (
  name: string,
  unit: string,
  count: number,
  bare: () => void,
  landfall: () => void
) {
  const rates: Array<readonly [bare: number, landfall: number]> = []
  for (let round = 0; round <= ROUNDS; round++) {
    const both = [yield* cpuRate(count, bare), yield* cpuRate(count, landfall)] as const
    yield* Console.error(
      `  ${name} ${round === 0 ? "warming up" : `round ${round} of ${ROUNDS}`}: ${both.map(Math.round)}`
    )
    if (round > 0) rates.push(both)
  }
  return [
    higherIsBetter(name, median(rates.map(([, landfall]) => landfall)), unit, median(rates.map(([bare]) => bare)))
  ]
})

/** 85,194 recorded sentences, from the tests of the package aisparser. */
const sampleSentences = (): Uint8Array => readFileSync(new URL(import.meta.resolve("aisparser/test-data/nmea-sample")))

/** Sentences decoded to vessel reports, against ais-stream-decoder, which receives each line as text. */
const decodeResults = Effect.suspend(() => {
  const bytes = sampleSentences()
  const lines = new TextDecoder()
    .decode(bytes)
    .split("\r\n")
    .filter((line) => line !== "")
  return compare(
    "ais.decode",
    "sentences/s",
    lines.length,
    () => {
      const decoder = new AisStreamDecoder.default()
      decoder.on("error", () => {})
      for (const line of lines) {
        decoder.write(line)
        decoder.read()
      }
    },
    () => countReports(makeNmeaReader("bench", "live", makeAisTally()), bytes)
  )
})

const HEADER =
  "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width,Draft,Cargo," +
  "TransceiverClass"

/** Rows in the layout of MarineCadastre: each vessel reports once a minute, a little further each time. */
const marineCadastreRows = (): string => {
  const rows = [HEADER]
  for (let row = 0; row < CSV_ROWS; row++) {
    const vessel = row % CSV_VESSELS
    const minute = Math.floor(row / CSV_VESSELS)
    const time = new Date(Date.UTC(2022, 0, 3, 0, minute, vessel % 60)).toISOString().slice(0, 19)
    const latitude = (28 + (vessel % 200) / 100 + minute / 10_000).toFixed(5)
    const longitude = (-94 + Math.floor(vessel / 200) / 10 - minute / 10_000).toFixed(5)
    const moving = ((vessel % 170) / 10).toFixed(1)
    rows.push(
      `${366_000_000 + vessel},${time},${latitude},${longitude},${moving},${(vessel % 3600) / 10},${vessel % 360},` +
        `SHIP NUMBER ${vessel},IMO9706906,WDE${1000 + (vessel % 9000)},${70 + (vessel % 20)},${vessel % 16},` +
        `${100 + (vessel % 200)},${20 + (vessel % 20)},${(vessel % 150) / 10},70,A`
    )
  }
  return rows.join("\n")
}

/** CSV rows decoded to vessel reports, against splitting the same text into cells. */
const csvResults = Effect.suspend(() => {
  const bytes = new TextEncoder().encode(marineCadastreRows())
  const layout = Result.getOrThrow(readHeader(bytes, 0, HEADER.length))
  return compare(
    "ais.csv",
    "rows/s",
    CSV_ROWS,
    () => {
      for (const line of new TextDecoder().decode(bytes).split("\n")) line.split(",")
    },
    () => countReports(makeCsvReader("bench", layout, makeAisTally()), bytes)
  )
})

/** The speed of AIS decoding on one core: NMEA 0183 sentences and CSV rows. */
export const aisBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [
  decodeResults,
  csvResults
]
