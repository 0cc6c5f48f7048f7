import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, PlatformError, Result, Stdio, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type FeedOptions, fileReports, standardInputReports, uncompressedReports } from "../../src/ais/AisFeed.ts"
import { CompressedFileDamaged, Decompressor } from "../../src/ais/Decompressor.ts"
import { makeAisTally } from "../../src/ais/reports/AisTally.ts"
import { classA, sentencesOf, tagBlock } from "./encodeSentences.ts"

const NOW = Date.UTC(2026, 0, 25, 6, 6)
const encoder = new TextEncoder()

const ONE = `${tagBlock(`c:${NOW / 1000}`)}${sentencesOf(classA())[0]}`
const CSV = "MMSI,BaseDateTime,LAT,LON\n228339600,2026-01-25T06:06:00,51.95,4.1\n"

/** A test compression that inverts every byte. A zero byte marks damaged input. */
const GZIP_MAGIC = [0x1f, 0x8b]
const packed = (text: string): Uint8Array =>
  Uint8Array.from([...GZIP_MAGIC, ...encoder.encode(text).map((byte) => byte ^ 255)])

const unpacker = Layer.succeed(Decompressor, {
  openArchive: () => Effect.fail(new CompressedFileDamaged({ compression: "zip", reason: "there is no archive here" })),
  decompress: (compression, bytes) =>
    bytes.pipe(
      Stream.flattenIterable,
      Stream.drop(GZIP_MAGIC.length),
      Stream.mapEffect((byte) =>
        byte === 0
          ? Effect.fail(new CompressedFileDamaged({ compression, reason: "unexpected end of file" }))
          : Effect.succeed(Uint8Array.of(byte ^ 255))
      )
    )
})

const optionsOf = (): FeedOptions => ({ source: "day.log", liveness: "recorded", tally: makeAisTally() })

/** Reads bytes as piped input in chunks of this size. */
const piped = Effect.fnUntraced(function* (bytes: Uint8Array, chunkBytes = 7) {
  yield* TestClock.setTime(NOW)
  const options = optionsOf()
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.slice(index * chunkBytes, (index + 1) * chunkBytes)
  )
  const stdin = Stdio.layerTest({ stdin: Stream.fromIterable(chunks) })
  const read = standardInputReports(options).pipe(Stream.runCollect, Effect.provide([stdin, unpacker]), Effect.result)
  return { read: yield* read, counts: options.tally.counts() }
})

const vesselsOf = (text: string | Uint8Array, chunkBytes?: number) =>
  Effect.map(piped(typeof text === "string" ? encoder.encode(text) : text, chunkBytes), ({ read }) =>
    Result.getOrThrow(read).map(({ mmsi }) => mmsi)
  )

const messageOf = (text: string | Uint8Array) =>
  Effect.map(piped(typeof text === "string" ? encoder.encode(text) : text), ({ read }) =>
    Result.isFailure(read) ? read.failure.message : "was read"
  )

const same = (actual: unknown, expected: unknown): void => assert.deepStrictEqual(actual, expected)

