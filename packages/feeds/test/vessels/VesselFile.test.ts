import { assert, describe, it } from "@effect/vitest"
import { Vessel } from "@landfall/core/vessels/Vessel"
import { Effect, Schema, Stream } from "effect"
import { describeRowFault } from "../../src/tables/RowFaults.ts"
import { readVesselFile } from "../../src/vessels/VesselFile.ts"
import type { VesselRowResult } from "../../src/vessels/VesselRowResult.ts"
import { inPieces, type Sheet, workbook } from "../tables/workbooks.ts"

const decode = Schema.decodeUnknownSync(Vessel)
const readRows = <E>(file: Stream.Stream<Uint8Array, E>) => Stream.runCollect(readVesselFile(file))

const vesselsIn = (read: ReadonlyArray<VesselRowResult>) =>
  read.flatMap((one) => (one._tag === "Read" ? [one.vessel] : []))
const faultsIn = (read: ReadonlyArray<VesselRowResult>) =>
  read.flatMap((one) =>
    one._tag === "Rejected" || one._tag === "Ignored"
      ? [[one.fault.line, one.fault.column, describeRowFault(one.fault)]]
      : []
  )

describe("a custom vessel file", () => {
  it.effect("may have any of the columns in any order and letter case, and empty cells", () =>
    Effect.gen(function* () {
      const head = "TEU,imo,MMSI,name,gross_tonnage,length_m,beam_m,draught_m,engine_kw,service_speed_kn,year_built"
      const rest = "mrv_kg_co2_per_nm,mrv_mean_speed_kn,mrv_g_co2_per_tonne_nm,mrv_year"
      const full = "14770,9321483,220417000,EMMA MAERSK,171542,397.7,56.4,16,80080,24.5,2006,920.45,12.97,9.5,2020"
      const read = yield* readRows(inPieces(`${head},${rest}\n${full}\n,,220417001\n`))
      assert.deepStrictEqual(vesselsIn(read), [
        decode({
          imo: "9321483",
          mmsi: "220417000",
          name: "EMMA MAERSK",
          teu: 14_770,
          grossTonnage: 171_542,
          lengthM: 397.7,
          beamM: 56.4,
          draughtM: 16,
          engineKw: 80_080,
          serviceSpeedKnots: 24.5,
          yearBuilt: 2006,
          reported: { co2KgPerNauticalMile: 920.45, meanSpeedKnots: 12.97, co2GramsPerTonneMile: 9.5, year: 2020 }
        }),
        decode({ mmsi: "220417001" })
      ])
      assert.deepStrictEqual(faultsIn(read), [])
    })
  )

  it.effect("reports columns that are named like properties of every object, as any other unknown column", () =>
    Effect.gen(function* () {
      const read = yield* readRows(inPieces("imo,__proto__,constructor,\u001b[2J\n9321483,1,2,3\n"))
      assert.deepStrictEqual(vesselsIn(read), [decode({ imo: "9321483" })])
      assert.deepStrictEqual(
        faultsIn(read).map(([line, column]) => [line, column]),
        [
          [1, "__proto__"],
          [1, "constructor"],
          [1, "\u001b[2J"]
        ]
      )
      assert.match(String(faultsIn(read)[2]?.[2]), /^"\\u001b\[2J" is not a known column/u)
    })
  )

  it.effect("fails with the fault of a file that cannot be read, and not with a missing header", () =>
    Effect.gen(function* () {
      const damaged = yield* Effect.flip(readRows(Stream.make(Uint8Array.from([0x50, 0x4b, 3, 4]))))
      assert.match(damaged.message, /^the workbook is damaged/u)
      const unreadable = yield* Effect.flip(readRows(Stream.fail("no permission")))
      assert.strictEqual(unreadable, "no permission")
      assert.match((yield* Effect.flip(readRows(inPieces("a,b\n")))).message, /^no row names the columns/u)
    })
  )

  it.effect("gives its valid rows, and every fault of the others by line, column, rule and value", () =>
    Effect.gen(function* () {
      const file = "imo,teu,year_built,name\n9321484,big,1800,a\n9321483,100,2006,b\n,5,2006,c\n9321483,1e99,2006,d\n"
      const read = yield* readRows(inPieces(file))
      assert.deepStrictEqual(vesselsIn(read), [decode({ imo: "9321483", teu: 100, yearBuilt: 2006, name: "b" })])
      assert.deepStrictEqual(faultsIn(read), [
        [2, "imo", 'imo must end in its check digit 3, got "9321484"'],
        [2, "teu", 'teu must be a number, got "big"'],
        [2, "year_built", "year_built must be a year from 1900 to 2100, got 1800"],
        [4, "", "the row must have an imo or an mmsi"],
        [5, "teu", "teu must be a capacity in TEU: 1 to 50000, got 1e+99"]
      ])
    })
  )

  it.effect("has unknown columns reported, with a suggestion, and duplicate columns", () =>
    Effect.gen(function* () {
      const read = yield* readRows(inPieces("imo,grosstonnage,teu,teu\n9321483,171542,1,2\n"))
      assert.deepStrictEqual(faultsIn(read), [
        [1, "grosstonnage", 'grosstonnage is not a known column and is not read; did you mean "gross_tonnage"?'],
        [1, "teu", "teu is a repeated column and is not read; the first column of this name is read"]
      ])
      assert.deepStrictEqual(vesselsIn(read), [decode({ imo: "9321483", teu: 1 })])
    })
  )

  it.effect("is rejected when no row names the columns", () =>
    Effect.gen(function* () {
      for (const file of ["", "a,b\n1,2\n"]) {
        assert.match(
          (yield* Effect.flip(readRows(inPieces(file)))).message,
          /^no row names the columns: .*gross_tonnage/u
        )
      }
    })
  )
})

