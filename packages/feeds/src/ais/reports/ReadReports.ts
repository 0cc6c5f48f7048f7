import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { Instant } from "@landfall/core/time/Instant"
import { Array as Arr, Clock, Effect, Stream } from "effect"
import type { PayloadReader } from "../sources/AisCatcherReader.ts"
import type { ReportReader } from "./ReportReader.ts"

/** The local time. */
export const currentInstant = Effect.map(Clock.currentTimeMillis, (millis) => Instant.make(Math.floor(millis)))

/** The reports of each element, with those of the end. */
const flattenReports = <E, R>(
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

/** The reports that a reader decodes from payloads, step by step on demand. Other work runs between the steps of a payload. */
export const readPayloads =
  (reader: PayloadReader) =>
  <E, R>(payloads: Stream.Stream<Uint8Array, E, R>): Stream.Stream<VesselReport, E, R> =>
    payloads.pipe(
      Stream.map(reader.stepsOf),
      Stream.filter(Arr.isReadonlyArrayNonEmpty),
      Stream.flattenArray,
      Stream.mapEffect(({ isFirst, read }) =>
        Effect.andThen(isFirst ? Effect.void : nextSlice, Effect.map(currentInstant, read))
      ),
      (reports) => flattenReports(reports, reader)
    )
