import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync, zstdCompressSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { assert, describe, layer } from "@effect/vitest"
import { fileReports } from "@landfall/feeds/ais/AisFeed"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { tcpReports } from "@landfall/feeds/ais/sources/NmeaNetwork"
import { DEFAULT_SILENCE_TIMEOUT } from "@landfall/feeds/ais/sources/Reconnection"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as NodeDecompressor from "../../src/archives/NodeDecompressor.ts"

const ROWS = 20_000
const CSV = [
  "MMSI,BaseDateTime,LAT,LON",
  ...Array.from({ length: ROWS }, (_, row) => `${228_000_000 + row},2022-01-03T00:00:00,${row / 1_000},4.1`)
].join("\n")

const SENTENCES = ["!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A", "!AIVDM,1,1,,A,38Id705000rRVJhE7cl9n;160000,0*40"]

/** A temporary folder with one file. */
const fileOf = (name: string, bytes: Uint8Array | string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "landfall-ais-"))
      writeFileSync(join(folder, name), bytes)
      return { folder, path: join(folder, name) }
    }),
    ({ folder }) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

const optionsOf = () => ({ source: "test", liveness: "recorded" as const, tally: makeAisTally() })

layer(Layer.merge(NodeServices.layer, NodeDecompressor.layer))("AIS sources", (it) => {
  describe("a file", () => {
    it.effect("is read plain and compressed with gzip or zstd, in one frame or several", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 0, 25))
        const [first, second] = [CSV.slice(0, 300_000), CSV.slice(300_000)]
        const files = {
          "day.csv": CSV,
          "day.csv.gz": gzipSync(CSV),
          "day.csv.zst": zstdCompressSync(CSV),
          "two.csv.gz": Buffer.concat([gzipSync(first), gzipSync(second)]),
          "two.csv.zst": Buffer.concat([zstdCompressSync(first), zstdCompressSync(second)])
        }
        for (const [name, bytes] of Object.entries(files)) {
          const { path } = yield* fileOf(name, bytes)
          const options = optionsOf()
          const reports = yield* fileReports(path, options).pipe(Stream.runCount)
          assert.strictEqual(reports, ROWS, name)
          assert.strictEqual(options.tally.counts().bytes, bytes.length, name)
        }
      })
    )

    it.effect("that is truncated gives its complete reports, and then fails with an error about it", () =>
      Effect.gen(function* () {
        for (const [name, bytes] of [
          ["day.csv.gz", gzipSync(CSV)],
          ["day.csv.zst", zstdCompressSync(CSV)]
        ] as const) {
          const { path } = yield* fileOf(name, bytes.subarray(0, bytes.length - 1_000))
          const options = optionsOf()
          const failure = yield* fileReports(path, options).pipe(Stream.runDrain, Effect.flip)
          assert.include(failure.message, "file is damaged or truncated", name)
        }
      })
    )
  })

  describe("a TCP connection", () => {
    it.effect("receives the sentences that the server sends", () =>
      Effect.gen(function* () {
        const server = createServer((connection) => {
          for (const sentence of SENTENCES) connection.write(`${sentence}\r\n`)
        })
        const port = yield* Effect.acquireRelease(
          Effect.callback<number>((resume) => {
            server.listen(0, "127.0.0.1", () => {
              const address = server.address()
              resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
            })
          }),
          () => Effect.sync(() => server.close())
        )
        const socket = yield* NodeSocket.makeNet({ host: "127.0.0.1", port })
        const options = {
          source: `tcp:127.0.0.1:${port}`,
          tally: makeAisTally(),
          silenceTimeout: DEFAULT_SILENCE_TIMEOUT
        }
        const reports = yield* tcpReports(socket, options).pipe(Stream.take(2), Stream.runCollect)
        assert.deepStrictEqual(
          reports.map(({ mmsi }): number => mmsi),
          [371_798_000, 563_808_000]
        )
      })
    )
  })
})
