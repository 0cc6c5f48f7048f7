import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import type { AisTally } from "./AisTally.ts"

/** Reads the bytes of an AIS source in chunks of any size. */
export interface ReportReader {
  /** The reports of the lines that end in this chunk. `arrivedAt` is the local clock. */
  readonly push: (chunk: Uint8Array, arrivedAt: Instant) => ReadonlyArray<VesselReport>
  /** The reports of a last line without line end. Incomplete messages are discarded. */
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
