import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import { Array as Arr, Clock, Effect, FileSystem, type PlatformError, Result, Stdio, Stream } from "effect"
import type { MissingColumns } from "./csv/CsvLayout.ts"
import { makeCsvReader } from "./csv/CsvReader.ts"
import { type FeedFormat, formatOf, MAGIC_BYTES, packingOf, UnreadableFeed } from "./FeedFormat.ts"
import { makeNmeaReader } from "./nmea/NmeaReader.ts"
import type { AisTally } from "./reports/AisTally.ts"
import type { Liveness } from "./reports/ReportClock.ts"
import type { ReportReader } from "./reports/ReportReader.ts"
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

/** Where bytes come from: who counts them, and the reports that there are where they turn out to be a zip archive. */
interface Origin {
  readonly count: (bytes: number) => void
  readonly archive: Stream.Stream<VesselReport, FeedError>
}

/** The reports in bytes that are plain or packed: which, and of which format, is told from their beginning. */
const readBytes =
  (unpacker: Unpacker["Service"], options: FeedOptions, { count, archive }: Origin) =>
  <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<VesselReport, E | FeedError, R> =>
    withHead(
      bytes,
      (head, isAll) => (isAll || head.length >= MAGIC_BYTES ? (packingOf(head) ?? "none") : undefined),
      (packing, whole): Stream.Stream<VesselReport, E | FeedError> => {
        if (packing === "zip") return archive
        const counted = Stream.tap(whole, (chunk) => Effect.sync(() => count(chunk.length)))
        const isPacked = packing === "gzip" || packing === "zstd"
        return readPlain(isPacked ? unpacker.unpack(packing, counted) : counted, options)
      }
    )

const unreadable = (source: string, found: string) => Stream.fail(new UnreadableFeed({ source, found }))

/** What records are named by. An archive can hold a note beside them. */
const RECORD_NAME = /\.(?:csv|txt|log|nmea|nm4|ais|aivdm|gz|zst|zstd)$/i

/** The reports of every record in an archive, in the order of their names. */
const archiveReports = (
  unpacker: Unpacker["Service"],
  path: string,
  options: FeedOptions
): Stream.Stream<VesselReport, FeedError> =>
  Stream.unwrap(
    Effect.map(unpacker.openArchive(path, options.tally.bytes), (members): Stream.Stream<VesselReport, FeedError> => {
      const named = members.filter(({ name }) => RECORD_NAME.test(name))
      if (members.length === 0) return unreadable(options.source, "is a zip archive with nothing in it")
      return Stream.fromIterable(named.length === 0 ? members : named).pipe(
        Stream.flatMap(({ name, bytes }) => {
          const source = `${options.source}: ${name}`
          const nested = unreadable(source, "is a zip archive in another")
          // The archive counts what is read of it.
          return readBytes(unpacker, { ...options, source }, { count: () => {}, archive: nested })(bytes)
        })
      )
    })
  )

/** The reports of a file, from its beginning to its end; of a zip archive those of every file in it. */
export const fileReports = (
  path: string,
  options: FeedOptions
): Stream.Stream<VesselReport, FeedError | PlatformError.PlatformError, FileSystem.FileSystem | Unpacker> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const unpacker = yield* Unpacker
      const origin = { count: options.tally.bytes, archive: archiveReports(unpacker, path, options) }
      return readBytes(unpacker, options, origin)(files.stream(path, { chunkSize: CHUNK_BYTES }))
    })
  )

/** The reports of what is piped in, until it ends. */
export const standardInputReports = (
  options: FeedOptions
): Stream.Stream<VesselReport, FeedError | PlatformError.PlatformError, Stdio.Stdio | Unpacker> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { stdin } = yield* Stdio.Stdio
      const unpacker = yield* Unpacker
      const archive = unreadable(
        options.source,
        "is a zip archive, which cannot be read as it is piped in: name its file"
      )
      return readBytes(unpacker, options, { count: options.tally.bytes, archive })(stdin)
    })
  )
