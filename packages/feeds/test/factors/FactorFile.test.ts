import { assert, describe, it } from "@effect/vitest"
import { EmissionFactor } from "@landfall/core/co2/EmissionFactors"
import { Effect, Schema, Stream } from "effect"
import { type FactorReading, readFactorFile } from "../../src/factors/FactorFile.ts"
import { inPieces, workbook } from "../tables/workbooks.ts"

const decode = Schema.decodeUnknownSync(EmissionFactor)
const readings = <E>(file: Stream.Stream<Uint8Array, E>) => Stream.runCollect(readFactorFile(file))
const factorsIn = (read: ReadonlyArray<FactorReading>) =>
  read.flatMap((one) => (one._tag === "Read" ? [one.factor] : []))
const faultsIn = (read: ReadonlyArray<FactorReading>) =>
  read.flatMap((one) => (one._tag === "Refused" ? [[one.fault.line, one.fault.column, one.fault.message]] : []))

const HEAD = ["scope", "lane", "cargo", "ttw_g_per_teu_km", "wtt_g_per_teu_km", "wtw_g_per_teu_km", "edition"]

describe("a table of emission factors", () => {
  it.effect("has factors for lanes, groups and the industry, whole or in parts, from CSV and workbooks alike", () =>
    Effect.gen(function* () {
      const rows = [
        HEAD,
        ["industry", "", "dry", "", "", 70, "2024"],
        ["lane", "Asia - North Europe", "reefer", 80, 12, "", "2024"],
        ["group", "Trans-Suez", "dry", "", "", 66.5, "2024"]
      ]
      const expected = [
        decode({ scope: "industry", name: "industry average", cargo: "dry", wtwGramsPerTeuKm: 70, edition: "2024" }),
        decode({
          scope: "lane",
          name: "Asia - North Europe",
          cargo: "reefer",
          wtwGramsPerTeuKm: 92,
          ttwGramsPerTeuKm: 80,
          edition: "2024"
        }),
        decode({ scope: "group", name: "Trans-Suez", cargo: "dry", wtwGramsPerTeuKm: 66.5, edition: "2024" })
      ]
      const csv = inPieces(rows.map((row) => row.join(",")).join("\n"))
      assert.deepStrictEqual(factorsIn(yield* readings(csv)), expected)
      assert.deepStrictEqual(factorsIn(yield* readings(workbook([rows]))), expected)
    })
  )

  it.effect("may name a lane with either end first, a group an aggregate, and its edition a source", () =>
    Effect.gen(function* () {
      const lines = [
        "scope,lane,cargo,wtw_g_per_teu_km,confidence,source",
        "lane,North Europe to-from Asia,dry,50,high,A",
        "aggregate,Transpacific,dry,60,high,B"
      ]
      const read = yield* readings(inPieces(lines.join("\n")))
      assert.deepStrictEqual(
        factorsIn(read).map(({ scope, name, edition }) => [scope, name, edition]),
        [
          ["lane", "Asia - North Europe", "A"],
          ["group", "Transpacific", "B"]
        ]
      )
      assert.deepStrictEqual(faultsIn(read), [])
    })
  )

  it.effect("has its good rows read, and the faults of the others told by line and column", () =>
    Effect.gen(function* () {
      const lines = [
        HEAD.join(","),
        "lane,Asia - Mars,dry,,,70,2024",
        "group,Transpacific,dry,,,0,2024",
        "group,Panama,dry,80,,70,2024",
        "industry,,dry,,,70,2024"
      ]
      const read = yield* readings(inPieces(lines.join("\n")))
      assert.strictEqual(factorsIn(read).length, 1)
      const faults = faultsIn(read)
      assert.deepStrictEqual(
        faults.map((fault) => fault.slice(0, 2)),
        [
          [2, "lane"],
          [3, "wtw_g_per_teu_km"],
          [4, "ttw_g_per_teu_km"]
        ]
      )
      assert.match(String(faults[0]?.[2]), /^lane must be a name of the scope lane: .*got "Asia - Mars"/u)
    })
  )

  it.effect("is refused when its first row does not name the columns", () =>
    Effect.gen(function* () {
      for (const file of ["", "lane,cargo\na,b\n"]) {
        assert.match((yield* Effect.flip(readings(inPieces(file)))).message, /^the first row must name the columns/u)
      }
    })
  )
})
