import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { RefusedEvent } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Effect, Option, Result, Schema, type Scope, Sink, Stream } from "effect"
import { JsonArray } from "effect/encoding"
import { readEvent } from "./DcsaEvent.ts"
import type { DcsaReading } from "./DcsaReading.ts"
import { listEvents } from "./EventList.ts"
import { type FileLine, linesOf } from "./FileLines.ts"

const MEBI = 1024 * 1024
/** The longest event, or line, that is read, in UTF-16 code units. An event takes about a thousand. */
export const MAX_ELEMENT_LENGTH = MEBI
/** The longest file that is one object around lists, which must be held whole. */
export const MAX_DOCUMENT_LENGTH = 16 * MEBI
const MAX_DEPTH = 100

/** One event of a file, or why it is none. */
export type FileEntry =
  | { readonly _tag: "Read"; readonly event: CarrierEvent }
  | {
      readonly _tag: "Refused"
      /** The line it stands on, from 1; none in a file that is one JSON array or object. */
      readonly line: Option.Option<number>
      readonly refused: RefusedEvent
    }

/** The file cannot be read on: what was read before stands. `message` says where it breaks off and what to do. */
export class EventFileBroken extends Schema.TaggedError<EventFileBroken>()("EventFileBroken", {
  message: Schema.String
}) {}

type Format = "empty" | "array" | "lines" | "object" | "unknown"

const parseJson = (text: string): Option.Option<unknown> =>
  Result.getSuccess(Result.try((): unknown => JSON.parse(text)))

/** What a file is, by its first line: an object that ends with its line begins a file of one event a line. */
const formatOf = (head: string): Format => {
  const text = head.trimStart()
  if (text === "") return "empty"
  if (text.startsWith("[")) return "array"
  if (!text.startsWith("{")) return "unknown"
  const [first = ""] = text.split("\n", 1)
  return Option.isSome(parseJson(first)) ? "lines" : "object"
}

/** Enough of a file to tell its format. */
const isHead = (head: string): boolean => {
  const text = head.trimStart()
  return text.length > MAX_ELEMENT_LENGTH || (text !== "" && (!text.startsWith("{") || text.includes("\n")))
}

/** Where an element of a file stands, beside its path. */
interface Standing {
  readonly root: string
  readonly line: Option.Option<number>
}

/** Reads elements one after another, counting events through the whole file. */
const makeReader = (reading: DcsaReading) => {
  let index = 0
  const refuse = ({ line, root }: Standing, reason: string, path = root): FileEntry => ({
    _tag: "Refused",
    line,
    refused: { index: index++, path, reason }
  })
  const read = (value: unknown, standing: Standing): ReadonlyArray<FileEntry> =>
    listEvents(value, standing.root).map((listed): FileEntry => {
      const event = readEvent(listed, reading)
      if (Result.isFailure(event)) return refuse(standing, event.failure.reason, event.failure.path)
      index++
      return { _tag: "Read", event: event.success }
    })
  const readLine = ({ number, text }: FileLine): ReadonlyArray<FileEntry> => {
    const standing = { root: "$", line: Option.some(number) }
    if (text === undefined) return [refuse(standing, `is a line of more than ${MAX_ELEMENT_LENGTH} characters`)]
    const json = parseJson(text)
    return Option.isSome(json)
      ? read(json.value, standing)
      : [refuse(standing, "is no JSON: each line must be an event")]
  }
  return { read, readLine }
}
type Reader = ReturnType<typeof makeReader>

const broken = (message: string) => new EventFileBroken({ message })

const brokenArray = (error: JsonArray.JsonArrayError): EventFileBroken => {
  const where = error.offset === undefined ? "" : ` at character ${error.offset}`
  return error.kind === "Limit"
    ? broken(`The file has an event of more than ${MAX_ELEMENT_LENGTH} characters or ${MAX_DEPTH} levels${where}.`)
    : broken(`The file is no JSON array any more${where}: ${error.message}. What stands before was read.`)
}

