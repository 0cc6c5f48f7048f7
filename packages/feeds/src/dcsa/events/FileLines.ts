import { Stream } from "effect"

/** A line of a text file, without its end. */
export interface FileLine {
  /** The number of the line, from 1, blank lines included. */
  readonly number: number
  /** Undefined when the line is too long. */
  readonly text: string | undefined
}

interface SplitState {
  readonly number: number
  /** The start of a line whose end has not been received; undefined once it is too long. */
  readonly pending: string | undefined
}

const appendPending = (pending: string | undefined, text: string, maxLength: number): string | undefined =>
  pending === undefined || pending.length + text.length > maxLength ? undefined : pending + text

const splitPiece = (state: SplitState, text: string, maxLength: number, lines: Array<FileLine>): SplitState => {
  let { number, pending } = state
  let from = 0
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    lines.push({ number, text: appendPending(pending, text.slice(from, end), maxLength) })
    number++
    pending = ""
    from = end + 1
  }
  return { number, pending: appendPending(pending, text.slice(from), maxLength) }
}

/**
 * The lines of a text that arrives in chunks, without blank lines. A line of more than `maxLength` UTF-16 code units is
 * returned without its text, and is not buffered.
 */
export const splitLines =
  (maxLength: number) =>
  <E, R>(text: Stream.Stream<string, E, R>): Stream.Stream<FileLine, E, R> =>
    text.pipe(
      Stream.mapAccumArray(
        (): SplitState => ({ number: 1, pending: "" }),
        (state, pieces) => {
          const lines: Array<FileLine> = []
          let next = state
          for (const piece of pieces) next = splitPiece(next, piece, maxLength, lines)
          return [next, lines] as const
        },
        { onHalt: ({ number, pending }): ReadonlyArray<FileLine> => [{ number, text: pending }] }
      ),
      Stream.filter(({ text: line }) => line === undefined || line.trim() !== "")
    )
