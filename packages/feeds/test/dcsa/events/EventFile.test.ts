import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { Effect, Option, Result, Schema, Stream } from "effect"
import { decodeDcsa } from "../../../src/dcsa/events/DcsaDecoder.ts"
import {
  type EventFileEntry,
  type EventFileMalformed,
  MAX_DOCUMENT_LENGTH,
  MAX_ELEMENT_LENGTH,
  readEventFile
} from "../../../src/dcsa/events/EventFile.ts"
import { makeUnknownValueCounter, NO_QUIRKS } from "../../../src/dcsa/fields/DecodingContext.ts"
import { calls, journey, transportEvent } from "../payloads.ts"

const receivedAt = Instant.make(Date.parse("2026-02-02T00:00:00Z"))
const reading = () => ({ receivedAt, quirks: NO_QUIRKS, tally: makeUnknownValueCounter() })
const bytes = new TextEncoder()

/** The file in chunks of `size` bytes. */
const inPieces = (text: string, size: number): Stream.Stream<Uint8Array> => {
  const whole = bytes.encode(text)
  const count = Math.ceil(whole.length / size)
  return Stream.fromIterable(Array.from({ length: count }, (_, index) => whole.slice(index * size, (index + 1) * size)))
}

/** The entries before the end or the failure of a file, and the failure. */
const read = Effect.fnUntraced(function* (text: string, size = 64 * 1024) {
  const entries: Array<EventFileEntry> = []
  const result: Result.Result<void, EventFileMalformed> = yield* Effect.result(
    Stream.runForEach(readEventFile(inPieces(text, size), reading()), (entry) => Effect.sync(() => entries.push(entry)))
  )
  return { entries, broken: Result.isFailure(result) ? result.failure.message : undefined }
})

const events = (entries: ReadonlyArray<EventFileEntry>) =>
  entries.flatMap((entry) => (entry._tag === "Read" ? [entry.event] : []))
const rejections = (entries: ReadonlyArray<EventFileEntry>) =>
  entries.flatMap((entry) =>
    entry._tag === "Rejected" ? [[entry.rejected.index, Option.getOrNull(entry.line), entry.rejected.path]] : []
  )

const good = journey()
const expected = decodeDcsa(good, receivedAt).events
const asLines = (values: ReadonlyArray<unknown>) => values.map((value) => JSON.stringify(value)).join("\n")

