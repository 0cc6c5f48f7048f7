import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Effect, FileSystem, type PlatformError, Result, Stdio, Stream } from "effect"
import type { MissingColumns } from "./csv/CsvLayout.ts"
import { makeCsvReader } from "./csv/CsvReader.ts"
import { type CompressedFileDamaged, Decompressor } from "./Decompressor.ts"
import { compressionOf, detectFeedFormat, type FeedFormat, MAGIC_BYTES, UnreadableFeed } from "./FeedFormat.ts"
import { makeNmeaReader } from "./nmea/NmeaReader.ts"
import type { AisTally } from "./reports/AisTally.ts"
import { readReports } from "./reports/ReadReports.ts"
import type { Liveness } from "./reports/ReportClock.ts"
import type { ReportReader } from "./reports/ReportReader.ts"
import { branchOnHead } from "./StreamHead.ts"

export type { UnreadableFeed } from "./FeedFormat.ts"

/** The options of reading a feed, and the tally of its lines. */
export interface FeedOptions {
  /** The name of the feed in its reports, such as the path of a file. */
  readonly source: string
  /**
   * Live: a message without timestamp has the time of arrival, and so has one whose timestamp is far from it. Recorded: a
   * message without timestamp is counted and ignored. CSV rows are always recorded.
   */
  readonly liveness: Liveness
  readonly tally: AisTally
}

/** An error that ends the reading of a feed. Faults of single lines are counted instead. */
export type FeedError = UnreadableFeed | MissingColumns | CompressedFileDamaged

const CHUNK_BYTES = 256 * 1024

const reportReaderOf = (format: FeedFormat, { source, liveness, tally }: FeedOptions): ReportReader =>
  format._tag === "Nmea" ? makeNmeaReader(source, liveness, tally) : makeCsvReader(source, format.layout, tally)

const readUncompressed = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  options: FeedOptions
): Stream.Stream<VesselReport, E | UnreadableFeed | MissingColumns, R> =>
  branchOnHead(
    bytes,
    (head, isAll) => detectFeedFormat(options.source, head, isAll),
    (format, whole): Stream.Stream<VesselReport, E | UnreadableFeed | MissingColumns> => {
      if (format === undefined) return Stream.empty
      return Result.isFailure(format)
        ? Stream.fail(format.failure)
        : readReports(reportReaderOf(format.success, options))(whole)
    }
  )

/** A source of bytes: the counter of its bytes, and the reports of its files when it is a zip archive. */
interface InputOptions {
  readonly countBytes: (bytes: number) => void
  readonly zipReports: Stream.Stream<VesselReport, FeedError>
}

/** The reports in plain or compressed bytes. Compression and format are detected from the first bytes. */
const readBytes =
  (decompressor: Decompressor["Service"], options: FeedOptions, { countBytes, zipReports }: InputOptions) =>
  <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<VesselReport, E | FeedError, R> =>
    branchOnHead(
      bytes,
      (head, isAll) => (isAll || head.length >= MAGIC_BYTES ? (compressionOf(head) ?? "none") : undefined),
      (compression, whole): Stream.Stream<VesselReport, E | FeedError> => {
        if (compression === "zip") return zipReports
        const counted = Stream.tap(whole, (chunk) => Effect.sync(() => countBytes(chunk.length)))
        const isCompressed = compression === "gzip" || compression === "zstd"
        return readUncompressed(isCompressed ? decompressor.decompress(compression, counted) : counted, options)
      }
    )

const failUnreadable = (source: string, found: string) => Stream.fail(new UnreadableFeed({ source, found }))

/**
 * The reports in bytes of NMEA 0183 or CSV, which is detected from the first bytes. It needs no service and runs on any
 * runtime; bytes that are compressed are rejected.
 */
export const uncompressedReports = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  options: FeedOptions
): Stream.Stream<VesselReport, E | UnreadableFeed | MissingColumns, R> =>
  branchOnHead(
    bytes,
    (head, isAll) => (isAll || head.length >= MAGIC_BYTES ? (compressionOf(head) ?? "none") : undefined),
    (compression, whole): Stream.Stream<VesselReport, E | UnreadableFeed | MissingColumns> =>
      compression === undefined || compression === "none"
        ? readUncompressed(
            Stream.tap(whole, (chunk) => Effect.sync(() => options.tally.addBytes(chunk.length))),
            options
          )
        : failUnreadable(
            options.source,
            `is compressed with ${compression}, which is not decompressed here: decompress it first, or read the file with fileReports`
          )
  )

/** The file extensions of AIS files; an archive can contain other files. */
const AIS_FILE_NAME = /\.(?:csv|txt|log|nmea|nm4|ais|aivdm|gz|zst|zstd)$/i

/** The reports of every AIS file in an archive, or of every file when no name has a known extension. */
const archiveReports = (
  decompressor: Decompressor["Service"],
  path: string,
  options: FeedOptions
): Stream.Stream<VesselReport, FeedError> =>
  Stream.unwrap(
    Effect.map(
      decompressor.openArchive(path, options.tally.addBytes),
      (members): Stream.Stream<VesselReport, FeedError> => {
        const aisFiles = members.filter(({ name }) => AIS_FILE_NAME.test(name))
        if (members.length === 0) return failUnreadable(options.source, "is a zip archive without files")
        return Stream.fromIterable(aisFiles.length === 0 ? members : aisFiles).pipe(
          Stream.flatMap(({ name, bytes }) => {
            const source = `${options.source}: ${name}`
            const nested = failUnreadable(source, "is a zip archive in another zip archive; extract it first")
            // `openArchive` counts the compressed bytes.
            return readBytes(decompressor, { ...options, source }, { countBytes: () => {}, zipReports: nested })(bytes)
          })
        )
      }
    )
  )

/** The reports of a file; for a zip archive, those of every file in it. */
export const fileReports = (
  path: string,
  options: FeedOptions
): Stream.Stream<VesselReport, FeedError | PlatformError.PlatformError, FileSystem.FileSystem | Decompressor> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const decompressor = yield* Decompressor
      const input = { countBytes: options.tally.addBytes, zipReports: archiveReports(decompressor, path, options) }
      return readBytes(decompressor, options, input)(files.stream(path, { chunkSize: CHUNK_BYTES }))
    })
  )

/** The reports of standard input, until it ends. */
export const standardInputReports = (
  options: FeedOptions
): Stream.Stream<VesselReport, FeedError | PlatformError.PlatformError, Stdio.Stdio | Decompressor> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { stdin } = yield* Stdio.Stdio
      const decompressor = yield* Decompressor
      const archive = failUnreadable(
        options.source,
        "is a zip archive, which cannot be read from standard input; name the file instead"
      )
      return readBytes(decompressor, options, { countBytes: options.tally.addBytes, zipReports: archive })(stdin)
    })
  )
