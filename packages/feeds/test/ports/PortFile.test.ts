import { assert, describe, it } from "@effect/vitest"
import { OperatorPort } from "@landfall/core/geo/PortStore"
import { Effect, Schema, Stream } from "effect"
import { type PortRowResult, readPortFile } from "../../src/ports/PortFile.ts"
import { describeRowFault } from "../../src/tables/RowFaults.ts"
import { inPieces, workbook } from "../tables/workbooks.ts"

const decode = Schema.decodeUnknownSync(OperatorPort)
const readRows = <E>(file: Stream.Stream<Uint8Array, E>) => Stream.runCollect(readPortFile(file))
const portsIn = (read: ReadonlyArray<PortRowResult>) => read.flatMap((one) => (one._tag === "Read" ? [one.port] : []))
const faultsIn = (read: ReadonlyArray<PortRowResult>) =>
  read.flatMap((one) =>
    one._tag === "Rejected" ? [[one.fault.line, one.fault.column, describeRowFault(one.fault)]] : []
  )

const port = (changes: object) =>
  decode({
    code: "NLZZ2",
    name: "Own quay",
    country: "NL",
    position: { latitude: 51.9, longitude: 4.4 },
    aliases: [],
    ...changes
  })

describe("a table of ports", () => {
  it.effect("gives ports with their aliases, from CSV and workbooks alike", () =>
    Effect.gen(function* () {
      const rows = [
        ["code", "name", "country", "lat", "lon", "aliases"],
        ["NLZZ2", "Own quay", "NL", 51.9, 4.4, "NLZZ3;nlzz4"],
        ["nlzz5", "Another", "", -33.5, "-70.25", ""]
      ]
      const expected = [
        port({ aliases: ["NLZZ3", "NLZZ4"] }),
        port({ code: "NLZZ5", name: "Another", position: { latitude: -33.5, longitude: -70.25 } })
      ]
      const csv = inPieces(rows.map((row) => row.join(",")).join("\n"))
      assert.deepStrictEqual(portsIn(yield* readRows(csv)), expected)
      assert.deepStrictEqual(portsIn(yield* readRows(workbook([rows]))), expected)
    })
  )

  it.effect("may name columns in any order and by their aliases", () =>
    Effect.gen(function* () {
      const read = yield* readRows(inPieces("Longitude,Latitude,Locode,Name\n4.4,51.9,NLZZ2,Own quay\n"))
      assert.deepStrictEqual(portsIn(read), [port({})])
    })
  )

  it.effect("has decimal numbers only, and unknown columns ignored and reported", () =>
    Effect.gen(function* () {
      const read = yield* readRows(
        inPieces("code,name,lat,lon,aliasses\nNLZZ2,Own quay,51.9,4.4,NLZZ3\nNLZZ4,x,0x10,4.4,\n")
      )
      assert.deepStrictEqual(portsIn(read), [port({})])
      assert.deepStrictEqual(
        read.flatMap((one) => (one._tag === "Read" ? [] : [describeRowFault(one.fault)])),
        ['aliasses is not a known column and is not read; did you mean "aliases"?', 'lat must be a number, got "0x10"']
      )
    })
  )

  it.effect("fails with the fault of a file that cannot be read, and not with a missing header", () =>
    Effect.gen(function* () {
      const damaged = yield* Effect.flip(readRows(Stream.make(Uint8Array.from([0x50, 0x4b, 3, 4]))))
      assert.match(damaged.message, /^the workbook is damaged/u)
      assert.match((yield* Effect.flip(readRows(inPieces("a,b\n")))).message, /^the first row must name the columns/u)
      assert.match((yield* Effect.flip(readRows(inPieces("")))).message, /^the first row must name the columns/u)
    })
  )

  it.effect("reports every fault by line and column, and reads the other rows", () =>
    Effect.gen(function* () {
      const read = yield* readRows(
        inPieces(
          [
            "code,name,lat,lon,aliases",
            "NLZZ1,,91,x,",
            "NLZZ2,Own quay,51.9,4.4,",
            "NLZZ2,Twice,51.9,4.4,",
            "NLZZ3,Nowhere,0,0,",
            "NLZZ4,Itself,1,1,NLZZ4"
          ].join("\n")
        )
      )
      assert.deepStrictEqual(portsIn(read), [port({})])
      assert.deepStrictEqual(
        faultsIn(read).map(([line, column]) => `${line} ${column}`),
        ["2 code", "2 name", "2 lat", "2 lon", "4 code", "5 lat", "6 aliases"]
      )
      assert.include(String(faultsIn(read)[0]?.[2]), "code must be a UN/LOCODE")
      assert.include(String(faultsIn(read)[4]?.[2]), "must be unique, and is also on line 3")
    })
  )

  it.effect("limits port names to 200 characters that every database can store", () =>
    Effect.gen(function* () {
      const named = (name: string) =>
        Effect.map(readRows(inPieces(`code,name,lat,lon\nNLZZ2,${name},51.9,4.4\n`)), faultsIn)
      assert.deepStrictEqual(yield* named("x".repeat(200)), [])
      const [[, , long] = []] = yield* named("x".repeat(201))
      assert.match(String(long), /^name must have at most 200 characters/)
      const [[, , nul] = []] = yield* named("Own\u0000quay")
      assert.match(String(nul), /^name must be Unicode text without NUL characters/)
    })
  )

  it.effect("without a header row is rejected", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(readRows(inPieces("NLZZ2,Own quay,51.9,4.4\n")))
      assert.include(error.message, "the first row must name the columns")
      assert.include((yield* Effect.flip(readRows(inPieces("")))).message, "the first row must name the columns")
    })
  )
})
