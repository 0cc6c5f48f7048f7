import type { Socket } from "node:net"

/** The code of the error for a receiver that sends more than responses have. */
export const RESPONSE_TOO_LONG = "ERR_RESPONSE_TOO_LONG"

/** The bytes that a receiver may send on a connection before a request. */
const FREE_BYTES = 64 * 1024

/**
 * The bytes that it may send for each byte of the requests: for a request of 700 bytes, headers and a body of 43 KiB
 * together.
 */
const BYTES_PER_WRITTEN = 64

export const responseTooLong = (): Error => Object.assign(new Error("response too long"), { code: RESPONSE_TOO_LONG })

/**
 * The bytes that are parsed in one step. After headers that are too long, the parser of undici continues in the bytes
 * of its step, and makes an error for each further header, which takes 0.1 ms.
 */
const PIECE_BYTES = 256

/**
 * Ends a connection that receives more bytes than responses can have, before they are parsed: interim responses,
 * headers, chunk extensions and trailers without an end would occupy the worker until the deadline of the send. The
 * bodies that are read of responses are shorter than this. Received bytes are parsed in pieces, so that few are parsed
 * after the end of a connection.
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
