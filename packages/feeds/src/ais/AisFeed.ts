import type { VesselReport } from "@landfall/core/congestion/VesselReport"
import { Instant } from "@landfall/core/tracking/Instant"
import { Array as Arr, Clock, Effect, FileSystem, type PlatformError, Result, Stdio, Stream } from "effect"
import type { AisTally } from "./AisTally.ts"
import type { MissingColumns } from "./CsvLayout.ts"
import { makeCsvReader } from "./CsvReader.ts"
import { type FeedFormat, formatOf, MAGIC_BYTES, packingOf, UnreadableFeed } from "./FeedFormat.ts"
import { makeNmeaReader, type ReportReader } from "./NmeaReader.ts"
import type { Liveness } from "./ReportClock.ts"
import { withHead } from "./StreamHead.ts"
import { type DamagedPacking, Unpacker } from "./Unpacker.ts"

export interface FeedOptions {
  /** The name of the feed in its reports, such as the file's. */
  readonly source: string
  /**
   * Live: what has no time was heard now, and a stamp far from now is a wrong clock. Recorded: what has no time is
   * counted and left out. Rows of CSV are always recorded.
   */
  readonly liveness: Liveness
  readonly tally: AisTally
}

/** Why a feed cannot be read at all. Faults in single lines are none of these: they are counted. */
export type FeedError = UnreadableFeed | MissingColumns | DamagedPacking

const CHUNK_BYTES = 256 * 1024

const now = Effect.map(Clock.currentTimeMillis, (millis) => Instant.make(Math.floor(millis)))

/** The reports that a reader makes of bytes, chunk by chunk as they are asked for. */
export const readAll =
  (reader: ReportReader) =>
  <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<VesselReport, E, R> =>
    bytes.pipe(
      Stream.mapEffect((chunk) => Effect.map(now, (arrivedAt) => reader.push(chunk, arrivedAt))),
      Stream.concat(Stream.fromEffect(Effect.map(now, reader.end))),
      Stream.filter(Arr.isReadonlyArrayNonEmpty),
      Stream.flattenArray
    )

const readerOf = (format: FeedFormat, { source, liveness, tally }: FeedOptions): ReportReader =>
  format._tag === "Nmea" ? makeNmeaReader(source, liveness, tally) : makeCsvReader(source, format.layout, tally)

const readPlain = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  options: FeedOptions
): Stream.Stream<VesselReport, E | UnreadableFeed | MissingColumns, R> =>
  withHead(
    bytes,
    (head, isAll) => formatOf(options.source, head, isAll),
    (format, whole): Stream.Stream<VesselReport, E | UnreadableFeed | MissingColumns> => {
      if (format === undefined) return Stream.empty
      return Result.isFailure(format) ? Stream.fail(format.failure) : readAll(readerOf(format.success, options))(whole)
    }
  )

/**
 * The reports in bytes of AIS, whichever of its formats they are, plain or packed with gzip or zstd: what they are is
 * told from their beginning. They are read as reports are asked for.
 */
export const readFeed = Effect.fnUntraced(function* (options: FeedOptions) {
  const unpacker = yield* Unpacker
  return <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<VesselReport, E | FeedError, R> =>
    withHead(
      Stream.tap(bytes, (chunk) => Effect.sync(() => options.tally.bytes(chunk.length))),
      (head, isAll) => (isAll || head.length >= MAGIC_BYTES ? (packingOf(head) ?? "none") : undefined),
      (packing, whole): Stream.Stream<VesselReport, E | FeedError> => {
        if (packing === undefined || packing === "none") return readPlain(whole, options)
        if (packing !== "zip") return readPlain(unpacker.unpack(packing, whole), options)
        return Stream.fail(new UnreadableFeed({ source: options.source, found: "is a zip archive: unpack it first" }))
      }
    )
})

/** The reports of a file, from its beginning to its end. */
export const fileReports = (
  path: string,
  options: FeedOptions
): Stream.Stream<VesselReport, FeedError | PlatformError.PlatformError, FileSystem.FileSystem | Unpacker> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const read = yield* readFeed(options)
      return read(files.stream(path, { chunkSize: CHUNK_BYTES }))
    })
  )

/** The reports of what is piped in, until it ends. */
export const standardInputReports = (
  options: FeedOptions
): Stream.Stream<VesselReport, FeedError | PlatformError.PlatformError, Stdio.Stdio | Unpacker> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { stdin } = yield* Stdio.Stdio
      const read = yield* readFeed(options)
      return read(stdin)
    })
  )
