import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { RejectedEvent } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Effect, Option, Result, Schema, type Scope, Sink, Stream } from "effect"
import { JsonArray } from "effect/encoding"
import { readEvent } from "./DcsaEvent.ts"
import type { DecodingContext } from "./DecodingContext.ts"
import { listEvents } from "./EventList.ts"
import { type FileLine, splitLines } from "./FileLines.ts"

const MEBI = 1024 * 1024
/** The longest event or line, in UTF-16 code units. A typical event has about a thousand. */
export const MAX_ELEMENT_LENGTH = MEBI
/** The longest file that is one object around lists, which is held in memory as a whole. */
export const MAX_DOCUMENT_LENGTH = 16 * MEBI
const MAX_DEPTH = 100

/** An event of a file, or a rejected one. */
export type EventFileEntry =
  | { readonly _tag: "Read"; readonly event: CarrierEvent }
  | {
      readonly _tag: "Refused"
      /** The line of the event, from 1; none in a file that is one JSON array or object. */
      readonly line: Option.Option<number>
      readonly refused: RejectedEvent
    }

/** A file that cannot be read further; the events before were read. `message` has the position and the remedy. */
export class EventFileMalformed extends Schema.TaggedError<EventFileMalformed>()("EventFileMalformed", {
  message: Schema.String
}) {}

type EventFileFormat = "empty" | "array" | "lines" | "object" | "unknown"

const parseJson = (text: string): Option.Option<unknown> =>
  Result.getSuccess(Result.try((): unknown => JSON.parse(text)))

/** The format of a file by its first line: a complete object on the first line starts a file with one event per line. */
const detectEventFileFormat = (head: string): EventFileFormat => {
  const text = head.trimStart()
  if (text === "") return "empty"
  if (text.startsWith("[")) return "array"
  if (!text.startsWith("{")) return "unknown"
  const [first = ""] = text.split("\n", 1)
  return Option.isSome(parseJson(first)) ? "lines" : "object"
}

/** The start of a file that is read to detect its format. */
const isHeadComplete = (head: string): boolean => {
  const text = head.trimStart()
  return text.length > MAX_ELEMENT_LENGTH || (text !== "" && (!text.startsWith("{") || text.includes("\n")))
}

/** The position of an element in a file. */
interface EntryPosition {
  readonly root: string
  readonly line: Option.Option<number>
}

/** Reads elements one after another, and numbers the events of the whole file. */
const makeEntryReader = (reading: DecodingContext) => {
  let index = 0
  const refuse = ({ line, root }: EntryPosition, reason: string, path = root): EventFileEntry => ({
    _tag: "Refused",
    line,
    refused: { index: index++, path, reason }
  })
  const read = (value: unknown, standing: EntryPosition): ReadonlyArray<EventFileEntry> =>
    listEvents(value, standing.root).map((listed): EventFileEntry => {
      const event = readEvent(listed, reading)
      if (Result.isFailure(event)) return refuse(standing, event.failure.reason, event.failure.path)
      index++
      return { _tag: "Read", event: event.success }
    })
  const readLine = ({ number, text }: FileLine): ReadonlyArray<EventFileEntry> => {
    const standing = { root: "$", line: Option.some(number) }
    if (text === undefined) return [refuse(standing, `is a line of more than ${MAX_ELEMENT_LENGTH} characters`)]
    const json = parseJson(text)
    return Option.isSome(json)
      ? read(json.value, standing)
      : [refuse(standing, "is no JSON: each line must be an event")]
  }
  return { read, readLine }
}
type EntryReader = ReturnType<typeof makeEntryReader>

const malformed = (message: string) => new EventFileMalformed({ message })

const malformedArray = (error: JsonArray.JsonArrayError): EventFileMalformed => {
  const where = error.offset === undefined ? "" : ` at character ${error.offset}`
  return error.kind === "Limit"
    ? malformed(`The file has an event of more than ${MAX_ELEMENT_LENGTH} characters or ${MAX_DEPTH} levels${where}.`)
    : malformed(`The JSON array is malformed${where}: ${error.message}. The events before this position were read.`)
}

