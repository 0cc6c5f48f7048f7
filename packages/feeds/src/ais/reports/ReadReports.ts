import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import { Array as Arr, Clock, Effect, Stream } from "effect"
import type { ReportReader } from "./ReportReader.ts"

/** The local time. */
export const currentInstant = Effect.map(Clock.currentTimeMillis, (millis) => Instant.make(Math.floor(millis)))

/** The reports of each element, with those of the end. */
export const flattenReports = <E, R>(
  reports: Stream.Stream<ReadonlyArray<VesselReport>, E, R>,
  { end }: Pick<ReportReader, "end">
): Stream.Stream<VesselReport, E, R> =>
  reports.pipe(
    Stream.concat(Stream.fromEffect(Effect.map(currentInstant, end))),
    Stream.filter(Arr.isReadonlyArrayNonEmpty),
    Stream.flattenArray
  )

/** The reports that a reader decodes from bytes, chunk by chunk on demand. */
export const readReports =
  (reader: ReportReader) =>
  <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<VesselReport, E, R> =>
    flattenReports(
      Stream.mapEffect(bytes, (chunk) => Effect.map(currentInstant, (arrivedAt) => reader.push(chunk, arrivedAt))),
      reader
    )
