import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import type { AisTally } from "./AisTally.ts"

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
interface FormatReader {
  readonly push: (chunk: Uint8Array, arrivedAt: Instant) => void
  readonly end: () => void
  readonly restart: () => void
}

/** The context of the reader of a format. */
interface ReaderContext {
  /** The time of arrival of the current bytes. */
  readonly arrivedAt: () => Instant
  readonly report: (report: VesselReport) => void
}

/** Makes a reader of the format of `open`, which counts its reports in the tally. */
export const makeReportReader = (tally: AisTally, open: (context: ReaderContext) => FormatReader): ReportReader => {
  let reports: Array<VesselReport> = []
  let currentArrival = Instant.make(0)
  const bytes = open({
    arrivedAt: () => currentArrival,
    report: (report) => {
      tally.addReport(report._tag)
      reports.push(report)
    }
  })
  const collect = (arrivedAt: Instant, read: () => void): ReadonlyArray<VesselReport> => {
    currentArrival = arrivedAt
    reports = []
    read()
    return reports
  }
  return {
    push: (chunk, arrivedAt) => collect(arrivedAt, () => bytes.push(chunk, arrivedAt)),
    end: (arrivedAt) => collect(arrivedAt, bytes.end),
    restart: bytes.restart
  }
}
