import { assert, describe, it } from "@effect/vitest"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import { Option, Result } from "effect"
import { readHeader } from "../../../src/ais/csv/CsvLayout.ts"
import { makeCsvReader } from "../../../src/ais/csv/CsvReader.ts"
import { type AisFaultKind, type AisSkipKind, makeAisTally } from "../../../src/ais/reports/AisTally.ts"

const NOW = Instant.make(Date.UTC(2026, 0, 25, 6, 6))
const encoder = new TextEncoder()

const UNTIL_2023 =
  "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width,Draft,Cargo," +
  "TransceiverClass"
const FROM_2024 =
  "mmsi,base_date_time,longitude,latitude,sog,cog,heading,vessel_name,imo,call_sign,vessel_type,status,length,width," +
  "draft,cargo,transceiver"
const DANISH =
  "# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading,IMO,Callsign,Name," +
  "Ship type,Cargo type,Width,Length,Type of position fixing device,Draught,Destination,ETA,Data source type"

const headerOf = (line: string) => {
  const bytes = encoder.encode(line)
  return readHeader(bytes, 0, bytes.length)
}

const readChunks = (header: string, chunks: ReadonlyArray<Uint8Array>) => {
  const tally = makeAisTally()
  const reader = makeCsvReader("test", Result.getOrThrow(headerOf(header)), tally)
  const reports = chunks.flatMap((chunk) => reader.push(chunk, NOW))
  return { reports: [...reports, ...reader.end(NOW)], counts: tally.counts() }
}

const read = (header: string, ...rows: ReadonlyArray<string>) =>
  readChunks(header, [encoder.encode([header, ...rows].join("\n"))])

const countsOf = ({ counts }: ReturnType<typeof read>): Partial<Record<AisFaultKind | AisSkipKind, number>> =>
  Object.fromEntries(
    Object.entries({ ...counts.faults, ...counts.skipped }).map(([kind, found]) => [kind, found.count])
  )

const positions = (reports: ReadonlyArray<VesselReport>) =>
  reports.flatMap((report) => (report._tag === "PositionReport" ? [report] : []))

const descriptions = (reports: ReadonlyArray<VesselReport>) =>
  reports.flatMap((report) => (report._tag === "StaticReport" ? [report] : []))

const same = (actual: unknown, expected: unknown): void => assert.deepStrictEqual(actual, expected)

const OLD_ROW =
  "367379190,2022-01-03T00:00:00,30.3706,-88.56408,0.1,336.2,511,EAGLE,IMO9706906,WTD4583,71,5,28,11,3.3,52,A"
const NEW_ROW =
  "367379190,2022-01-03 00:00:00,-88.56408,30.3706,0.1,336.2,511,EAGLE,IMO9706906,WTD4583,71,5,28,11,3.3,52,A"
const DANISH_ROW =
  "03/01/2022 00:00:00,Class A,367379190,30.3706,-88.56408,Moored,0.0,0.1,336.2,,9706906,WTD4583,EAGLE,Cargo,No " +
  "additional information,11,28,GPS,3.3,Unknown,,AIS"

describe("a row of MarineCadastre", () => {
  it("gives a position report and static data, in both layouts", () => {
    const at = Date.UTC(2022, 0, 3)
    const commonFields = { mmsi: 367_379_190, at, clock: "source", source: "test" }
    const result = read(UNTIL_2023, OLD_ROW)
    same(result.reports, [
      {
        _tag: "PositionReport",
        ...commonFields,
        position: { latitude: 30.3706, longitude: -88.56408 },
        speed: Option.some(0.1),
        course: Option.some(336.2),
        heading: Option.none(),
        status: Option.some("moored"),
        transceiver: Option.some("class_a")
      },
      {
        _tag: "StaticReport",
        ...commonFields,
        imo: Option.some("9706906"),
        name: Option.some("EAGLE"),
        callSign: Option.some("WTD4583"),
        shipType: Option.some(71),
        length: Option.some(28),
        beam: Option.some(11),
        draught: Option.some(3.3),
        destination: Option.none()
      }
    ])
    same(read(FROM_2024, NEW_ROW), { reports: result.reports, counts: { ...result.counts } })
  })

  it("gives no value where it is empty or not available", () => {
    const { reports } = read(UNTIL_2023, "367379190,2022-01-03T00:00:00,30.3706,-88.56408,102.3,360.0,511,,,,,15,,,,,")
    same(
      reports.map((report) => ({ ...report })),
      positions(reports).map((report) => ({
        ...report,
        speed: Option.none(),
        course: Option.none(),
        heading: Option.none(),
        status: Option.none(),
        transceiver: Option.none()
      }))
    )
    assert.strictEqual(reports.length, 1)
  })

  it("may hold commas and quotes in quotes", () => {
    const { reports } = read(UNTIL_2023, OLD_ROW.replace("EAGLE", '"EAGLE, ""THE"""'))
    same(
      descriptions(reports).map(({ name }) => name),
      [Option.some('EAGLE, "THE"')]
    )
  })
})

