import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { RejectedEvent } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Effect, Option, Result, Schema, type Scope, Sink, Stream } from "effect"
import { JsonArray } from "effect/encoding"
import { readEvent } from "./DcsaEvent.ts"
import type { DecodingContext } from "./DecodingContext.ts"
import { listEvents } from "./EventList.ts"
import { type FileLine, splitLines } from "./FileLines.ts"

const MEBI = 1024 * 1024
/** The longest event, or line, that is read, in UTF-16 code units. An event takes about a thousand. */
export const MAX_ELEMENT_LENGTH = MEBI
/** The longest file that is one object around lists, which must be held whole. */
export const MAX_DOCUMENT_LENGTH = 16 * MEBI
const MAX_DEPTH = 100

/** One event of a file, or why it is none. */
export type EventFileEntry =
  | { readonly _tag: "Read"; readonly event: CarrierEvent }
  | {
      readonly _tag: "Refused"
      /** The line it stands on, from 1; none in a file that is one JSON array or object. */
      readonly line: Option.Option<number>
      readonly refused: RejectedEvent
    }

/** The file cannot be read on: what was read before stands. `message` says where it breaks off and what to do. */
export class EventFileMalformed extends Schema.TaggedError<EventFileMalformed>()("EventFileMalformed", {
  message: Schema.String
}) {}

type EventFileFormat = "empty" | "array" | "lines" | "object" | "unknown"

const parseJson = (text: string): Option.Option<unknown> =>
  Result.getSuccess(Result.try((): unknown => JSON.parse(text)))

/** What a file is, by its first line: an object that ends with its line begins a file of one event a line. */
const detectEventFileFormat = (head: string): EventFileFormat => {
  const text = head.trimStart()
  if (text === "") return "empty"
  if (text.startsWith("[")) return "array"
  if (!text.startsWith("{")) return "unknown"
  const [first = ""] = text.split("\n", 1)
  return Option.isSome(parseJson(first)) ? "lines" : "object"
}

/** Enough of a file to tell its format. */
const isHeadComplete = (head: string): boolean => {
  const text = head.trimStart()
  return text.length > MAX_ELEMENT_LENGTH || (text !== "" && (!text.startsWith("{") || text.includes("\n")))
}

/** Where an element of a file stands, beside its path. */
interface EntryPosition {
  readonly root: string
  readonly line: Option.Option<number>
}

/** Reads elements one after another, counting events through the whole file. */
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
    : malformed(`The file is no JSON array any more${where}: ${error.message}. What stands before was read.`)
}

/** What `read` makes of each element, chunk by chunk; it may make nothing of one. */
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

/** One object around lists; or lines after all, of which the first alone is bad. */
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
 * The events of a file of carriers' events, one by one, the malformed ones with their place and reason: one JSON array,
 * one event (or list) on each line (NDJSON), or one JSON object around lists. It holds one event at a time, whatever the
 * length of the file; an object around lists is held whole, and refused above 16 Mi characters. Values that mean nothing
 * are counted by `reading.tally`.
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
