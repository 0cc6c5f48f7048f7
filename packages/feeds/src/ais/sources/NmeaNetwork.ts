import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { Array as Arr, Effect, Stream } from "effect"
import type { DatagramSocket, Socket } from "effect/socket"
import { JsonParser } from "../../json/JsonParser.ts"
import { makeNmeaReader } from "../nmea/NmeaReader.ts"
import type { AisTally } from "../reports/AisTally.ts"
import { currentInstant, flattenReports, readReports } from "../reports/ReadReports.ts"
import { makePayloadReader, type PayloadReader } from "./AisCatcherReader.ts"
import { bytesOf, connectionFrames, type LiveOptions, withReconnection } from "./Reconnection.ts"

const countBytes = (tally: AisTally) => (chunk: Uint8Array) => Effect.sync(() => tally.addBytes(chunk.length))

/**
 * The reports of NMEA 0183 over a TCP connection that is opened again whenever it ends. Data is read on demand, so that
 * the sender waits for a slow consumer.
 */
export const tcpReports = (socket: Socket.Socket, options: LiveOptions): Stream.Stream<VesselReport> =>
  Stream.suspend(() => {
    const reader = makeNmeaReader(options.source, "live", options.tally)
    const chunks = Stream.map(connectionFrames(socket, options.tally), bytesOf)
    const received = Stream.tap(withReconnection(chunks, options, reader.restart), countBytes(options.tally))
    return readReports(reader)(received)
  })

const datagramsOf = (socket: DatagramSocket.DatagramSocket, tally: AisTally) =>
  Stream.unwrap(
    Effect.map(socket.reader, (reader) => {
      tally.addConnection()
      let dropped = 0
      const pull = Effect.tap(reader.pull, () =>
        Effect.sync(() => {
          const total = reader.dropped()
          tally.addDroppedDatagrams(total - dropped)
          dropped = total
        })
      )
      return Stream.flattenArray(Stream.fromEffectRepeat(pull))
    })
  )

/** The reports that a reader decodes from payloads, step by step on demand. Other work runs between the steps of a payload. */
const readPayloads =
  (reader: PayloadReader) =>
  <E, R>(payloads: Stream.Stream<Uint8Array, E, R>): Stream.Stream<VesselReport, E, R> =>
    payloads.pipe(
      Stream.mapEffect(reader.stepsOf),
      Stream.filter(Arr.isReadonlyArrayNonEmpty),
      Stream.flattenArray,
      Stream.mapEffect(({ isFirst, read }) =>
        Effect.andThen(isFirst ? Effect.void : nextSlice, Effect.map(currentInstant, read))
      ),
      (reports) => flattenReports(reports, reader)
    )

/** The reports in payloads, each of whole lines of NMEA 0183 or a document of AIS-catcher in JSON. */
export const payloadReports = <E extends { readonly message: string }>(
  payloads: Stream.Stream<Uint8Array, E>,
  options: LiveOptions
): Stream.Stream<VesselReport> =>
  Stream.unwrap(
    Effect.map(JsonParser, (json) => {
      const reader = makePayloadReader(options.source, options.tally, json)
      const received = Stream.tap(withReconnection(payloads, options, reader.restart), countBytes(options.tally))
      return readPayloads(reader)(received)
    })
  )

/**
 * The reports in UDP datagrams: each has whole lines of NMEA 0183, or a message of AIS-catcher in JSON. Datagrams beyond
 * the bounded queue of the socket are dropped and counted.
 */
export const udpReports = (socket: DatagramSocket.DatagramSocket, options: LiveOptions): Stream.Stream<VesselReport> =>
  payloadReports(
    Stream.map(datagramsOf(socket, options.tally), ({ payload }) => payload),
    options
  )
