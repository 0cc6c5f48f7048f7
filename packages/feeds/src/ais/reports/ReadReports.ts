import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Instant } from "@landfall/core/time/Instant"
import { Array as Arr, Clock, Effect, Stream } from "effect"
import type { ReportReader } from "./ReportReader.ts"

/** The local time. */
export const currentInstant = Effect.map(Clock.currentTimeMillis, (millis) => Instant.make(Math.floor(millis)))

/** The reports that a reader decodes from bytes, chunk by chunk on demand. */
export const readReports =
  (reader: ReportReader) =>
  <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<VesselReport, E, R> =>
    bytes.pipe(
      Stream.mapEffect((chunk) => Effect.map(currentInstant, (arrivedAt) => reader.push(chunk, arrivedAt))),
      Stream.concat(Stream.fromEffect(Effect.map(currentInstant, reader.end))),
      Stream.filter(Arr.isReadonlyArrayNonEmpty),
      Stream.flattenArray
    )
