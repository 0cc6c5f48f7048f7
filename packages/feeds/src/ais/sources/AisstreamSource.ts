import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Array as Arr, Effect, Option, Redacted, Stream } from "effect"
import type { Socket } from "effect/socket"
import { aisstreamError, aisstreamSubscription, decodeAisstream, type SeaArea } from "../json/AisstreamMessage.ts"
import { makeDocumentReader, parseJson } from "../json/JsonReader.ts"
import { currentInstant } from "../reports/ReadReports.ts"
import { connectionFrames, type LiveOptions, SourceRejection, withReconnection } from "./Reconnection.ts"

/** The largest message that is parsed, in bytes. A message of aisstream.io has less than 2 KiB. */
const MAX_MESSAGE_BYTES = 65_536

/** The options of receiving aisstream.io. */
export interface AisstreamOptions extends LiveOptions {
  readonly apiKey: Redacted.Redacted<string>
  /** The areas to receive; the whole earth when empty. */
  readonly areas: ReadonlyArray<SeaArea>
}

const decoder = new TextDecoder()

/** The document of a frame; undefined when it is not JSON or too large. */
const documentOf = (frame: Uint8Array | string): unknown => {
  if (frame.length > MAX_MESSAGE_BYTES) return undefined
  return parseJson(typeof frame === "string" ? frame : decoder.decode(frame))
}

/**
 * The reports of aisstream.io over a WebSocket that is opened again whenever it ends. The subscription is sent as soon as
 * it is open. An error of aisstream.io, such as that of an unknown API key, ends the connection, which is opened again
 * after the usual waits.
 */
export const aisstreamReports = (socket: Socket.Socket, options: AisstreamOptions): Stream.Stream<VesselReport> =>
  Stream.suspend(() => {
    const { source, tally, apiKey, areas } = options
    const reader = makeDocumentReader(source, "live", tally, decodeAisstream)
    const subscription = aisstreamSubscription(Redacted.value(apiKey), areas)
    const documents = connectionFrames(socket, tally, Option.some(subscription)).pipe(
      Stream.tap((frame) => Effect.sync(() => tally.addBytes(frame.length))),
      Stream.map(documentOf),
      Stream.tap((document) =>
        Option.match(aisstreamError(document), {
          onNone: () => Effect.void,
          onSome: (error) => Effect.fail(new SourceRejection({ message: `aisstream.io responded: ${error}.` }))
        })
      )
    )
    return withReconnection(documents, options, () => {}).pipe(
      Stream.mapEffect((document) => Effect.map(currentInstant, (arrivedAt) => reader.read(document, arrivedAt))),
      Stream.filter(Arr.isReadonlyArrayNonEmpty),
      Stream.flattenArray
    )
  })
