const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Receives a line as a range of bytes, `end` excluded. The splitter reuses the bytes after the call. */
export type LineHandler = (bytes: Uint8Array, start: number, end: number) => void

/** Splits chunks of bytes into lines, which can span chunks. */
export interface LineSplitter {
  readonly push: (chunk: Uint8Array) => void
  /** Emits the last line when the bytes end without a line end. */
  readonly end: () => void
  /** Discards an incomplete line, because the next bytes do not continue it. */
  readonly restart: () => void
}

/**
 * Lines end with a line feed; a preceding carriage return is removed, and empty lines are skipped. `tooLong` is called once
 * for each line of more than `maxBytes`, which is skipped. Lines within one chunk are not copied.
 */
export const makeLineSplitter = (maxBytes: number, takeLine: LineHandler, tooLong: () => void): LineSplitter => {
  const carried = new Uint8Array(maxBytes)
  let carriedBytes = 0
  let passingOver = false

  const take = (bytes: Uint8Array, start: number, lineEnd: number): void => {
    const end = lineEnd > start && bytes[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd
    if (end === start) return
    if (end - start > maxBytes) tooLong()
    else takeLine(bytes, start, end)
  }
  const carry = (chunk: Uint8Array, start: number, end: number): void => {
    if (passingOver) return
    if (carriedBytes + end - start > maxBytes) {
      passingOver = true
      carriedBytes = 0
      tooLong()
      return
    }
    carried.set(chunk.subarray(start, end), carriedBytes)
    carriedBytes += end - start
  }
  const finish = (): void => {
    if (!passingOver) take(carried, 0, carriedBytes)
    passingOver = false
    carriedBytes = 0
  }

  return {
    push: (chunk) => {
      let start = 0
      let end = chunk.indexOf(LINE_FEED)
      if (end !== -1 && (passingOver || carriedBytes > 0)) {
        carry(chunk, 0, end)
        finish()
        start = end + 1
        end = chunk.indexOf(LINE_FEED, start)
      }
      while (end !== -1) {
        take(chunk, start, end)
        start = end + 1
        end = chunk.indexOf(LINE_FEED, start)
      }
      if (start < chunk.length) carry(chunk, start, chunk.length)
    },
    end: finish,
    restart: () => {
      passingOver = false
      carriedBytes = 0
    }
  }
}
