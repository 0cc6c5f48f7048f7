import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { isoOf } from "@landfall/core/time/Instant"
import { type FeedError, type FeedOptions, fileReports, standardInputReports } from "@landfall/feeds/ais/AisFeed"
import type { Decompressor } from "@landfall/feeds/ais/Decompressor"
import { type AisCounts, makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { Console, Effect, FileSystem, Layer, Option, type PlatformError, Schema, type Stdio, type Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as NodeUnpacker from "../archives/NodeDecompressor.ts"
import * as Sea from "../service/Sea.ts"
import { withDatabase } from "../settings/Database.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { endProgress, makeFileProgress } from "../terminal/Progress.ts"
import { type AisRecorder, openRecorder, type RecordingSummary } from "./AisRecorder.ts"

/** A file that could not be read, or not to its end; what is wrong with it was told before. */
class IncompleteImport extends Schema.TaggedError<IncompleteImport>()("IncompleteImport", { message: Schema.String }) {}

const STANDARD_INPUT = "-"

/** So many ports are told of, those with the most calls. */
const MAX_LISTED_PORTS = 10

interface FileResult {
  readonly file: string
  readonly counts: AisCounts
  /** Why it was not read to its end. */
  readonly fault: string | null
}

const reportsOf = (
  file: string,
  options: FeedOptions
): Stream.Stream<
  VesselReport,
  FeedError | PlatformError.PlatformError,
  FileSystem.FileSystem | Stdio.Stdio | Decompressor
> => (file === STANDARD_INPUT ? standardInputReports(options) : fileReports(file, options))

const fileSizeOf = Effect.fnUntraced(function* (file: string) {
  if (file === STANDARD_INPUT) return undefined
  const files = yield* FileSystem.FileSystem
  return yield* files.stat(file).pipe(
    Effect.map(({ size }) => Number(size)),
    Effect.orElseSucceed(() => undefined)
  )
})

/** Reads one file. What is wrong with it as a whole is told, and keeps no other file from being read. */
const readFile = Effect.fnUntraced(function* (into: AisRecorder, file: string) {
  const tally = makeAisTally()
  const source = file === STANDARD_INPUT ? "standard input" : file
  const show = makeFileProgress(yield* fileSizeOf(file))
  const told = Effect.suspend(() => {
    const { bytes, reports } = tally.counts()
    return show(bytes, `${reports} reports  ${source}`)
  })
  const reports = reportsOf(file, { source, liveness: "recorded", tally })
  const fault = yield* into.record(reports, told).pipe(
    Effect.as(null),
    Effect.catchTags({
      CompressedFileDamaged: ({ message }) => Effect.succeed(`${source}: ${message}`),
      MissingColumns: ({ message }) => Effect.succeed(message),
      PlatformError: ({ reason }) =>
        Effect.succeed(`${source} cannot be read (${reason._tag}): check the path and its rights.`),
      UnreadableFeed: ({ message }) => Effect.succeed(message)
    })
  )
  yield* endProgress
  const read: FileResult = { file: source, counts: tally.counts(), fault }
  return read
})

const sortByCount = <Key>(counts: ReadonlyMap<Key, number>): ReadonlyArray<readonly [Key, number]> =>
  [...counts].sort(([, a], [, b]) => b - a)

const toSummaryJson = (files: ReadonlyArray<FileResult>, recorded: RecordingSummary) => ({
  files: files.map(({ file, counts, fault }) => ({
    file,
    fault,
    bytes: counts.bytes,
    lines: counts.lines,
    reports: counts.reports,
    faults: counts.faults,
    passedOver: counts.skipped
  })),
  ships: recorded.ships,
  reports: recorded.reports,
  from: Option.getOrNull(Option.map(recorded.first, isoOf)),
  to: Option.getOrNull(Option.map(recorded.last, isoOf)),
  positionsLeftOut: Object.fromEntries(recorded.anomalies),
  portsHeard: recorded.lastReceived.size,
  calls: Object.fromEntries(sortByCount(recorded.calls))
})

const fileLines = ({ file, counts, fault }: FileResult): ReadonlyArray<string> => [
  `${file}: ${counts.reports} reports of ships in ${counts.lines} lines`,
  ...Object.entries(counts.faults).map(
    ([kind, { count, firstLine }]) => `  ${kind}: ${count}, first in line ${firstLine}`
  ),
  ...Object.entries(counts.skipped).map(([kind, { count }]) => `  passed over, ${kind}: ${count}`),
  ...(fault === null ? [] : [`  ${fault}`])
]

const LATE_HINT =
  "Most positions are older than what is known of their ships, and were left out. If they were imported before, all is well; if they are older history, import them with --history."

const summaryLines = (files: ReadonlyArray<FileResult>, recorded: RecordingSummary): ReadonlyArray<string> => {
  const { ships, reports, first, last, anomalies, calls, lastReceived } = recorded
  const ports = sortByCount(calls)
  const leftOut = (anomalies.get("late") ?? 0) + (anomalies.get("clock_wrong") ?? 0)
  const span = Option.isSome(first) && Option.isSome(last) ? `, ${isoOf(first.value)} to ${isoOf(last.value)}` : ""
  return [
    ...files.flatMap(fileLines),
    `${ships} ships in ${reports} reports${span}`,
    ...[...anomalies].map(([kind, count]) => `  positions left out, ${kind}: ${count}`),
    `${ports.reduce((sum, [, count]) => sum + count, 0)} port calls began, changed or ended in ${ports.length} ports; ${lastReceived.size} ports were heard`,
    ...ports.slice(0, MAX_LISTED_PORTS).map(([port, count]) => `  ${port}  ${count}`),
    ...(leftOut > reports / 2 ? [LATE_HINT] : [])
  ]
}

/** How to look at what was imported: figures of now say nothing of a port that was heard last a day ago. */
const printHint = Effect.fnUntraced(function* ({ calls, lastReceived }: RecordingSummary) {
  const [[port] = []] = sortByCount(calls)
  const at = port === undefined ? undefined : lastReceived.get(port)
  if (port === undefined || at === undefined) return
  yield* Console.log(`Look at them with: landfall congestion ${port} --as-of ${isoOf(at)}`)
})

const importFiles = Effect.fnUntraced(function* (files: ReadonlyArray<string>, isHistory: boolean) {
  const into = yield* openRecorder(isHistory)
  const read = yield* Effect.forEach(files, (file) => readFile(into, file))
  return { read, recorded: yield* into.finish }
}, Effect.scoped)

export const importAis = Command.make(
  "ais",
  {
    files: Argument.String("file").pipe(
      Argument.withDescription(
        "A file of NMEA 0183 or CSV, plain or packed with gzip, zstd or zip; - reads what is piped in"
      ),
      Argument.variadic({ min: 1 })
    ),
    history: Flag.Boolean("history").pipe(
      Flag.withDescription(
        "Records older than what is known of their ships, all in one command: their ships begin anew, and a server that watches is not disturbed"
      ),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ files, history, json }) {
    const { read, recorded } = yield* importFiles(files, history).pipe(
      Effect.provide(Layer.merge(NodeUnpacker.layer, Sea.layer))
    )
    if (json) yield* printJson(toSummaryJson(read, recorded))
    else {
      yield* Effect.forEach(summaryLines(read, recorded), (line) => Console.log(line))
      yield* printHint(recorded)
    }
    const failed = read.filter(({ fault }) => fault !== null)
    if (failed.length > 0) {
      return yield* new IncompleteImport({
        message: `${failed.length} of ${read.length} files could not be read to the end: ${failed.map(({ file }) => file).join(", ")}.`
      })
    }
  }, withDatabase)
).pipe(
  Command.withDescription(
    "Import recorded AIS, files oldest first: ships' port calls are detected by the times that the records tell. Again, or after an interruption, nothing is counted twice"
  )
)