describe("a row of the Danish Maritime Authority", () => {
  it("gives the same values from words, with 22 or 26 columns", () => {
    const expected = read(UNTIL_2023, OLD_ROW).reports
    const result = read(DANISH, DANISH_ROW)
    same(positions(result.reports), positions(expected))
    same(
      descriptions(result.reports),
      descriptions(expected).map((report) => ({ ...report, shipType: Option.some(70) }))
    )
    same(read(`${DANISH},A,B,C,D`, `${DANISH_ROW},14,14,5,6`).reports, result.reports)
  })

  it("has the day before the month", () => {
    const { reports } = read(DANISH, DANISH_ROW.replace("03/01/2022", "31/12/2022"))
    same(
      positions(reports).map(({ at }) => at),
      [Date.UTC(2022, 11, 31)]
    )
  })

  it("of a base station or a buoy, or without a position, is skipped", () => {
    const result = read(
      DANISH,
      "03/01/2022 00:00:00,Base Station,2190064,56.7166,11.519,Unknown value,,,,,Unknown,,,Undefined,,,,GPS,,,,AIS",
      DANISH_ROW.replace("Class A", "AtoN"),
      DANISH_ROW.replace("30.3706,-88.56408", "91.000000,0.000000")
    )
    same(countsOf(result), { not_a_ship: 2, no_position: 1 })
  })

  it("with Unknown and Undefined gives no static data", () => {
    const row =
      "03/01/2022 00:00:00,Class B,367379190,30.3706,-88.56408,Unknown value,,,,,Unknown,Unknown,,Undefined,,,," +
      "Undefined,,,,AIS"
    const [description] = descriptions(read(DANISH, row).reports)
    same(
      [description?.imo, description?.callSign, description?.shipType],
      [Option.none(), Option.none(), Option.none()]
    )
  })
})

