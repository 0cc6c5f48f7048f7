import { Stream } from "effect"

/** A line of a text file, without its end. */
export interface FileLine {
  /** Counted from 1, blank lines too. */
  readonly number: number
  /** Undefined when the line is longer than is read. */
  readonly text: string | undefined
}

interface Splitting {
  readonly number: number
  /** What came of a line whose end has not come yet; undefined once it is too long. */
  readonly pending: string | undefined
}

const joined = (pending: string | undefined, text: string, maxLength: number): string | undefined =>
  pending === undefined || pending.length + text.length > maxLength ? undefined : pending + text

const split = (state: Splitting, text: string, maxLength: number, lines: Array<FileLine>): Splitting => {
  let { number, pending } = state
  let from = 0
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    lines.push({ number, text: joined(pending, text.slice(from, end), maxLength) })
    number++
    pending = ""
    from = end + 1
  }
  return { number, pending: joined(pending, text.slice(from), maxLength) }
}

/**
 * The lines of a text that arrives in pieces, those that are blank left out. A line of more than `maxLength` UTF-16 code
 * units is told without its text, and never held.
 */
export const linesOf =
  (maxLength: number) =>
  <E, R>(text: Stream.Stream<string, E, R>): Stream.Stream<FileLine, E, R> =>
    text.pipe(
      Stream.mapAccumArray(
        (): Splitting => ({ number: 1, pending: "" }),
        (state, pieces) => {
          const lines: Array<FileLine> = []
          let next = state
          for (const piece of pieces) next = split(next, piece, maxLength, lines)
          return [next, lines] as const
        },
        { onHalt: ({ number, pending }): ReadonlyArray<FileLine> => [{ number, text: pending }] }
      ),
      Stream.filter(({ text: line }) => line === undefined || line.trim() !== "")
    )
