import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { Effect, Result } from "effect"
import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  endOfString,
  isBlank,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE
} from "./JsonBytes.ts"
import { jsonFault } from "./JsonFault.ts"

/** The bytes that are parsed in one step: about a millisecond. A longer text without a comma is parsed whole. */
const SLICE_BYTES = 128 * 1024

const INCOMPLETE = "$ ends before the JSON is complete."

/** An array or object that is open at a position of the text. */
interface Container {
  readonly isArray: boolean
  /** The position of its opening bracket. */
  readonly openedAt: number
  /** Its parsed part; undefined while all of its text is parsed with that of the container around it. */
  value: Array<unknown> | Record<string, unknown> | undefined
  /** The position from which its text is not parsed yet. */
  from: number
  /** The position after its last comma, or after its opening bracket. */
  childAt: number
  /** Whether `from` is behind a child, so that only a comma or the end may follow. */
  isBehindChild: boolean
  /** Whether a comma that was parsed requires a further child. */
  needsChild: boolean
}

const decoder = new TextDecoder()
/** Within a text, a byte order mark is a character like others. */
const innerDecoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** The reason why a text is not JSON, as a sentence. */
class NotJson extends Error {
  readonly fault: string

  constructor(fault: string) {
    super(fault)
    this.fault = fault
  }
}

const NOT_JSON = "$ is not valid JSON."
const POSITION = /from character (\d+) on\.$/