const MRV_HEAD = [
  "IMO Number",
  "Name",
  "Ship type",
  "Reporting Period",
  "Total CO₂ emissions [m tonnes]",
  "Time spent at sea [hours]",
  "Annual Total time spent at sea [hours]",
  "Annual average CO₂ emissions per distance [kg CO₂ / n mile]",
  "Annual average CO₂ emissions per distance on laden voyages [kg CO₂ / n mile]",
  "Annual average CO₂ emissions per transport work (mass) [g CO₂ / m tonnes · n miles]"
]

const MRV_ROWS: Sheet = [
  ["Ship", "", "", "", "Annual monitoring results"],
  ["", "", "", "", "CO₂"],
  MRV_HEAD.toSpliced(5, 1),
  [9321483, "EMMA MAERSK", "Container ship", 2020, 50_000, 4000, 1000, 1, 9.25],
  [9321483, "A TANKER", "Oil tanker", 2020, 50_000, 4000, 1000, 1],
  ["9619907", "B", "Container ship", "2020", "Division by zero!", "", "Division by zero!", ""],
  [9619907, "C", "Container/ro-ro cargo ship", 2020, 50_000, 10, 1000, 1, 39_855_403.61],
  [9619908, "D", "Container ship", 2020, 50_000, 4000, 1000, 1],
  [9619907, "E", "Container ship", 2020, 50_000, 4000, "1.000,5", 1]
]

const expected = [
  decode({
    imo: "9321483",
    name: "EMMA MAERSK",
    type: "cargo",
    reported: { co2KgPerNauticalMile: 1000, meanSpeedKnots: 12.5, co2GramsPerTonneMile: 9.25, year: 2020 }
  }),
  // Fifty million miles in ten hours is an invalid speed, its CO2 per tonne-mile counts another unit of cargo, and a container/ro-ro vessel may count as either type.
  decode({ imo: "9619907", name: "C", reported: { co2KgPerNauticalMile: 1000, year: 2020 } })
]

describe("EMSA's publication of the EU MRV", () => {
  const check = <E>(file: Stream.Stream<Uint8Array, E>) =>
    Effect.gen(function* () {
      const read = yield* readRows(file)
      assert.deepStrictEqual(vesselsIn(read), expected)
      assert.deepStrictEqual(faultsIn(read), [
        [
          7,
          "Time spent at sea",
          "Time spent at sea must result in a mean speed of 3 to 30 kn, and results in 5000 kn, got 10; the report is stored without a mean speed"
        ],
        [8, "IMO Number", 'IMO Number must end in its check digit 7, got "9619908"'],
        [9, "CO₂ emissions per distance", 'CO₂ emissions per distance must be a number, got "1.000,5"']
      ])
      assert.deepStrictEqual(
        read.flatMap((one) => (one._tag === "Skipped" ? [[one.line, one.reason]] : [])),
        [
          [5, "not a container vessel"],
          [6, "no emissions for a mile are reported"]
        ]
      )
    })

  it.effect("is read as a workbook, from the rows below its headings", () => check(workbook([MRV_ROWS])))

  it.effect("is read as CSV, with semicolons too", () =>
    check(
      inPieces(
        MRV_ROWS.map((row) => row.map((cell) => (String(cell).includes(",") ? `"${cell}"` : cell)).join(";")).join("\n")
      )
    )
  )

  it.effect("may have thousands separators, skips partial years, and rejects negative values", () =>
    Effect.gen(function* () {
      const head = MRV_HEAD.toSpliced(5, 1)
      const read = yield* readRows(
        workbook([
          [
            head,
            [9321483, "A", "Container ship", "2024", "50,000.0", "4,000", "1,000.00", 1],
            [9321483, "A", "Container ship", "2024 (1/1 - 21/10)", 40_000, 3000, 900, 1],
            [9619907, "B", "Container ship", 2024, 50_000, 4000, -5, 1],
            [9619907, "B", "Container ship", 2024, 50_000, 4000, "620,5", 1]
          ]
        ])
      )
      assert.deepStrictEqual(vesselsIn(read), [
        decode({
          imo: "9321483",
          name: "A",
          type: "cargo",
          reported: { co2KgPerNauticalMile: 1000, meanSpeedKnots: 12.5, year: 2024 }
        })
      ])
      assert.deepStrictEqual(
        read.flatMap((one) => (one._tag === "Skipped" ? [[one.line, one.reason]] : [])),
        [[3, "a part of a year"]]
      )
      assert.deepStrictEqual(
        faultsIn(read).map(([line, , message]) => [line, message]),
        [
          [4, "CO₂ emissions per distance must be kg per nautical mile: 0 or more, got -5"],
          [5, 'CO₂ emissions per distance must be a number, got "620,5"']
        ]
      )
    })
  )

  it.effect("is read from every sheet, with the column names of each edition", () =>
    Effect.gen(function* () {
      const head = [
        "IMO Number",
        "Name",
        "Reporting Period",
        "Time spent at sea [hours]",
        "Total CO₂ emissions [m tonnes]"
      ]
      const later: Sheet = [
        [...head, "CO₂ emissions per distance [kg CO₂ / n mile]", "CO₂eq emissions per distance [kg CO₂eq / n mile]"],
        [9811000, "EVER GIVEN", 2024, 4000, 50_000, 1000, 1010]
      ]
      const read = yield* readRows(workbook([MRV_ROWS, [["Notes"]], later]))
      const last = decode({
        imo: "9811000",
        name: "EVER GIVEN",
        reported: { co2KgPerNauticalMile: 1000, meanSpeedKnots: 12.5, year: 2024 }
      })
      assert.deepStrictEqual(vesselsIn(read), [...expected, last])
    })
  )
})
