import type { Socket } from "node:net"

/** The code of the error for a receiver that sends more than responses have. */
export const RESPONSE_TOO_LONG = "ERR_RESPONSE_TOO_LONG"

/** What a receiver may send on a connection before a request. */
const FREE_BYTES = 64 * 1024

/** What it may send for each byte of the requests: for one of 700 bytes, headers and a body of 43 KiB together. */
const BYTES_PER_WRITTEN = 64

export const responseTooLong = (): Error => Object.assign(new Error("response too long"), { code: RESPONSE_TOO_LONG })

/**
 * What is parsed in one step: the parser of undici continues in the bytes that it was given after it has found headers to be too long, and makes an
 * error for each further one, which takes 0.1 ms.
 */
const PIECE_BYTES = 256

/**
 * Ends a connection on which more arrives than responses can have, before it is parsed: interim responses, headers, chunk
 * extensions and trailers without an end would occupy the worker until the deadline of the send. The bodies that are read of
 * responses are shorter than this. What arrives is parsed in pieces, so that little follows the end of a connection.
 */
export const boundReads = (socket: Socket): void => {
  const read = socket.read.bind(socket)
  let parsedBytes = 0
  socket.read = (size?: number): unknown => {
    if (socket.destroyed) return null
    if (parsedBytes > FREE_BYTES + BYTES_PER_WRITTEN * socket.bytesWritten) {
      socket.destroy(responseTooLong())
      return null
    }
    const bytes: unknown = socket.readableLength > PIECE_BYTES ? read(PIECE_BYTES) : read(size)
    if (bytes instanceof Uint8Array) parsedBytes += bytes.length
    return bytes
  }
}
