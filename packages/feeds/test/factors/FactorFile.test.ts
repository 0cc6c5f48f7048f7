import { assert, describe, it } from "@effect/vitest"
import { EmissionFactor } from "@landfall/core/co2/lanes/EmissionFactor"
import { Effect, Schema, Stream } from "effect"
import { type FactorRowResult, readFactorFile } from "../../src/factors/FactorFile.ts"
import { describeRowFault } from "../../src/tables/RowFaults.ts"
import { inPieces, workbook } from "../tables/workbooks.ts"

const decode = Schema.decodeUnknownSync(EmissionFactor)
const readRows = <E>(file: Stream.Stream<Uint8Array, E>) => Stream.runCollect(readFactorFile(file))
const factorsIn = (read: ReadonlyArray<FactorRowResult>) =>
  read.flatMap((one) => (one._tag === "Read" ? [one.factor] : []))
const faultsIn = (read: ReadonlyArray<FactorRowResult>) =>
  read.flatMap((one) =>
    one._tag === "Rejected" ? [[one.fault.line, one.fault.column, describeRowFault(one.fault)]] : []
  )

const HEAD = ["scope", "lane", "cargo", "ttw_g_per_teu_km", "wtt_g_per_teu_km", "wtw_g_per_teu_km", "edition"]

