import type { Duplex } from "node:stream"
import { FREE_CHUNKS, MIN_CHUNK_BYTES, SMALL_CHUNKS } from "../edge/FramingFaults.ts"
import { skipBody } from "./NodeParser.ts"
import type { PipelineListeners } from "./PipelinedRequests.ts"

/** The time within which a caller must read the response to a body that it still sends. */
const READ_MILLIS = 1_000

const smallChunks = (): Error => Object.assign(new Error("small chunks"), { code: SMALL_CHUNKS })

/**
 * Bounds the work that bodies without a declared length cause. Node calls the server for each chunk, and each is an object
 * until it is read: a body in chunks of one byte costs some 500 times as much as its bytes. A body with too many small
 * chunks is rejected. A body that is incomplete a second after the response to it is not read further: its connection is
 * closed. One that ends before leaves the connection open for the next request.
 *
 * @param reject responds to a request whose body is invalid
 * @returns the function to call for each request when it arrives: its first chunks are parsed before it is handled
 */
export const boundChunks =
  (reject: (error: Error, socket: Duplex) => void): PipelineListeners["onArrival"] =>
  ({ request, response }) => {
    if (request.headers["transfer-encoding"] === undefined) return
    const { socket } = request
    const push = request.push.bind(request)
    let chunks = 0
    let bytes = 0
    // The parser calls it for every chunk, whether or not a handler reads the body.
    request.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => {
      if (socket.destroyed) return false
      if (chunk === null) return push(chunk, encoding)
      chunks++
      bytes += chunk.length
      if (chunks <= FREE_CHUNKS || bytes >= chunks * MIN_CHUNK_BYTES) return push(chunk, encoding)
      request.push = () => false
      skipBody(socket)
      socket.pause()
      reject(smallChunks(), socket)
      closeLater(socket)
      return false
    }
    response.once("finish", () => {
      if (!request.complete) closeLater(socket, () => !request.complete)
    })
  }

/** Closes a connection once its caller has had the time to read the response, if it still has to be closed then. */
const closeLater = (socket: Duplex, isDue: () => boolean = () => true): void => {
  setTimeout(() => {
    if (isDue()) socket.destroy()
  }, READ_MILLIS).unref()
}
