import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import type { AisTally } from "./AisTally.ts"

/** Reads what a source of AIS gives, in chunks cut anywhere. */
export interface ReportReader {
  /** The reports of the lines that this chunk ends. `arrivedAt` is our own clock, now. */
  readonly push: (chunk: Uint8Array, arrivedAt: Instant) => ReadonlyArray<VesselReport>
  /** The reports of a last line without a line end. What is still in parts is given up. */
  readonly end: (arrivedAt: Instant) => ReadonlyArray<VesselReport>
  /** A connection was made anew: a line that was begun does not go on, parts of messages may. */
  readonly restart: () => void
}

/** Reads the bytes of one format, and tells what they report while it does. */
interface FormatReader {
  readonly push: (chunk: Uint8Array, arrivedAt: Instant) => void
  readonly end: () => void
  readonly restart: () => void
}

/** What the reader of a format is given. */
interface ReaderContext {
  /** When the bytes at hand arrived. */
  readonly arrivedAt: () => Instant
  readonly report: (report: VesselReport) => void
}

/** A reader of the format that `open` reads, whose reports are counted in the tally. */
export const makeReportReader = (tally: AisTally, open: (telling: ReaderContext) => FormatReader): ReportReader => {
  let told: Array<VesselReport> = []
  let arrivedNow = Instant.make(0)
  const bytes = open({
    arrivedAt: () => arrivedNow,
    report: (report) => {
      tally.addReport()
      told.push(report)
    }
  })
  const during = (arrivedAt: Instant, read: () => void): ReadonlyArray<VesselReport> => {
    arrivedNow = arrivedAt
    told = []
    read()
    return told
  }
  return {
    push: (chunk, arrivedAt) => during(arrivedAt, () => bytes.push(chunk, arrivedAt)),
    end: (arrivedAt) => during(arrivedAt, bytes.end),
    restart: bytes.restart
  }
}