describe("rows", () => {
  it("that equal another row in every column are skipped, and others are not", () => {
    const result = read(UNTIL_2023, OLD_ROW, OLD_ROW.replace("0.1,", "0.2,"), OLD_ROW, OLD_ROW)
    same(
      positions(result.reports).map(({ speed }) => speed),
      [Option.some(0.1), Option.some(0.2)]
    )
    same(countsOf(result), { duplicate: 2 })
  })

  it("give static data once, and again when it changes", () => {
    const later = OLD_ROW.replace("00:00:00", "00:03:00")
    const result = read(
      UNTIL_2023,
      OLD_ROW,
      later,
      later.replace("3.3", "9.9"),
      OLD_ROW.replace("367379190", "367379191")
    )
    same(
      descriptions(result.reports).map(({ mmsi, draught }) => [mmsi, draught]),
      [
        [367_379_190, Option.some(3.3)],
        [367_379_190, Option.some(9.9)],
        [367_379_191, Option.some(3.3)]
      ]
    )
    assert.strictEqual(positions(result.reports).length, 4)
  })

  it("give static data again with a row that is earlier than the first, as files whose rows are in no order have", () => {
    const [last, first] = [OLD_ROW.replace("00:00:00", "23:59:00"), OLD_ROW.replace("00:00:00", "00:01:00")]
    const result = read(UNTIL_2023, last, first, OLD_ROW.replace("00:00:00", "12:00:00"), OLD_ROW)
    same(
      descriptions(result.reports).map(({ at }) => new Date(at).toISOString().slice(11, 16)),
      ["23:59", "00:01", "00:00"]
    )
  })

  const damage: ReadonlyArray<readonly [what: string, row: string, kind: AisFaultKind]> = [
    ["cut short", OLD_ROW.slice(0, 60), "wrong_column_count"],
    ["with a column too many", `${OLD_ROW},x`, "wrong_column_count"],
    ["of an MMSI that is not a number", OLD_ROW.replace("367379190", "36737919O"), "invalid_mmsi"],
    ["of an MMSI too long", OLD_ROW.replace("367379190", "3673791900"), "invalid_mmsi"],
    ["of a day that is not on the calendar", OLD_ROW.replace("01-03", "02-30"), "invalid_time"],
    ["of a local time", OLD_ROW.replace("00:00:00", "00:00:00+05:00"), "invalid_time"],
    ["without a time", OLD_ROW.replace("2022-01-03T00:00:00", ""), "invalid_time"],
    ["of a time before there was AIS", OLD_ROW.replace("2022", "1970"), "time_out_of_range"],
    ["of the year 2200", OLD_ROW.replace("2022", "2200"), "time_out_of_range"],
    ["of a latitude that is not a number", OLD_ROW.replace("30.3706", "30.37O6"), "invalid_number"],
    ["of a latitude with two points", OLD_ROW.replace("30.3706", "30.37.06"), "invalid_number"],
    ["beyond the pole", OLD_ROW.replace("30.3706", "97.3706"), "position_out_of_range"],
    ["longer than any row", OLD_ROW.replace("EAGLE", "E".repeat(5_000)), "line_too_long"]
  ]
  it.each(damage)("%s are counted, and the next is read", (_, row, kind) => {
    const result = read(UNTIL_2023, row, OLD_ROW.replace("00:00:00", "00:03:00"))
    same(
      positions(result.reports).map(({ at }) => at),
      [Date.UTC(2022, 0, 3, 0, 3)]
    )
    same(result.counts.faults, { [kind]: { count: 1, firstLine: 2 } })
  })

  it("may have numbers with many digits, exponents, or no digit before the point", () => {
    const written: ReadonlyArray<readonly [text: string, latitude: number]> = [
      ["56.153999999999996", 56.153999999999996],
      ["-0.30000000000000004", -0.30000000000000004],
      ["9.5e-05", 0.000095],
      ["3.03706E1", 30.3706],
      [".5", 0.5],
      ["+30.", 30]
    ]
    for (const [text, latitude] of written) {
      const [report] = positions(read(UNTIL_2023, OLD_ROW.replace("30.3706", text)).reports)
      assert.strictEqual(report?.position.latitude, latitude, text)
    }
    for (const text of ["1e", "e5", "1e5.5", "1.2.3e4", `0.${"1".repeat(60)}`, "0x1F", "Infinity", "NaN", "-"]) {
      same(countsOf(read(UNTIL_2023, OLD_ROW.replace("30.3706", text))), { invalid_number: 1 })
    }
  })

  it("may have codes in decimal form, such as 70.0", () => {
    const whole = read(UNTIL_2023, OLD_ROW)
    const decimal = read(
      UNTIL_2023,
      OLD_ROW.replace(",511,", ",511.0,").replace(",71,5,28,11,", ",71.0,5.0,28.0,11.0,")
    )
    same(decimal.reports, whole.reports)
    same(decimal.counts.faults, {})
  })

  it("are read across any chunk boundaries", () => {
    const bytes = encoder.encode(`${UNTIL_2023}\r\n${OLD_ROW}\r\n${OLD_ROW.replace("00:00:00", "00:03:00")}\r\n`)
    const whole = readChunks(UNTIL_2023, [bytes])
    assert.strictEqual(whole.reports.length, 3)
    for (let cut = 0; cut <= bytes.length; cut++) {
      same(readChunks(UNTIL_2023, [bytes.subarray(0, cut), bytes.subarray(cut)]), whole)
    }
  })
})

describe("the header", () => {
  it("may have the columns in any order", () => {
    const { reports } = read("LON,LAT,BaseDateTime,MMSI", "-88.56408,30.3706,2022-01-03T00:00:00,367379190")
    same(
      reports.map((report) => (report._tag === "PositionReport" ? report.position : report)),
      [{ latitude: 30.3706, longitude: -88.56408 }]
    )
  })

  it("of another layout between rows applies to the rows that follow", () => {
    const newRow = NEW_ROW.replace("00:00:00", "00:03:00")
    const oldRow = OLD_ROW.replace("00:00:00", "00:06:00")
    const result = read(UNTIL_2023, OLD_ROW, FROM_2024, newRow, UNTIL_2023, oldRow)
    const place = { latitude: 30.3706, longitude: -88.56408 }
    same(
      positions(result.reports).map(({ position }) => position),
      [place, place, place]
    )
    same(countsOf(result), {})
  })

  it("that lacks a column is rejected, with the name of the column", () => {
    const header = headerOf(UNTIL_2023.replace("BaseDateTime,", "").replace("LON,", ""))
    assert.isTrue(Result.isFailure(header))
    if (Result.isFailure(header)) {
      same(header.failure.columns, ["time", "longitude"])
      assert.include(header.failure.message, "no column for time (BaseDateTime, base_date_time or # Timestamp)")
      assert.include(header.failure.message, "MMSI,LAT,SOG")
    }
  })
})
