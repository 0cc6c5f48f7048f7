import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { formatCount } from "@landfall/core/listing/Count"
import { isoOf } from "@landfall/core/time/Instant"
import { type FeedError, type FeedOptions, fileReports, standardInputReports } from "@landfall/feeds/ais/AisFeed"
import {
  type AisRecorder,
  openContinuingRecorder,
  openHistoryRecorder,
  type RecordingSummary
} from "@landfall/feeds/ais/AisRecorder"
import type { Decompressor } from "@landfall/feeds/ais/Decompressor"
import { type AisCounts, makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { type SortingFailed, sortedReports } from "@landfall/feeds/ais/SortedReports"
import * as Stores from "@landfall/storage/Stores"
import { Console, Effect, FileSystem, Layer, Option, type PlatformError, Schema, type Stdio, type Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { makeDetectorId } from "../ais/AisFeeds.ts"
import * as NodeDecompressor from "../archives/NodeDecompressor.ts"
import * as Sea from "../service/Sea.ts"
import { withStores } from "../settings/Database.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { endProgress, makeFileProgress } from "../terminal/Progress.ts"
import { IncompleteImport } from "./ImportFile.ts"

/** Another process holds the fleet lease, so that a recording cannot continue from the stored state of the vessels. */
export class LiveDetectionActive extends Schema.TaggedError<LiveDetectionActive>()("LiveDetectionActive", {
  holder: Schema.String
}) {
  override get message(): string {
    return `Port calls are being detected by ${this.holder}. Stop live detection to import these records, or import older history beside it with --history.`
  }
}

const STANDARD_INPUT = "-"

/** The summary lists the ports with the most calls, at most this many. */
const MAX_LISTED_PORTS = 10

interface FileResult {
  readonly file: string
  readonly counts: AisCounts
  /** The reason why the file was not read to its end; null when it was. */
  readonly fault: string | null
}

const reportsOf = (
  file: string,
  options: FeedOptions
): Stream.Stream<
  VesselReport,
  FeedError | PlatformError.PlatformError | SortingFailed,
  FileSystem.FileSystem | Stdio.Stdio | Decompressor
> =>
  file === STANDARD_INPUT
    ? sortedReports(options.source, standardInputReports(options))
    : sortedReports(options.source, fileReports(file, options))

const fileSizeOf = Effect.fnUntraced(function* (file: string) {
  if (file === STANDARD_INPUT) return undefined
  const files = yield* FileSystem.FileSystem
  return yield* files.stat(file).pipe(
    Effect.map(({ size }) => Number(size)),
    Effect.orElseSucceed(() => undefined)
  )
})

/** Records one file. The others are read when one cannot be. */
const recordFile = Effect.fnUntraced(function* (recorder: AisRecorder, file: string) {
  const tally = makeAisTally()
  const source = file === STANDARD_INPUT ? "standard input" : file
  const show = makeFileProgress(yield* fileSizeOf(file))
  const onProgress = Effect.suspend(() => {
    const { bytes, reports } = tally.counts()
    return show(bytes, `${formatCount(reports, "report")}  ${source}`)
  })
  const reports = reportsOf(file, { source, liveness: "recorded", tally })
  const fault = yield* recorder.record(reports, onProgress).pipe(
    Effect.as(null),
    Effect.catchTags({
      CompressedFileDamaged: ({ message }) => Effect.succeed(`${source}: ${message}`),
      MissingColumns: ({ message }) => Effect.succeed(message),
      PlatformError: ({ reason }) =>
        Effect.succeed(`${source} cannot be read (${reason._tag}): check the path and its permissions.`),
      SortingFailed: ({ message }) => Effect.succeed(message),
      UnreadableFeed: ({ message }) => Effect.succeed(message)
    })
  )
  yield* endProgress
  const result: FileResult = { file: source, counts: tally.counts(), fault }
  return result
})

const sortByCount = <Key>(counts: ReadonlyMap<Key, number>): ReadonlyArray<readonly [Key, number]> =>
  [...counts].sort(([, a], [, b]) => b - a)

const toSummaryJson = (files: ReadonlyArray<FileResult>, summary: RecordingSummary) => ({
  files: files.map(({ file, counts, fault }) => ({
    file,
    fault,
    bytes: counts.bytes,
    lines: counts.lines,
    reports: counts.reports,
    faults: counts.faults,
    skipped: counts.skipped
  })),
  vessels: summary.vessels,
  reports: summary.reports,
  from: Option.getOrNull(Option.map(summary.first, isoOf)),
  to: Option.getOrNull(Option.map(summary.last, isoOf)),
  positionsSkipped: Object.fromEntries(summary.anomalies),
  portsWithPositions: summary.lastReceived.size,
  calls: Object.fromEntries(sortByCount(summary.calls)),
  waiting: summary.waiting
})

const fileLines = ({ file, counts, fault }: FileResult): ReadonlyArray<string> => [
  `${file}: ${formatCount(counts.reports, "vessel report")} in ${formatCount(counts.lines, "line")}`,
  ...Object.entries(counts.faults).map(
    ([kind, { count, firstLine }]) => `  ${kind}: ${count}, first on line ${firstLine}`
  ),
  ...Object.entries(counts.skipped).map(([kind, { count }]) => `  skipped, ${kind}: ${count}`),
  ...(fault === null ? [] : [`  ${fault}`])
]

const LATE_HINT =
  "Most positions are older than the stored state of their vessels and were skipped. If they were imported before, nothing is missing. If they are older history, import them with --history."

const summaryLines = (files: ReadonlyArray<FileResult>, summary: RecordingSummary): ReadonlyArray<string> => {
  const { vessels, reports, first, last, anomalies, calls, lastReceived, waiting } = summary
  const ports = sortByCount(calls)
  const late = (anomalies.get("late") ?? 0) + (anomalies.get("clock_wrong") ?? 0)
  const span = Option.isSome(first) && Option.isSome(last) ? `, ${isoOf(first.value)} to ${isoOf(last.value)}` : ""
  const changed = ports.reduce((sum, [, count]) => sum + count, 0)
  return [
    ...files.flatMap(fileLines),
    `${formatCount(vessels, "vessel")} in ${formatCount(reports, "report")}${span}`,
    ...[...anomalies].map(([kind, count]) => `  positions skipped, ${kind}: ${count}`),
    `${formatCount(changed, "port call")} began, changed or ended in ${formatCount(ports.length, "port")}; positions in ${formatCount(lastReceived.size, "port")}`,
    ...ports.slice(0, MAX_LISTED_PORTS).map(([port, count]) => `  ${port}  ${count}`),
    ...(waiting === 0
      ? []
      : [`${formatCount(waiting, "vessel")} at anchor at an anchorage that ports share, in none of them yet`]),
    ...(late > reports / 2 ? [LATE_HINT] : [])
  ]
}

/**
 * Prints the commands that show the result: the current figures are unknown for a port whose last position is a day
 * old.
 */
const printHint = Effect.fnUntraced(function* ({ calls, lastReceived }: RecordingSummary) {
  const [[port] = []] = sortByCount(calls)
  const at = port === undefined ? undefined : lastReceived.get(port)
  if (port === undefined || at === undefined) return
  yield* Console.log(`See the figures with: landfall congestion ${port} --as-of ${isoOf(at)}`)
})

const openRecorder = Effect.fnUntraced(function* (isHistory: boolean) {
  if (isHistory) return yield* openHistoryRecorder
  return yield* openContinuingRecorder(yield* makeDetectorId)
})

const recordFiles = Effect.fnUntraced(
  function* (files: ReadonlyArray<string>, isHistory: boolean) {
    const recorder = yield* openRecorder(isHistory)
    const results = yield* Effect.forEach(files, (file) => recordFile(recorder, file))
    return { results, summary: yield* recorder.finish }
  },
  Effect.catchTag("FleetLeaseHeld", ({ holder }) =>
    Effect.fail(new LiveDetectionActive({ holder: Option.getOrElse(holder, () => "another process") }))
  ),
  Effect.scoped
)

export const importAis = Command.make(
  "ais",
  {
    files: Argument.String("file").pipe(
      Argument.withDescription(
        "File of NMEA 0183 sentences, or CSV with the columns of MarineCadastre or the Danish Maritime Authority (MMSI, timestamp, latitude and longitude are required), plain or compressed with gzip, zstd or zip; - for standard input"
      ),
      Argument.variadic({ min: 1 })
    ),
    history: Flag.Boolean("history").pipe(
      Flag.withDescription(
        "Import older history, all files in one command: vessels begin without stored state, and live detection continues undisturbed"
      ),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ files, history, json }) {
    const { results, summary } = yield* recordFiles(files, history).pipe(
      Effect.provide(Layer.mergeAll(NodeDecompressor.layer, Sea.layer, Sea.portAreas))
    )
    if (json) yield* printJson(toSummaryJson(results, summary))
    else {
      yield* Effect.forEach(summaryLines(results, summary), (line) => Console.log(line))
      yield* printHint(summary)
    }
    const failed = results.filter(({ fault }) => fault !== null)
    if (failed.length > 0) {
      return yield* new IncompleteImport({
        message: `${failed.length} of ${formatCount(results.length, "file")} could not be read to the end: ${failed.map(({ file }) => file).join(", ")}.`
      })
    }
  }, withStores(Stores.layer))
)