/** Adds a property as `JSON.parse` does: also one that is named as the prototype. */
const addProperty = (object: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

const openContainer = (isArray: boolean, openedAt: number): Container => ({
  isArray,
  openedAt,
  value: undefined,
  from: openedAt + 1,
  childAt: openedAt + 1,
  isBehindChild: false,
  needsChild: false
})

const valueOf = (container: Container): Array<unknown> | Record<string, unknown> => {
  container.value ??= container.isArray ? [] : {}
  return container.value
}

/** Parses text in brackets. The positions in its faults are those of the whole text. */
const parseWithin = (bytes: Uint8Array, isArray: boolean, start: number, end: number, suffix = ""): unknown => {
  const inner = (start === 0 ? decoder : innerDecoder).decode(bytes.subarray(start, end))
  const text = `${isArray ? "[" : "{"}${inner}${suffix}${isArray ? "]" : "}"}`
  try {
    return JSON.parse(text)
  } catch {
    const fault = jsonFault(text) ?? NOT_JSON
    const position = POSITION.exec(fault)?.[1]
    if (position === undefined) throw new NotJson(fault)
    const precedingLength = decoder.decode(bytes.subarray(0, start)).length
    throw new NotJson(`$ is not valid JSON from character ${Number(position) - 1 + precedingLength} on.`)
  }
}

const rejectAt = (bytes: Uint8Array, position: number): never => {
  const precedingLength = decoder.decode(bytes.subarray(0, position)).length
  throw new NotJson(`$ is not valid JSON from character ${precedingLength + 1} on.`)
}

const skipBlanks = (bytes: Uint8Array, from: number, end: number): number => {
  let at = from
  while (at < end && isBlank(bytes[at])) at++
  return at
}

/** Parses the whole children of a container up to `end`, a comma or its closing bracket. */
const addChildren = (bytes: Uint8Array, container: Container, end: number, isLast: boolean): void => {
  const value = valueOf(container)
  let from = skipBlanks(bytes, container.from, end)
  if (container.isBehindChild) {
    if (from === end) return
    if (bytes[from] !== COMMA) rejectAt(bytes, from)
    from++
    container.needsChild = true
  }
  if (skipBlanks(bytes, from, end) === end) {
    if (isLast && !container.needsChild) return
    rejectAt(bytes, end)
  }
  const parsed = parseWithin(bytes, container.isArray, from, end)
  if (Array.isArray(value) && Array.isArray(parsed)) for (const child of parsed) value.push(child)
  else if (!Array.isArray(value))
    for (const [key, child] of Object.entries(Object(parsed))) addProperty(value, key, child)
}

/** Adds a container to the one around it, whose text before it is parsed. */
const attach = (bytes: Uint8Array, container: Container, around: Container): void => {
  if (container.value !== undefined) return
  const value = valueOf(around)
  if (around.childAt > around.from) {
    addChildren(bytes, around, around.childAt - 1, false)
  } else if (around.isBehindChild) {
    rejectAt(bytes, container.openedAt)
  }
  const head = parseWithin(bytes, around.isArray, around.childAt, container.openedAt, "null")
  const child = valueOf(container)
  if (Array.isArray(value)) value.push(child)
  else addProperty(value, Object.keys(Object(head))[0] ?? "", child)
}

/**
 * A parser of one text that is called repeatedly: each call parses a slice. It builds what `JSON.parse` builds: a slice
 * is the text of whole children of an array or object, which `JSON.parse` parses in added brackets.
 */
const makeParser = (bytes: Uint8Array, sliceBytes: number) => {
  // The text is the only child of an array that is not part of it.
  const containers: Array<Container> = [openContainer(true, -1)]
  let index = 0
  let slicedAt = 0

  /** Parses the whole values of the text up to a comma. */
  const parseSlice = (comma: number): void => {
    for (let level = 1; level < containers.length; level++) {
      const container = containers[level]
      const around = containers[level - 1]
      if (container !== undefined && around !== undefined) attach(bytes, container, around)
    }
    const last = containers.at(-1)
    if (last === undefined) return
    addChildren(bytes, last, comma, false)
    last.from = comma + 1
    last.isBehindChild = false
    last.needsChild = true
  }

  const close = (isArray: boolean, at: number): void => {
    const container = containers.length > 1 ? containers.pop() : undefined
    const around = containers.at(-1)
    if (container === undefined || around === undefined || container.isArray !== isArray) {
      rejectAt(bytes, at)
      return
    }
    if (container.value === undefined) return
    addChildren(bytes, container, at, true)
    around.from = at + 1
    around.isBehindChild = true
  }

  return {
    /** Parses one slice; true when the whole text is parsed. */
    next: (): boolean => {
      for (; index < bytes.length; index++) {
        switch (bytes[index]) {
          case QUOTE:
            index = endOfString(bytes, index + 1)
            break
          case OPENING_BRACKET:
            containers.push(openContainer(true, index))
            break
          case OPENING_BRACE:
            containers.push(openContainer(false, index))
            break
          case CLOSING_BRACKET:
            close(true, index)
            break
          case CLOSING_BRACE:
            close(false, index)
            break
          case COMMA: {
            const current = containers.at(-1)
            if (current !== undefined) current.childAt = index + 1
            if (index - slicedAt < sliceBytes) break
            parseSlice(index)
            slicedAt = index
            index++
            return false
          }
        }
      }
      return true
    },
    /** The value of the whole text. */
    end: (): unknown => {
      const [root] = containers
      if (root === undefined || containers.length > 1) throw new NotJson(INCOMPLETE)
      addChildren(bytes, root, bytes.length, true)
      const value = valueOf(root)
      if (!Array.isArray(value) || value.length !== 1) throw new NotJson(NOT_JSON)
      return value[0]
    }
  }
}

const attempt = <A>(run: () => A): Result.Result<A, string> =>
  Result.try({
    try: run,
    catch: (error) => {
      if (error instanceof NotJson) return error.fault
      throw error
    }
  })

/**
 * Parses a JSON text as `JSON.parse` does, and lets other requests run between slices of it: to parse 8 MiB in one step
 * takes 50 ms. Fails with the fault of the text.
 *
 * @param bytes a text in UTF-8
 * @param pause runs between two slices
 */
export const parseJson = (
  bytes: Uint8Array,
  sliceBytes = SLICE_BYTES,
  pause: Effect.Effect<void> = nextSlice
): Effect.Effect<unknown, string> =>
  Effect.gen(function* () {
    if (bytes.length <= sliceBytes) {
      const text = decoder.decode(bytes)
      const parsed = Result.try((): unknown => JSON.parse(text))
      return Result.isSuccess(parsed) ? parsed.success : yield* Effect.fail(jsonFault(text) ?? NOT_JSON)
    }
    const parser = makeParser(bytes, sliceBytes)
    while (!(yield* Effect.fromResult(attempt(parser.next)))) yield* pause
    return yield* Effect.fromResult(attempt(parser.end))
  })