describe("piped input", () => {
  it.effect("is detected as NMEA or CSV by its beginning, for any chunk size", () =>
    Effect.gen(function* () {
      for (const chunkBytes of [1, 7, 64, 100_000]) {
        same(yield* vesselsOf(`${ONE}\r\n${ONE}\r\n`, chunkBytes), [228_339_600, 228_339_600])
        same(yield* vesselsOf(CSV, chunkBytes), [228_339_600])
        same(yield* vesselsOf(`\uFEFF${CSV}`, chunkBytes), [228_339_600])
        same(yield* vesselsOf(packed(CSV), chunkBytes), [228_339_600])
      }
    })
  )

  it.effect("may have comments and garbage before its first sentence", () =>
    Effect.gen(function* () {
      same(yield* vesselsOf(`# Recorded at Maasmond, 2026\n$GPVTG,1,T*00\n\u0000\n${ONE}`), [228_339_600])
    })
  )

  it.effect("is read including a last line without a line end", () =>
    Effect.gen(function* () {
      same(yield* vesselsOf(ONE), [228_339_600])
      same(yield* vesselsOf(CSV.trimEnd()), [228_339_600])
    })
  )

  it.effect("counts its compressed bytes", () =>
    Effect.gen(function* () {
      const bytes = packed(CSV)
      assert.strictEqual((yield* piped(bytes)).counts.bytes, bytes.length)
    })
  )

  it.effect("is rejected with its format when it is not AIS", () =>
    Effect.gen(function* () {
      assert.include(yield* messageOf(""), "day.log is empty.")
      assert.include(yield* messageOf("hello\nworld"), 'day.log begins with "hello\\nworld"')
      assert.include(yield* messageOf(new Uint8Array(200_000).fill(120)), 'begins with "xxxx')
      assert.include(
        yield* messageOf(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)),
        "is a zip archive, which cannot be read from standard input; name the file instead"
      )
      assert.include(yield* messageOf("name,place,tonnes,flag\nEAGLE,x,1,NL\n"), "no column for mmsi (MMSI), time (")
    })
  )

  it.effect("gives the reports before damaged compressed data, and then fails", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOW)
      const options = optionsOf()
      const received: Array<number> = []
      const bytes = Uint8Array.from([...packed(`${CSV}228339601,2026-01-25T06:06:00,51.95,4.1\n`), 255 ^ 255])
      const stdin = Stdio.layerTest({ stdin: Stream.succeed(bytes) })
      const failure = yield* standardInputReports(options).pipe(
        Stream.runForEach(({ mmsi }) => Effect.sync(() => received.push(mmsi))),
        Effect.provide([stdin, unpacker]),
        Effect.flip
      )
      same(received, [228_339_600, 228_339_601])
      assert.include(failure.message, "gzip file is damaged or truncated (unexpected end of file)")
    })
  )
})

describe("a file", () => {
  it.effect("is read only as far as its consumer requests", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOW)
      let chunks = 0
      const endless = Stream.fromEffectRepeat(
        Effect.sync(() => {
          chunks++
          return encoder.encode(`${ONE}\n`)
        })
      )
      const files = FileSystem.layerNoop({ stream: () => endless })
      const reports = yield* fileReports("day.log", optionsOf()).pipe(
        Stream.take(10),
        Stream.runCollect,
        Effect.provide([files, unpacker])
      )
      assert.strictEqual(reports.length, 10)
      assert.isAtMost(chunks, 11)
    })
  )

  it.effect("that does not exist fails", () =>
    Effect.gen(function* () {
      const missing = PlatformError.systemError({ _tag: "NotFound", module: "FileSystem", method: "open" })
      const files = FileSystem.layerNoop({ stream: () => Stream.fail(missing) })
      const failure = yield* fileReports("none.log", optionsOf()).pipe(
        Stream.runDrain,
        Effect.provide([files, unpacker]),
        Effect.flip
      )
      assert.strictEqual(failure, missing)
    })
  )
})

describe("uncompressed bytes without any service", () => {
  const read = (bytes: Uint8Array) => {
    const options = optionsOf()
    const reports = Stream.runCollect(uncompressedReports(Stream.succeed(bytes), options))
    return Effect.map(Effect.result(reports), (result) => ({ result, counts: options.tally.counts() }))
  }

  it.effect("are read in either format, and counted", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(NOW)
      for (const text of [CSV, `${ONE}\n`]) {
        const { counts, result } = yield* read(encoder.encode(text))
        assert.strictEqual(Result.getOrThrow(result).length, 1)
        assert.strictEqual(counts.bytes, text.length)
      }
    })
  )

  it.effect("are rejected when they are compressed, with what to do", () =>
    Effect.gen(function* () {
      const { result } = yield* read(packed(CSV))
      assert.match(
        Result.isFailure(result) ? result.failure.message : "",
        /^day\.log is compressed with gzip.*decompress it first, or read the file with fileReports\. /
      )
    })
  )
})
