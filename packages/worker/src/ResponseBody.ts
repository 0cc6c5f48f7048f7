import { MAX_RESPONSE_READ_BYTES, MAX_RESPONSE_STORED_BYTES } from "@landfall/core/alerts/sending/AlertTransport"

/** The start of a receiver's response while its bytes arrive. */
export interface ResponseBody {
  /** Adds the next bytes; false when enough was read and the connection should be closed. */
  readonly add: (chunk: Uint8Array) => boolean
  /** The first 4 KiB as text. */
  readonly text: () => string
}

const NUL = /\0/g
const REPLACEMENT = "\uFFFD"

const decoder = new TextDecoder()
const encoder = new TextEncoder()
/** The most UTF-8 bytes of one character of a JavaScript string. */
const MAX_BYTES_PER_UNIT = 3

/**
 * At most 4 KiB of text. The bytes are cut between characters; what is not UTF-8, and the character NUL that Postgres
 * does not store, becomes U+FFFD, which may be longer than the byte it replaces.
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
  return {
    add: (chunk) => {
      readBytes += chunk.length
      if (storedBytes < MAX_RESPONSE_STORED_BYTES) {
        const start = new Uint8Array(chunk.subarray(0, MAX_RESPONSE_STORED_BYTES - storedBytes))
        chunks.push(start)
        storedBytes += start.length
      }
      return readBytes <= MAX_RESPONSE_READ_BYTES
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