describe("a table of emission factors", () => {
  it.effect(
    "gives factors for lanes, groups and the industry, in total or in parts, from CSV and workbooks alike",
    () =>
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
        assert.deepStrictEqual(factorsIn(yield* readRows(csv)), expected)
        assert.deepStrictEqual(factorsIn(yield* readRows(workbook([rows]))), expected)
      })
  )

  it.effect("may name a lane with either end first, a group an aggregate, and its edition a source", () =>
    Effect.gen(function* () {
      const lines = [
        "scope,lane,cargo,wtw_g_per_teu_km,confidence,source",
        "lane,North Europe to-from Asia,dry,50,high,A",
        "aggregate,Transpacific,dry,60,high,B"
      ]
      const read = yield* readRows(inPieces(lines.join("\n")))
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

  it.effect("gives its valid rows, and the faults of the others by line and column", () =>
    Effect.gen(function* () {
      const lines = [
        HEAD.join(","),
        "lane,Asia - Mars,dry,,,70,2024",
        "group,Transpacific,dry,,,0,2024",
        "group,Panama,dry,80,,70,2024",
        "industry,,dry,,,70,2024"
      ]
      const read = yield* readRows(inPieces(lines.join("\n")))
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
      assert.match(String(faults[0]?.[2]), /^lane must be a name of the scope lane, got "Asia - Mars"; /u)
    })
  )

  it.effect("may have two of the three figures, and is rejected when all three disagree", () =>
    Effect.gen(function* () {
      const lines = [
        HEAD.join(","),
        "lane,Asia - Africa,dry,,6,79,2024",
        "lane,Asia - Oceania,dry,40,3.4,43,2024",
        "lane,Asia - Africa,reefer,40,4,50,2024",
        "lane,Asia - Oceania,reefer,,0x10,50,2024",
        "lane,Asia - South America,dry,,-5,50,2024",
        "lane,Asia - South America,reefer,,70,60,2024",
        "lane,Intra Africa,dry,,4,,2024"
      ]
      const read = yield* readRows(inPieces(lines.join("\n")))
      assert.deepStrictEqual(
        factorsIn(read).map(({ ttwGramsPerTeuKm, wtwGramsPerTeuKm }) => [ttwGramsPerTeuKm, wtwGramsPerTeuKm]),
        [
          [73, 79],
          [40, 43]
        ]
      )
      assert.deepStrictEqual(faultsIn(read), [
        [
          4,
          "wtt_g_per_teu_km",
          "wtt_g_per_teu_km must add up with ttw_g_per_teu_km, which is 40, to wtw_g_per_teu_km, which is 50, got 4"
        ],
        [5, "wtt_g_per_teu_km", 'wtt_g_per_teu_km must be a number, 0 or more, got "0x10"'],
        [6, "wtt_g_per_teu_km", "wtt_g_per_teu_km must be a number, 0 or more, got -5"],
        [7, "wtt_g_per_teu_km", "wtt_g_per_teu_km must be less than wtw_g_per_teu_km, which is 60, got 70"],
        [8, "wtw_g_per_teu_km", "wtw_g_per_teu_km is missing; it must be a number"]
      ])
    })
  )

  it.effect("is read in any letter case and abbreviation, and duplicate columns are reported", () =>
    Effect.gen(function* () {
      const lines = [
        HEAD.join(","),
        "Lane,North America WC to-from asia,Dry,,,70,2024",
        "lane,Mediterranean / Black Sea to-from North America EC / Gulf,REEFER,,,70,2024",
        "lane,Intra SE Asia,dry,,,70,2024",
        "lane,Asia - South America (incl. Central America),dry,,,70,2024",
        "aggregate,Panama Trade,dry,,,70,2024",
        "group,TRANS SUEZ,dry,,,70,2024",
        "lane,Intra North America EC/ Gulf/WC,dry,,,70,2024",
        "lane,Asia - North America West Coast,dry,,,71,2024",
        "lane,Asia - Nort Europe,dry,,,71,2024"
      ]
      const read = yield* readRows(inPieces(lines.join("\n")))
      assert.deepStrictEqual(
        factorsIn(read).map(({ name, cargo }) => [name, cargo]),
        [
          ["Asia - North America West Coast", "dry"],
          ["Mediterranean/Black Sea - North America East Coast/Gulf", "reefer"],
          ["Intra South East Asia", "dry"],
          ["Asia - South America", "dry"],
          ["Panama", "dry"],
          ["Trans-Suez", "dry"],
          ["Intra North America", "dry"]
        ]
      )
      assert.deepStrictEqual(
        faultsIn(read).map(([line, , message]) => [line, message]),
        [
          [
            9,
            'lane must be unique for each cargo: line 2 has the factor for dry, got "Asia - North America West Coast"'
          ],
          [10, 'lane must be a name of the scope lane, got "Asia - Nort Europe"; did you mean Asia - North Europe?']
        ]
      )
    })
  )

  it.effect("has unknown columns ignored and reported", () =>
    Effect.gen(function* () {
      const lines = ["scope,lane,cargo,wtw_g_per_teu_km,wttg_per_teu_km,source", "lane,Asia - Africa,dry,70,5,A"]
      const read = yield* readRows(inPieces(lines.join("\n")))
      assert.lengthOf(factorsIn(read), 1)
      assert.deepStrictEqual(
        read.flatMap((one) => (one._tag === "Ignored" ? [describeRowFault(one.fault)] : [])),
        ['wttg_per_teu_km is not a known column and is not read; did you mean "wtt_g_per_teu_km"?']
      )
    })
  )

  it.effect("has a source column ignored and reported when it also has an edition column", () =>
    Effect.gen(function* () {
      const lines = ["scope,lane,cargo,wtw_g_per_teu_km,edition,source", "lane,Asia - Africa,dry,70,2024,A"]
      const read = yield* readRows(inPieces(lines.join("\n")))
      assert.deepStrictEqual(
        factorsIn(read).map(({ edition }) => edition),
        ["2024"]
      )
      assert.match(
        read.flatMap((one) => (one._tag === "Ignored" ? [describeRowFault(one.fault)] : [])).join(),
        /^source is not a/u
      )
    })
  )

  it.effect("may have parts that differ from the total by rounding of 1 g, and no more", () =>
    Effect.gen(function* () {
      const lines = [HEAD.join(","), "industry,,dry,70.2,4.9,74.1,2024", "industry,,reefer,70.2,4.9,74,2024"]
      const read = yield* readRows(inPieces(lines.join("\n")))
      assert.lengthOf(factorsIn(read), 1)
      assert.lengthOf(faultsIn(read), 1)
    })
  )

  it.effect("is read on after a cell that is too long for a lane", () =>
    Effect.gen(function* () {
      const lines = [HEAD.join(","), `lane,${"(incl ".repeat(50_000)},dry,,,70,2024`, "industry,,dry,,,70,2024"]
      const read = yield* readRows(inPieces(lines.join("\n")))
      assert.lengthOf(factorsIn(read), 1)
      assert.lengthOf(faultsIn(read), 1)
    })
  )

  it.effect("is rejected when its first row does not name the columns", () =>
    Effect.gen(function* () {
      for (const file of [
        "",
        "lane,cargo\na,b\n",
        "scope,lane,cargo,edition,wtw\n",
        "scope,cargo,edition,ttw_g_per_teu_km\n"
      ]) {
        assert.match((yield* Effect.flip(readRows(inPieces(file)))).message, /^the first row must name the columns/u)
      }
    })
  )
})
