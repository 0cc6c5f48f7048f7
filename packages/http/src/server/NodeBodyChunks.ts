import { isUtf8 } from "node:buffer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Layer } from "effect"
import { BodyChunks, retainedBody } from "../bodies/BodyChunks.ts"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import { joinChunks } from "./SmallJsonBody.ts"

/** The number of chunks that are joined to one: each is an object, and a small one holds the memory of all bytes that arrived with it. */
const MAX_CHUNKS = 1024

const CUT_OFF = failWith("bodyNotJson", ["The body could not be read to its end."])

/**
 * Reads bodies from the requests of Node, in flowing mode, by which the server notices an upload that stalls. The rest
 * of a rejected body is discarded after the response; when it is large, the connection is closed.
 */
export const nodeBodyChunks = Layer.succeed(BodyChunks, {
  isUtf8,
  read: (request, observe) => {
    const retained = retainedBody(request)
    if (retained !== undefined) return observe(retained, retained.length) ?? Effect.succeed(retained)
    return Effect.callback<Uint8Array<ArrayBuffer>, ApiError>((resume) => {
      const source = NodeHttpServerRequest.toIncomingMessage(request)
      const chunks: Array<Uint8Array> = []
      let total = 0
      const end = (result: Effect.Effect<Uint8Array<ArrayBuffer>, ApiError>): void => {
        source.off("data", onData)
        source.off("end", onEnd)
        source.off("close", onClose)
        resume(result)
      }
      const onData = (chunk: Uint8Array): void => {
        total += chunk.length
        chunks.push(chunk)
        if (chunks.length === MAX_CHUNKS) chunks.splice(0, MAX_CHUNKS, joinChunks(chunks))
        const rejection = observe(chunk, total)
        if (rejection === undefined) return
        source.pause()
        end(rejection)
      }
      const onEnd = (): void => end(Effect.succeed(joinChunks(chunks)))
      const onClose = (): void => end(CUT_OFF)
      if (source.complete && source.readableEnded) return end(CUT_OFF)
      if (request.headers.expect !== undefined) NodeHttpServerRequest.toServerResponse(request).writeContinue()
      source.on("data", onData)
      source.on("end", onEnd)
      source.on("close", onClose)
    })
  }
})
