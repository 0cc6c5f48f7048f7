import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { RejectedEvent } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Effect, Option, Result, Schema, type Scope, Sink, Stream } from "effect"
import { JsonArray } from "effect/encoding"
import type { DecodingContext } from "../fields/DecodingContext.ts"
import { readEvent } from "./DcsaEvent.ts"
import { listEvents } from "./EventList.ts"
import { type FileLine, splitLines } from "./FileLines.ts"

const MEBI = 1024 * 1024
/** The longest event or line, in UTF-16 code units. A typical event has about a thousand. */
export const MAX_ELEMENT_LENGTH = MEBI
/** The longest file that is one JSON object around lists, in UTF-16 code units. Such a file is read into memory whole. */
export const MAX_DOCUMENT_LENGTH = 16 * MEBI
const MAX_DEPTH = 100

/** An event of a file, or a rejected one. */
export type EventFileEntry =
  | { readonly _tag: "Read"; readonly event: CarrierEvent }
  | {
      readonly _tag: "Rejected"
      /** The line of the event, from 1; none in a file that is one JSON array or object. */
      readonly line: Option.Option<number>
      readonly rejected: RejectedEvent
    }

/** A file that is malformed from a position on. The events before it were read. `message` has the position and the fix. */
export class EventFileMalformed extends Schema.TaggedError<EventFileMalformed>()("EventFileMalformed", {
  message: Schema.String
}) {}

type EventFileFormat = "empty" | "array" | "lines" | "object" | "unknown"

const parseJson = (text: string): Option.Option<unknown> =>
  Result.getSuccess(Result.try((): unknown => JSON.parse(text)))

/** Detects the format of a file by its first line. A complete object on the first line means one event per line. */
const detectEventFileFormat = (head: string): EventFileFormat => {
  const text = head.trimStart()
  if (text === "") return "empty"
  if (text.startsWith("[")) return "array"
  if (!text.startsWith("{")) return "unknown"
  const [first = ""] = text.split("\n", 1)
  return Option.isSome(parseJson(first)) ? "lines" : "object"
}

/** Whether the start of a file is long enough to detect its format. */
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
const makeEntryReader = (context: DecodingContext) => {
  let index = 0
  const rejectEntry = ({ line, root }: EntryPosition, reason: string, path = root): EventFileEntry => ({
    _tag: "Rejected",
    line,
    rejected: { index: index++, path, reason }
  })
  const read = (value: unknown, position: EntryPosition): ReadonlyArray<EventFileEntry> =>
    listEvents(value, position.root).map((listed): EventFileEntry => {
      const event = readEvent(listed, context)
      if (Result.isFailure(event)) return rejectEntry(position, event.failure.reason, event.failure.path)
      index++
      return { _tag: "Read", event: event.success }
    })
  const readLine = ({ number, text }: FileLine): ReadonlyArray<EventFileEntry> => {
    const position = { root: "$", line: Option.some(number) }
    if (text === undefined)
      return [rejectEntry(position, `is a line of more than ${MAX_ELEMENT_LENGTH} characters, the limit of one event`)]
    const json = parseJson(text)
    return Option.isSome(json)
      ? read(json.value, position)
      : [rejectEntry(position, "is not valid JSON: each line must be one event")]
  }
  return { read, readLine }
}
type EntryReader = ReturnType<typeof makeEntryReader>

const malformed = (message: string) => new EventFileMalformed({ message })

const malformedArray = (error: JsonArray.JsonArrayError): EventFileMalformed => {
  const suffix = error.offset === undefined ? "" : ` at character ${error.offset}`
  return error.kind === "Limit"
    ? malformed(`The file has an event of more than ${MAX_ELEMENT_LENGTH} characters or ${MAX_DEPTH} levels${suffix}.`)
    : malformed(`The JSON array is malformed${suffix}: ${error.message}. The events before this position were read.`)
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
    `The file is one JSON object of more than ${MAX_DOCUMENT_LENGTH / MEBI} Mi characters, which is the limit. ` +
      "Write only its list of events, as one JSON array or with one event on each line."
  )
)

const readWhole = <E, R>(text: Stream.Stream<string, E, R>): Effect.Effect<string, E | EventFileMalformed, R> =>
  Stream.runFoldEffect(
    text,
    () => "",
    (whole, piece) => (whole.length + piece.length > MAX_DOCUMENT_LENGTH ? tooLong : Effect.succeed(whole + piece))
  )

/** Reads one JSON object around lists, or one event per line when only the first line is malformed. */
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
        : Stream.fail(
            malformed("The file begins with a JSON object that is malformed or truncated. No event was read.")
          )
    })
  )

const UNKNOWN_FORMAT_MESSAGE =
  "The file is neither JSON nor one JSON event per line: it must begin with [ or {. If it is compressed, decompress it first."

/**
 * Reads the events of a file one by one, malformed ones with their position and reason: one JSON array, one event (or list)
 * per line (NDJSON), or one JSON object around lists. Memory holds one event at a time; an object around lists is read
 * whole, and rejected when longer than `MAX_DOCUMENT_LENGTH`. Unknown values are counted by `context.tally`.
 */
export const readEventFile = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  context: DecodingContext
): Stream.Stream<EventFileEntry, E | EventFileMalformed, Exclude<R, Scope.Scope>> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const reader = makeEntryReader(context)
      const headSink = Sink.reduceWhile(
        () => "",
        (head: string) => !isHeadComplete(head),
        (head, piece: string) => head + piece
      )
      const [head, rest] = yield* Stream.peel(Stream.decodeText(bytes), headSink)
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
