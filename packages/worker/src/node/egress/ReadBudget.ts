import type { Socket } from "node:net"

/** The code of the error for a receiver that sends more than responses have. */
export const RESPONSE_TOO_LONG = "LANDFALL_RESPONSE_TOO_LONG"

/** What a receiver may send on a connection before a request. */
const FREE_BYTES = 32 * 1024

/** What it may send for each byte of the requests: for one of 900 bytes, headers and a body of 28 KiB together. */
const BYTES_PER_WRITTEN = 32

export const responseTooLong = (): Error => Object.assign(new Error("response too long"), { code: RESPONSE_TOO_LONG })

/**
 * Ends a connection on which more arrives than responses can have, before it is parsed: interim responses, headers, chunk
 * extensions and trailers without an end would occupy the worker until the deadline of the send. The bodies that are read of
 * responses are shorter than this.
 */
export const boundReads = (socket: Socket): void => {
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown => {
    if (socket.bytesRead <= FREE_BYTES + BYTES_PER_WRITTEN * socket.bytesWritten) return read(size)
    socket.destroy(responseTooLong())
    return null
  }
}
