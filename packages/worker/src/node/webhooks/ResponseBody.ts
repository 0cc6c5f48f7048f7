import { MAX_RESPONSE_READ_BYTES, MAX_RESPONSE_STORED_BYTES } from "@landfall/core/alerts/sending/AlertTransport"

/**
 * The maximum number of parts of a body that are read: in a body of one byte a chunk, each costs as much as many bytes.
 */
export const MAX_PARTS = 1_024

/** Collects the start of a receiver's response body. */
export interface ResponseBody {
  /**
   * Adds the next bytes. Returns false once more than 16 KiB, or 1,024 parts, were read: the connection should be
   * closed.
   */
  readonly add: (chunk: Uint8Array) => boolean
  /** The first 4 KiB as text. */
  readonly text: () => string
}

const NUL = /\0/g
const REPLACEMENT = "\uFFFD"

const decoder = new TextDecoder()
const encoder = new TextEncoder()
/** The maximum number of UTF-8 bytes for one UTF-16 code unit of a JavaScript string. */
const MAX_BYTES_PER_UNIT = 3

/**
 * Decodes at most 4 KiB of text, cut between characters. Invalid UTF-8, and NUL, which Postgres cannot store, become
 * U+FFFD, which may be longer than the byte that it replaces.
 */
const decodeStored = (bytes: Uint8Array, complete: boolean): string => {
  const decoded = complete ? decoder.decode(bytes) : new TextDecoder().decode(bytes, { stream: true })
  const text = decoded.replace(NUL, REPLACEMENT)
  if (text.length * MAX_BYTES_PER_UNIT <= MAX_RESPONSE_STORED_BYTES) return text
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(MAX_RESPONSE_STORED_BYTES)).read)
}

/** Reads at most 16 KiB of a response and stores its first 4 KiB. */
export const makeResponseBody = (): ResponseBody => {
  const chunks: Array<Uint8Array> = []
  let storedBytes = 0
  let readBytes = 0
  let parts = 0
  return {
    add: (chunk) => {
      readBytes += chunk.length
      parts++
      if (storedBytes < MAX_RESPONSE_STORED_BYTES) {
        const start = new Uint8Array(chunk.subarray(0, MAX_RESPONSE_STORED_BYTES - storedBytes))
        chunks.push(start)
        storedBytes += start.length
      }
      return readBytes <= MAX_RESPONSE_READ_BYTES && parts <= MAX_PARTS
    },
    text: () => {
      if (storedBytes === 0) return ""
      const whole = new Uint8Array(storedBytes)
      let at = 0
      for (const chunk of chunks) {
        whole.set(chunk, at)
        at += chunk.length
      }
      return decodeStored(whole, readBytes === storedBytes)
    }
  }
}
