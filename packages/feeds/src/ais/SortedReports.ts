import { REORDER_WINDOW_SECONDS } from "@landfall/core/congestion/detection/DetectionThresholds"
import { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { type Cause, Effect, FileSystem, Option, Pull, Schema, Stream } from "effect"

/** The number of reports that are sorted in memory, about 100 MB. */
export const REPORTS_PER_RUN = 200_000

const REPORTS_PER_BLOCK = 500
const REPORTS_PER_CHUNK = 4096

/** The reports of a source are not in order of time, and the disk has no space to sort them. */
export class SortingFailed extends Schema.TaggedError<SortingFailed>()("SortingFailed", {
  source: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.source} is not in order of time, and its reports cannot be sorted in temporary files (${this.reason}): free space in the temporary folder, or set TMPDIR to another folder.`
  }
}

/** Consecutive reports of a source, in order of time. */
interface Run<E> {
  readonly reports: ReadonlyArray<VesselReport>
  /** Whether the reports of a vessel went back in time by more than detection reorders. */
  readonly isDisordered: boolean
  /** The end of the source after them; none while it continues. */
  readonly end: Option.Option<Effect.Effect<void, E>>
}

const goesBack = (reports: ReadonlyArray<VesselReport>): boolean => {
  const newest = new Map<MmsiInteger, number>()
  return reports.some(({ at, mmsi }) => {
    const newestAt = newest.get(mmsi) ?? at
    if (at >= newestAt) newest.set(mmsi, at)
    return at < newestAt - REORDER_WINDOW_SECONDS * 1000
  })
}

const inOrder = (reports: ReadonlyArray<VesselReport>): ReadonlyArray<VesselReport> =>
  reports.toSorted((a, b) => a.at - b.at)

/**
 * Moves the first static data of each vessel to its earliest position, in reports in order of time: a source can report
 * them after the first positions, and the calls before need them too. Adds these vessels to `known`, and omits vessels
 * that are in it: their next static data is a change.
 */
const withStaticDataFirst = (
  reports: ReadonlyArray<VesselReport>,
  withStaticData: Set<MmsiInteger>
): ReadonlyArray<VesselReport> => {
  const earliest = new Map<MmsiInteger, VesselReport["at"]>()
  const [moved, others]: [Array<VesselReport>, Array<VesselReport>] = [[], []]
  for (const report of reports) {
    const { _tag, at, mmsi } = report
    const first = earliest.get(mmsi) ?? at
    if (_tag === "PositionReport") earliest.set(mmsi, first)
    if (_tag === "PositionReport" || withStaticData.has(mmsi)) others.push(report)
    else {
      withStaticData.add(mmsi)
      moved.push({ ...report, at: first })
    }
  }
  return inOrder([...moved, ...others])
}

/** Reads the next run. A source that fails ends with its failure, after the reports before it. */
const readRun = Effect.fnUntraced(function* <E>(
  pull: Pull.Pull<ReadonlyArray<VesselReport>, E>,
  size: number,
  withStaticData: Set<MmsiInteger>
) {
  const reports: Array<VesselReport> = []
  let end: Run<E>["end"] = Option.none()
  while (reports.length < size && Option.isNone(end)) {
    end = yield* Pull.matchEffect(pull, {
      onSuccess: (chunk): Effect.Effect<Run<E>["end"]> => {
        for (const report of chunk) reports.push(report)
        return Effect.succeedNone
      },
      onDone: (): Effect.Effect<Run<E>["end"]> => Effect.succeedSome(Effect.void),
      onFailure: (cause: Cause.Cause<E>): Effect.Effect<Run<E>["end"]> => Effect.succeedSome(Effect.failCause(cause))
    })
  }
  const isDisordered = goesBack(reports)
  const run: Run<E> = {
    reports: withStaticDataFirst(inOrder(reports), withStaticData),
    isDisordered,
    end
  }
  return run
})

const Block = Schema.fromJsonString(Schema.Array(VesselReport))
const encodeBlock = Schema.encodeSync(Block, { disableChecks: true })
const decodeBlock = Schema.decodeSync(Block, { disableChecks: true })

const blocksOf = (reports: ReadonlyArray<VesselReport>): ReadonlyArray<ReadonlyArray<VesselReport>> =>
  Array.from({ length: Math.ceil(reports.length / REPORTS_PER_BLOCK) }, (_, block) =>
    reports.slice(block * REPORTS_PER_BLOCK, (block + 1) * REPORTS_PER_BLOCK)
  )

/** The next report of a run on disk, and the others that were read with it. */
interface Cursor<E> {
  readonly pull: Pull.Pull<ReadonlyArray<VesselReport>, E>
  reports: ReadonlyArray<VesselReport>
  next: number
}

const refill = <E>(cursor: Cursor<E>) =>
  Effect.map(
    Pull.catchDone(cursor.pull, () => Effect.succeed<ReadonlyArray<VesselReport>>([])),
    (reports) => {
      cursor.reports = reports
      cursor.next = 0
    }
  )

/** The cursor with the earliest report; of equal ones that of the earlier run. */
const earliestOf = <E>(cursors: ReadonlyArray<Cursor<E>>): Cursor<E> | undefined => {
  let earliest: Cursor<E> | undefined
  let least = Number.POSITIVE_INFINITY
  for (const cursor of cursors) {
    const at = cursor.reports[cursor.next]?.at ?? Number.POSITIVE_INFINITY
    if (at >= least) continue
    earliest = cursor
    least = at
  }
  return earliest
}

/** Merges sorted streams into one, in order of time. */
const mergeSorted = <E, R>(runs: ReadonlyArray<Stream.Stream<VesselReport, E, R>>): Stream.Stream<VesselReport, E, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const cursors = yield* Effect.forEach(runs, (run) =>
        Effect.map(Stream.toPull(run), (pull): Cursor<E> => ({ pull, reports: [], next: 0 }))
      )
      yield* Effect.forEach(cursors, refill, { discard: true })
      return Stream.paginate(undefined, () =>
        Effect.gen(function* () {
          const merged: Array<VesselReport> = []
          while (merged.length < REPORTS_PER_CHUNK) {
            const cursor = earliestOf(cursors)
            const report = cursor?.reports[cursor.next]
            if (cursor === undefined || report === undefined) return [merged, Option.none<undefined>()] as const
            merged.push(report)
            cursor.next++
            if (cursor.next === cursor.reports.length) yield* refill(cursor)
          }
          return [merged, Option.some(undefined)] as const
        })
      )
    })
  )

/**
 * The reports of a recorded source in order of time. Up to `size` reports are sorted in memory. A longer source is sorted
 * in temporary files, if reports of a vessel go back in time by more than `REORDER_WINDOW_SECONDS` among its first `size`;
 * otherwise only each `size` of them are, because detection reorders the rest.
 */
export const sortedReports = <E, R>(
  source: string,
  reports: Stream.Stream<VesselReport, E, R>,
  size = REPORTS_PER_RUN
): Stream.Stream<VesselReport, E | SortingFailed, R | FileSystem.FileSystem> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const pull = yield* Stream.toPull(reports)
      const withStaticData = new Set<MmsiInteger>()
      const inTemporaryFile = <A, E2, R2>(effect: Effect.Effect<A, E2, R2>) =>
        Effect.mapError(effect, (error) => new SortingFailed({ source, reason: String(error) }))

      const store = (folder: string, number: number, run: Run<E>) =>
        Stream.fromIterable(blocksOf(run.reports)).pipe(
          Stream.map((block) => `${encodeBlock(block)}\n`),
          Stream.encodeText,
          Stream.run(files.sink(`${folder}/${number}`)),
          inTemporaryFile
        )
      const stored = (folder: string, number: number) =>
        files.stream(`${folder}/${number}`).pipe(
          Stream.decodeText,
          Stream.splitLines,
          Stream.flatMap((line) => Stream.fromIterable(decodeBlock(line))),
          Stream.mapError((error) => new SortingFailed({ source, reason: String(error) }))
        )

      const sortOnDisk = Effect.fnUntraced(function* (first: Run<E>) {
        const folder = yield* inTemporaryFile(files.makeTempDirectoryScoped({ prefix: "landfall-sort-" }))
        let [run, count] = [first, 0]
        yield* store(folder, count++, run)
        while (Option.isNone(run.end)) {
          run = yield* readRun(pull, size, withStaticData)
          yield* store(folder, count++, run)
        }
        const merged = mergeSorted(Array.from({ length: count }, (_, number) => stored(folder, number)))
        return Stream.concat(merged, Stream.fromEffectDrain(Option.getOrElse(run.end, () => Effect.void)))
      })

      const emit = (run: Run<E>): Stream.Stream<VesselReport, E> =>
        Stream.concat(
          Stream.fromIterable(run.reports),
          Option.match(run.end, {
            onNone: () => Stream.unwrap(Effect.map(readRun(pull, size, withStaticData), emit)),
            onSome: (end) => Stream.fromEffectDrain(end)
          })
        )

      const first = yield* readRun(pull, size, withStaticData)
      return first.isDisordered && Option.isNone(first.end) ? yield* sortOnDisk(first) : emit(first)
    })
  )