/** Maps each element to zero or more entries, chunk by chunk. */
const flatMapEntries = <A>(read: (element: A) => ReadonlyArray<EventFileEntry>) =>
  Stream.mapAccumArray(
    () => undefined,
    (state, elements: readonly [A, ...ReadonlyArray<A>]) => [state, elements.flatMap(read)] as const
  )

const readArray = <E, R>(text: Stream.Stream<string, E, R>, reader: EntryReader) => {
  let position = 0
  return text.pipe(
    Stream.mapError((error): E | JsonArray.JsonArrayError => error),
    Stream.pipeThroughChannel(
      JsonArray.decodeString<E | JsonArray.JsonArrayError>({
        maxElementSize: MAX_ELEMENT_LENGTH,
        maxDepth: MAX_DEPTH
      })
    ),
    flatMapEntries((element) => reader.read(element, { root: `$[${position++}]`, line: Option.none() })),
    Stream.mapError((error) => (JsonArray.isJsonArrayError(error) ? malformedArray(error) : error))
  )
}

const readLines = <E, R>(text: Stream.Stream<string, E, R>, reader: EntryReader) =>
  text.pipe(splitLines(MAX_ELEMENT_LENGTH), flatMapEntries(reader.readLine))

const tooLong = Effect.fail(
  malformed(
    `The file is one JSON object of more than ${MAX_DOCUMENT_LENGTH / MEBI} Mi characters, which cannot be read in ` +
      "pieces; give its list of events alone, as one JSON array or with one event on each line."
  )
)

const readWhole = <E, R>(text: Stream.Stream<string, E, R>): Effect.Effect<string, E | EventFileMalformed, R> =>
  Stream.runFoldEffect(
    text,
    () => "",
    (whole, piece) => (whole.length + piece.length > MAX_DOCUMENT_LENGTH ? tooLong : Effect.succeed(whole + piece))
  )

/** Reads one object around lists; or lines, when only the first one is malformed. */
const readObject = <E, R>(text: Stream.Stream<string, E, R>, reader: EntryReader) =>
  Stream.unwrap(
    Effect.map(readWhole(text), (whole): Stream.Stream<EventFileEntry, EventFileMalformed> => {
      const json = parseJson(whole)
      if (Option.isSome(json)) {
        return Stream.fromIterable(reader.read(json.value, { root: "$", line: Option.none() }))
      }
      const second = whole.trimStart().split("\n", 2)[1] ?? ""
      return Option.isSome(parseJson(second))
        ? readLines(Stream.succeed(whole), reader)
        : Stream.fail(malformed("The file begins with an object and is no JSON, or breaks off. Nothing was read."))
    })
  )

const UNKNOWN_FORMAT_MESSAGE =
  "The file is neither JSON nor one JSON event a line: it must begin with [ or {. If it is compressed, unpack it first."

/**
 * Reads the events of a file one by one, malformed ones with their position and reason: one JSON array, one event (or list)
 * per line (NDJSON), or one JSON object around lists. Memory holds one event at a time; an object around lists is held as a
 * whole, and rejected above 16 Mi characters. Unknown values are counted by `reading.tally`.
 */
export const readEventFile = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  reading: DecodingContext
): Stream.Stream<EventFileEntry, E | EventFileMalformed, Exclude<R, Scope.Scope>> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const reader = makeEntryReader(reading)
      const sniffing = Sink.reduceWhile(
        () => "",
        (head: string) => !isHeadComplete(head),
        (head, piece: string) => head + piece
      )
      const [head, rest] = yield* Stream.peel(Stream.decodeText(bytes), sniffing)
      const text = Stream.concat(Stream.succeed(head), rest)
      switch (detectEventFileFormat(head)) {
        case "empty":
          return Stream.empty
        case "array":
          return readArray(text, reader)
        case "lines":
          return readLines(text, reader)
        case "object":
          return readObject(text, reader)
        case "unknown":
          return Stream.fail(malformed(UNKNOWN_FORMAT_MESSAGE))
      }
    })
  )
