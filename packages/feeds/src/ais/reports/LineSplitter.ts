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
 * Lines end with a line feed; a preceding carriage return is removed, and empty lines are skipped. `onLongLine` is called once
 * for each line of more than `maxBytes`, which is skipped. Lines within one chunk are not copied.
 */
export const makeLineSplitter = (maxBytes: number, onLine: LineHandler, onLongLine: () => void): LineSplitter => {
  const buffer = new Uint8Array(maxBytes)
  let bufferedBytes = 0
  let isSkipping = false

  const emitLine = (bytes: Uint8Array, start: number, lineEnd: number): void => {
    const end = lineEnd > start && bytes[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd
    if (end === start) return
    if (end - start > maxBytes) onLongLine()
    else onLine(bytes, start, end)
  }
  const append = (chunk: Uint8Array, start: number, end: number): void => {
    if (isSkipping) return
    if (bufferedBytes + end - start > maxBytes) {
      isSkipping = true
      bufferedBytes = 0
      onLongLine()
      return
    }
    buffer.set(chunk.subarray(start, end), bufferedBytes)
    bufferedBytes += end - start
  }
  const finish = (): void => {
    if (!isSkipping) emitLine(buffer, 0, bufferedBytes)
    isSkipping = false
    bufferedBytes = 0
  }

  return {
    push: (chunk) => {
      let start = 0
      let end = chunk.indexOf(LINE_FEED)
      if (end !== -1 && (isSkipping || bufferedBytes > 0)) {
        append(chunk, 0, end)
        finish()
        start = end + 1
        end = chunk.indexOf(LINE_FEED, start)
      }
      while (end !== -1) {
        emitLine(chunk, start, end)
        start = end + 1
        end = chunk.indexOf(LINE_FEED, start)
      }
      if (start < chunk.length) append(chunk, start, chunk.length)
    },
    end: finish,
    restart: () => {
      isSkipping = false
      bufferedBytes = 0
    }
  }
}
