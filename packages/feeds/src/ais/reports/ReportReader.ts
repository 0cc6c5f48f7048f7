import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import type { AisTally } from "./AisTally.ts"
import type { ReplayTest } from "./ReplayTest.ts"
import { isOldTimestamp } from "./ReportClock.ts"

/** Reads the bytes of an AIS source in chunks of any size. */
export interface ReportReader {
  /** The reports of the lines that end in this chunk. `arrivedAt` is the local clock. */
  readonly push: (chunk: Uint8Array, arrivedAt: Instant) => ReadonlyArray<VesselReport>
  /** The reports of a last line that has no line end. Incomplete messages are discarded. */
  readonly end: (arrivedAt: Instant) => ReadonlyArray<VesselReport>
  /** Starts a new connection: an incomplete line is discarded, parts of messages are not. */
  readonly restart: () => void
}

/** Reads the bytes of one format and emits reports. */
export interface FormatReader {
  /** For a live source: decides the meaning of its old timestamps. Reports are held until then. */
  readonly replay?: ReplayTest
  readonly push: (chunk: Uint8Array, arrivedAt: Instant) => void
  readonly end: () => void
  readonly restart: () => void
}

/** The context of the reader of a format. */
export interface ReaderContext {
  /** The time of arrival of the current bytes. */
  readonly arrivedAt: () => Instant
  readonly report: (report: VesselReport) => void
}

/** The maximum number of reports that are held until the meaning of their timestamps is decided. */
const MAX_HELD_REPORTS = 100_000

interface HeldReport {
  readonly report: VesselReport
  readonly arrivedAt: Instant
}

/** Makes a reader of the format of `open`, which counts its reports in the tally. */
export const makeReportReader = (tally: AisTally, open: (context: ReaderContext) => FormatReader): ReportReader => {
  let reports: Array<VesselReport> = []
  let held: Array<HeldReport> = []
  let isDecided = false
  let currentArrival = Instant.make(0)
  const bytes = open({
    arrivedAt: () => currentArrival,
    report: (report) => {
      tally.addReport(report._tag)
      reports.push(report)
    }
  })
  const { replay } = bytes

  /** The time of arrival replaces the timestamp of a station whose clock is wrong. */
  const stampAgain = ({ report, arrivedAt }: HeldReport): VesselReport => {
    if (report.clock === "arrival" || !isOldTimestamp(report.at, arrivedAt)) return report
    tally.addOccurrence("clock_off")
    return { ...report, at: arrivedAt, clock: "arrival" }
  }

  /** The reports whose timestamps are known: none while those of the source are undecided. */
  const decided = (test: ReplayTest, arrivedAt: Instant): ReadonlyArray<VesselReport> => {
    if (isDecided) return reports
    for (const report of reports) held.push({ report, arrivedAt })
    if (held.length > MAX_HELD_REPORTS) test.end()
    if (test.isPending()) return []
    const released = held
    held = []
    isDecided = test.verdict() !== "undecided"
    return test.verdict() === "clock_off" ? released.map(stampAgain) : released.map(({ report }) => report)
  }

  const collect = (arrivedAt: Instant, read: () => void): ReadonlyArray<VesselReport> => {
    currentArrival = arrivedAt
    reports = []
    read()
    return replay === undefined ? reports : decided(replay, arrivedAt)
  }
  return {
    push: (chunk, arrivedAt) => collect(arrivedAt, () => bytes.push(chunk, arrivedAt)),
    end: (arrivedAt) =>
      collect(arrivedAt, () => {
        bytes.end()
        replay?.end()
      }),
    restart: bytes.restart
  }
}