const forms: Record<string, string> = {
  "a JSON array": JSON.stringify(good),
  "a JSON array over many lines": JSON.stringify(good, undefined, 2),
  "one event a line": asLines(good),
  "one event a line, with Windows line ends, blank lines and a last line end": `\r\n${asLines(good).replaceAll("\n", "\r\n\r\n")}\r\n`,
  "lines that hold lists": asLines([good.slice(0, 3), { events: good.slice(3) }])
    .replace(/^\[/, '{"events":[')
    .replace("\n", "}\n"),
  "a wrapped list on one line": JSON.stringify({ total: 9, events: good }),
  "a wrapped list over many lines": JSON.stringify({ data: { events: good } }, undefined, 2),
  "lists by kind": JSON.stringify(
    { events: good.slice(0, 4), transportEvents: good.slice(7), equipmentEvents: good.slice(4, 7) },
    undefined,
    1
  ),
  "a file with a byte order mark": `\uFEFF${JSON.stringify(good)}`
}

describe("a file of events", () => {
  for (const [name, text] of Object.entries(forms)) {
    it.effect(`that is ${name} is read completely, whatever its chunks`, () =>
      Effect.gen(function* () {
        for (const size of [1, 7, 1000, 1_000_000]) {
          const { entries, broken } = yield* read(text, size)
          assert.isUndefined(broken)
          assert.deepStrictEqual(rejections(entries), [])
          const ids = (list: typeof expected) =>
            list.map(({ sourceEventId }) => Option.getOrNull(sourceEventId)).toSorted()
          assert.deepStrictEqual(ids(events(entries)), ids(expected))
        }
      })
    )
  }

  it.effect("gives the same events as the decoder gives for the same list", () =>
    Effect.gen(function* () {
      const { entries } = yield* read(JSON.stringify(good))
      assert.deepStrictEqual(events(entries), expected)
    })
  )

  it.effect("with malformed events gives the valid ones, and the position and reason of each malformed one", () =>
    Effect.gen(function* () {
      const dated = (date: string) => transportEvent("3", "DEPA", date, "ACT", calls.busan)
      const mixed = [good[0], dated("1970-01-01T00:00:00Z"), good[1], null, dated("2190-05-01T00:00:00Z"), good[2]]
      const array = yield* read(JSON.stringify(mixed))
      assert.strictEqual(events(array.entries).length, 3)
      assert.deepStrictEqual(rejections(array.entries), [
        [1, null, "$[1].eventDateTime"],
        [3, null, "$[3]"],
        [4, null, "$[4].eventDateTime"]
      ])
      const lines = yield* read(`${asLines(mixed.slice(0, 3))}\n{"half": \n${asLines(mixed.slice(3))}`)
      assert.strictEqual(events(lines.entries).length, 3)
      assert.deepStrictEqual(rejections(lines.entries), [
        [1, 2, "$.eventDateTime"],
        [3, 4, "$"],
        [4, 5, "$"],
        [5, 6, "$.eventDateTime"]
      ])
    })
  )

  it.effect("of lines with a malformed first line is read from the second line on", () =>
    Effect.gen(function* () {
      const { entries, broken } = yield* read(`{"eventType": "TRANS\n${asLines(good)}`)
      assert.isUndefined(broken)
      assert.deepStrictEqual(rejections(entries), [[0, 1, "$"]])
      assert.strictEqual(events(entries).length, good.length)
    })
  )

  it.effect("that is empty or blank gives no events", () =>
    Effect.gen(function* () {
      for (const text of ["", " \n\n ", "[]", "{}", '{"events": []}']) {
        const { entries, broken } = yield* read(text)
        assert.isUndefined(broken)
        assert.deepStrictEqual(events(entries), [])
      }
    })
  )

  it.effect("that is truncated gives the events before the end, and fails", () =>
    Effect.gen(function* () {
      const text = JSON.stringify(good)
      const { entries, broken } = yield* read(text.slice(0, -20))
      assert.strictEqual(events(entries).length, good.length - 1)
      assert.match(broken ?? "", /^The JSON array is malformed at character \d+: Unexpected end of input\./)
      const object = yield* read(JSON.stringify({ events: good }, undefined, 1).slice(0, -20))
      assert.match(object.broken ?? "", /No event was read\.$/)
    })
  )

  it.effect("in another format is rejected with the fix", () =>
    Effect.gen(function* () {
      for (const text of ["eventType;eventDateTime\n", "<xml/>", "\u001f\u008b\b", '"text"', "7"]) {
        const { entries, broken } = yield* read(text)
        assert.deepStrictEqual(entries, [])
        assert.match(broken ?? "", /must begin with \[ or \{/)
      }
    })
  )

  it.effect("with one endless event is rejected within a memory limit; an endless line costs only that line", () =>
    Effect.gen(function* () {
      const endless = `{"eventID": "${"x".repeat(MAX_ELEMENT_LENGTH)}"}`
      const array = yield* read(`[${JSON.stringify(good[0])},${endless}]`)
      assert.match(array.broken ?? "", /event of more than 1048576 characters/)
      const lines = yield* read(`${asLines(good)}\n${endless}\n${asLines(good)}`)
      assert.deepStrictEqual(rejections(lines.entries), [[good.length, good.length + 1, "$"]])
      assert.strictEqual(events(lines.entries).length, 2 * good.length)
    })
  )

  it.effect("with events nested too deeply is rejected", () =>
    Effect.gen(function* () {
      const { broken } = yield* read(`[${"[".repeat(200)}${"]".repeat(200)}]`)
      assert.match(broken ?? "", /100 levels/)
    })
  )

  it.effect("that is one object beyond the size limit is rejected with the fix", () =>
    Effect.gen(function* () {
      const { broken } = yield* read(`{\n"events": [${" ".repeat(MAX_DOCUMENT_LENGTH)}]}`)
      assert.match(broken ?? "", /Write only its list of events, as one JSON array or with one event on each line\.$/)
    })
  )

  it.effect.prop(
    "of arbitrary text ends without a defect",
    [Schema.String, Schema.Literals(["[", "{", ""])],
    ([text, begin]) =>
      Effect.gen(function* () {
        const { entries } = yield* read(begin + text, 3)
        assert.deepStrictEqual(events(entries), [])
      })
  )
})
