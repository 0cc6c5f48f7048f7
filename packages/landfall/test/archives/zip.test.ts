import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { crc32, deflateRawSync, gzipSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { fileReports } from "@landfall/feeds/ais/AisFeed"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as NodeUnpacker from "../../src/archives/NodeDecompressor.ts"

setFlagsFromString("--expose_gc")
const collectGarbage: () => void = runInNewContext("gc")

/** The bytes of the buffers that are in use. The second collection frees what the first one found. */
const liveBufferBytes = (): number => {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

let folder = ""

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "landfall-zip-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Member {
  readonly name: string
  readonly content: string | Uint8Array
  readonly stored?: boolean
  /** Sizes and offsets in the fields for files of more than 4 GiB. */
  readonly zip64?: boolean
  readonly encrypted?: boolean
  readonly checksum?: number
}

const HUGE = 0xffffffff

/** A zip archive by the specification (PKWARE, APPNOTE.TXT 6.3.10). */
const zipOf = (...members: ReadonlyArray<Member>): Buffer => {
  const locals: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let offset = 0
  for (const { name, content, stored = false, zip64 = false, encrypted = false, checksum } of members) {
    const plain = Buffer.from(content)
    const packed = stored ? plain : deflateRawSync(plain)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    // Bit 3: checksum and sizes follow the data, as programs write that compress a stream.
    head.writeUInt16LE(8 | (encrypted ? 1 : 0), 6)
    head.writeUInt16LE(stored ? 0 : 8, 8)
    head.writeUInt16LE(name.length, 26)
    const local = Buffer.concat([head, Buffer.from(name), packed])
    const extra = Buffer.alloc(zip64 ? 28 : 0)
    if (zip64) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      extra.writeBigUInt64LE(BigInt(plain.length), 4)
      extra.writeBigUInt64LE(BigInt(packed.length), 12)
      extra.writeBigUInt64LE(BigInt(offset), 20)
    }
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(zip64 ? 45 : 20, 6)
    entry.writeUInt16LE(8 | (encrypted ? 1 : 0), 8)
    entry.writeUInt16LE(stored ? 0 : 8, 10)
    entry.writeUInt32LE(checksum ?? crc32(plain), 16)
    entry.writeUInt32LE(zip64 ? HUGE : packed.length, 20)
    entry.writeUInt32LE(zip64 ? HUGE : plain.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(zip64 ? HUGE : offset, 42)
    directory.push(entry, Buffer.from(name), extra)
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

const HEADER = "MMSI,BaseDateTime,LAT,LON\n"
const row = (mmsi: number, minute = 0) => `${mmsi},2026-01-25T06:${String(minute).padStart(2, "0")}:00,51.95,4.1\n`
const ROWS = 500_000
const csvOf = (...vessels: ReadonlyArray<number>) => HEADER + vessels.map((mmsi) => row(mmsi)).join("")

const read = Effect.fnUntraced(function* (bytes: Uint8Array) {
  yield* TestClock.setTime(Date.UTC(2026, 1, 1))
  const path = join(folder, "day.zip")
  writeFileSync(path, bytes)
  const tally = makeAisTally()
  return yield* fileReports(path, { source: "day.zip", liveness: "recorded", tally }).pipe(
    Stream.runCollect,
    Effect.map((reports) => ({ vessels: reports.map(({ mmsi }) => mmsi), counts: tally.counts() })),
    Effect.provide(Layer.merge(NodeServices.layer, NodeUnpacker.layer))
  )
})

const messageOf = (bytes: Uint8Array) =>
  Effect.match(read(bytes), { onSuccess: () => "was read", onFailure: ({ message }) => message })

describe("records in a zip archive", () => {
  it.effect("are read in order of their names; other files are skipped", () =>
    Effect.gen(function* () {
      const bytes = zipOf(
        { name: "aisdk-2026-01-26.csv", content: csvOf(228339602) },
        { name: "notes/", content: "", stored: true },
        { name: "notes/readme.md", content: "What this is" },
        { name: "aisdk-2026-01-25.csv", content: csvOf(228339600, 228339601), stored: true },
        { name: "aisdk-2026-01-27.csv.gz", content: gzipSync(csvOf(228339603)) }
      )
      const { vessels, counts } = yield* read(bytes)
      assert.deepStrictEqual(vessels, [228339600, 228339601, 228339602, 228339603])
      assert.isAbove(counts.bytes, 0)
      assert.isBelow(counts.bytes, bytes.length)
    })
  )

  it.effect("can be larger than 4 GiB (zip64)", () =>
    Effect.gen(function* () {
      const bytes = zipOf(
        { name: "a.csv", content: csvOf(228339600), zip64: true },
        { name: "b.csv", content: csvOf(228339601), zip64: true }
      )
      assert.deepStrictEqual((yield* read(bytes)).vessels, [228339600, 228339601])
    })
  )

  it.effect("are decompressed as they are read: half a million rows need no more memory than a few", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 1, 1))
      const content = HEADER + Array.from({ length: ROWS }, (_, n) => row(228_000_000 + n)).join("")
      const path = join(folder, "large.zip")
      writeFileSync(path, zipOf({ name: "a.csv", content }))
      const before = liveBufferBytes()
      const retained: Array<number> = []
      let chunks = 0
      const tally = makeAisTally()
      yield* fileReports(path, { source: "large.zip", liveness: "recorded", tally }).pipe(
        Stream.runForEachArray(() =>
          Effect.sync(() => {
            if (chunks++ % 100 === 0) retained.push(liveBufferBytes() - before)
          })
        ),
        Effect.provide(Layer.merge(NodeServices.layer, NodeUnpacker.layer))
      )
      assert.isAbove(tally.counts().lines, ROWS)
      assert.isAbove(retained.length, 2)
      assert.isBelow(Math.max(...retained), content.length / 2)
    })
  )

  it.effect("that are damaged are reported with the kind of damage", () =>
    Effect.gen(function* () {
      const good = zipOf({ name: "a.csv", content: csvOf(...Array.from({ length: 500 }, (_, n) => 228000000 + n)) })
      const bent = Buffer.from(good)
      bent.fill(0, 60, 90)
      const cases: ReadonlyArray<readonly [Uint8Array, RegExp]> = [
        [good.subarray(0, good.length - 30), /zip file is damaged or truncated/],
        [bent, /zip file is damaged or truncated/],
        [zipOf({ name: "a.csv", content: csvOf(228339600), checksum: 1 }), /a\.csv has the wrong checksum/],
        [zipOf({ name: "a.csv", content: csvOf(228339600), encrypted: true }), /a\.csv is encrypted/],
        [
          zipOf({ name: "a.zip", content: zipOf({ name: "b.csv", content: "" }) }),
          /day\.zip: a\.zip is a zip archive in/
        ],
        [zipOf({ name: "a.csv", content: "no such thing" }), /^day\.zip: a\.csv begins with "no such thing"/],
        [zipOf({ name: "nothing/", content: "" }), /is a zip archive without files/]
      ]
      for (const [bytes, message] of cases) assert.match(yield* messageOf(bytes), message)
    })
  )
})
