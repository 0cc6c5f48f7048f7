import { assert, describe, it } from "@effect/vitest"
import { describeFault } from "@landfall/core/faults/Fault"
import { Effect, Option, Result, Stream } from "effect"
import { readPortCalls } from "../../src/portCalls/PortCallFile.ts"

const read = (text: string) =>
  readPortCalls(Stream.succeed(new TextEncoder().encode(text)), "calls").pipe(Stream.runCollect, Effect.result)

const readAll = (text: string) => Effect.map(read(text), (read) => Result.getOrThrow(read))

const messageOf = (text: string) =>
  Effect.map(read(text), (read) => (Result.isFailure(read) ? read.failure.message : "was read"))

const same = (actual: unknown, expected: unknown): void => assert.deepStrictEqual(actual, expected)

const CALL = {
  _tag: "PortCallReport",
  vessel: { _tag: "Imo", imo: "9706906" },
  port: "NLRTM",
  arrivedAt: Date.UTC(2026, 0, 25, 6, 6),
  berthedAt: Option.some(Date.UTC(2026, 0, 25, 9, 30)),
  unberthedAt: Option.none(),
  departedAt: Option.some(Date.UTC(2026, 0, 26, 12)),
  vesselName: Option.some("EVER ONWARD"),
  vesselType: Option.some("cargo"),
  source: "calls"
}

const HEADER = "port,imo,mmsi,arrivedAt,berthedAt,departedAt,vesselName,vesselType"
const ROW = "nlrtm,9706906,,2026-01-25T06:06:00Z,2026-01-25T10:30:00+01:00,2026-01-26T12:00Z,EVER ONWARD,cargo"
const OBJECT = {
  port: "NLRTM",
  imo: 9_706_906,
  arrivedAt: "2026-01-25T06:06:00Z",
  berthedAt: "2026-01-25T09:30:00Z",
  departedAt: "2026-01-26T12:00:00.000Z",
  vesselName: "EVER ONWARD",
  vesselType: "cargo"
}

describe("port calls that a port reports", () => {
  it.effect("are read alike from CSV, a JSON array and lines of JSON", () =>
    Effect.gen(function* () {
      for (const text of [
        `${HEADER}\r\n${ROW}\r\n`,
        `\uFEFF${HEADER}\n\n${ROW}`,
        ` [${JSON.stringify(OBJECT)}]`,
        `${JSON.stringify(OBJECT)}\n`
      ]) {
        same(yield* readAll(text), [Result.succeed(CALL)])
      }
    })
  )

  it.effect("are open without a departure, and may identify the vessel by MMSI", () =>
    Effect.gen(function* () {
      const [call] = yield* readAll("port,mmsi,arrivedAt\nNLRTM,228339600,2026-01-25T06:06:00Z")
      assert.isTrue(call !== undefined && Result.isSuccess(call))
      if (call !== undefined && Result.isSuccess(call)) {
        same(call.success.vessel, { _tag: "Mmsi", mmsi: "228339600" })
        same(call.success.departedAt, Option.none())
      }
    })
  )

  const faults: ReadonlyArray<readonly [what: string, row: string, reason: string]> = [
    ["a wrong check digit", ROW.replace("9706906", "9706907"), "$.imo must end in its check digit 6"],
    ["a time without offset", ROW.replace("06:06:00Z", "06:06:00"), "$.arrivedAt must be a date and time with its"],
    ["a day that is none", ROW.replace("01-25T06", "02-30T06"), "$.arrivedAt must be an existing date and time"],
    ["a departure before arrival", ROW.replace("01-26", "01-24"), "must have departedAt at or after berthedAt"],
    ["a port that is not a UN/LOCODE", ROW.replace("nlrtm", "rotterdam"), "$.port must be a UN/LOCODE"],
    [
      "both numbers of a vessel",
      ROW.replace("9706906,", "9706906,228339600"),
      "exactly one of its numbers: imo or mmsi"
    ],
    ["no number of a vessel", ROW.replace("9706906", ""), "exactly one of its numbers: imo or mmsi"],
    ["an unknown type", ROW.replace("cargo", "ferry"), "$.vesselType must be"],
    ["a column too few", ROW.replace(",cargo", ""), "$ has 7 columns where the header has 8"]
  ]
  it.effect.each(faults)("with %s are rejected one by one, with the reason", ([, row, reason]) =>
    Effect.gen(function* () {
      const [rejected, accepted] = yield* readAll(`${HEADER}\n${row}\n${ROW}`)
      same(accepted, Result.succeed(CALL))
      assert.isTrue(rejected !== undefined && Result.isFailure(rejected))
      if (rejected !== undefined && Result.isFailure(rejected)) {
        assert.strictEqual(rejected.failure.record, 1)
        assert.include(rejected.failure.faults.map((fault) => describeFault(fault)).join("\n"), reason)
      }
    })
  )

  it.effect("in a line that is not JSON are rejected, and the next line is read", () =>
    Effect.gen(function* () {
      const results = yield* readAll(`{"port":\n${JSON.stringify(OBJECT)}\n`)
      same(results, [
        Result.fail({
          record: 1,
          faults: [{ kind: "invalid", path: [], rule: "must be one JSON object on one line" }]
        }),
        Result.succeed(CALL)
      ])
    })
  )

  it.effect("are rejected as a whole, with the reason, when no record can be read", () =>
    Effect.gen(function* () {
      assert.include(yield* messageOf(""), "calls: the file is empty")
      assert.include(yield* messageOf("port,departedAt\n"), "no column arrivedAt, imo or mmsi")
      assert.include(yield* messageOf(`${HEADER},departed_at\n`), "unknown columns: departed_at")
      assert.include(yield* messageOf(`${HEADER}\n"NLRTM`), "is not valid CSV")
      assert.include(yield* messageOf('[{"port":'), "is not a valid JSON array")
    })
  )
})

describe("the header of a file of port calls", () => {
  it.effect("is reported with the first unknown columns, quoted where they are not plain names", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 12 }, (_, index) => `c${index}`).join(",")
      const message = yield* messageOf(`port,imo,arrivedAt,\u001b[2J,${names}\n`)
      assert.include(message, 'unknown columns: "\\u001b[2J", c0,')
      assert.include(message, "c8 and 3 more")
      assert.match(yield* messageOf(`${"c,".repeat(1024)}c\n`), /the header has 1025 columns/u)
    })
  )

  it.effect("and records must be text in UTF-8", () =>
    Effect.gen(function* () {
      const message = yield* messageOf(`port,imo,arrivedAt,vesselName\nNLRTM,9706906,2026-01-25T06:06:00Z,M\uFFFD\n`)
      assert.include(message, "record 1 has bytes that are not UTF-8")
    })
  )
})