/** What `read` makes of each element, chunk by chunk; it may make nothing of one. */
const entriesOf = <A>(read: (element: A) => ReadonlyArray<FileEntry>) =>
  Stream.mapAccumArray(
    () => undefined,
    (state, elements: readonly [A, ...ReadonlyArray<A>]) => [state, elements.flatMap(read)] as const
  )

const readArray = <E, R>(text: Stream.Stream<string, E, R>, reader: Reader) => {
  let position = 0
  return text.pipe(
    Stream.mapError((error): E | JsonArray.JsonArrayError => error),
    Stream.pipeThroughChannel(
      JsonArray.decodeString<E | JsonArray.JsonArrayError>({
        maxElementSize: MAX_ELEMENT_LENGTH,
        maxDepth: MAX_DEPTH
      })
    ),
    entriesOf((element) => reader.read(element, { root: `$[${position++}]`, line: Option.none() })),
    Stream.mapError((error) => (JsonArray.isJsonArrayError(error) ? brokenArray(error) : error))
  )
}

const readLines = <E, R>(text: Stream.Stream<string, E, R>, reader: Reader) =>
  text.pipe(linesOf(MAX_ELEMENT_LENGTH), entriesOf(reader.readLine))

const tooLong = Effect.fail(
  broken(
    `The file is one JSON object of more than ${MAX_DOCUMENT_LENGTH / MEBI} Mi characters, which cannot be read in ` +
      "pieces; give its list of events alone, as one JSON array or with one event on each line."
  )
)

const held = <E, R>(text: Stream.Stream<string, E, R>): Effect.Effect<string, E | EventFileBroken, R> =>
  Stream.runFoldEffect(
    text,
    () => "",
    (whole, piece) => (whole.length + piece.length > MAX_DOCUMENT_LENGTH ? tooLong : Effect.succeed(whole + piece))
  )

/** One object around lists; or lines after all, of which the first alone is bad. */
const readObject = <E, R>(text: Stream.Stream<string, E, R>, reader: Reader) =>
  Stream.unwrap(
    Effect.map(held(text), (whole): Stream.Stream<FileEntry, EventFileBroken> => {
      const json = parseJson(whole)
      if (Option.isSome(json)) {
        return Stream.fromIterable(reader.read(json.value, { root: "$", line: Option.none() }))
      }
      const second = whole.trimStart().split("\n", 2)[1] ?? ""
      return Option.isSome(parseJson(second))
        ? readLines(Stream.succeed(whole), reader)
        : Stream.fail(broken("The file begins with an object and is no JSON, or breaks off. Nothing was read."))
    })
  )

const NEITHER =
  "The file is neither JSON nor one JSON event a line: it must begin with [ or {. If it is compressed, unpack it first."

/**
 * The events of a file of carriers' events, one by one, the malformed ones with their place and reason: one JSON array,
 * one event (or list) on each line (NDJSON), or one JSON object around lists. It holds one event at a time, whatever the
 * length of the file; an object around lists is held whole, and refused above 16 Mi characters. Values that mean nothing
 * are counted by `reading.tally`.
 */
export const readEventFile = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  reading: DcsaReading
): Stream.Stream<FileEntry, E | EventFileBroken, Exclude<R, Scope.Scope>> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const reader = makeReader(reading)
      const sniffing = Sink.reduceWhile(
        () => "",
        (head: string) => !isHead(head),
        (head, piece: string) => head + piece
      )
      const [head, rest] = yield* Stream.peel(Stream.decodeText(bytes), sniffing)
      const text = Stream.concat(Stream.succeed(head), rest)
      switch (formatOf(head)) {
        case "empty":
          return Stream.empty
        case "array":
          return readArray(text, reader)
        case "lines":
          return readLines(text, reader)
        case "object":
          return readObject(text, reader)
        case "unknown":
          return Stream.fail(broken(NEITHER))
      }
    })
  )
