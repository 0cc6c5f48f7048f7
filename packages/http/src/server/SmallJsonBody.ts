import { isUtf8 } from "node:buffer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { rejectNotUtf8 } from "../bodies/BodyReader.ts"
import { jsonFault } from "../bodies/JsonFault.ts"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import { isInProcess } from "../conventions/InProcessRequest.ts"

/** The largest small body, in bytes. `bodies/RequestBodies.ts` admits such a body as it is, whatever it contains. */
const SMALL_BYTES = 1024

const decoder = new TextDecoder()

/**
 * Whether a request declares a small JSON body that is not empty, and sends it over its connection without waiting for 100
 * Continue.
 */
export const hasSmallJsonBody = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const { headers } = request
  const length = Number(headers["content-length"])
  const isSmall = length > 0 && length <= SMALL_BYTES
  return (
    isSmall && headers["content-type"] === "application/json" && headers.expect === undefined && !isInProcess(request)
  )
}

/** A copy of the bytes of chunks. */
export const joinChunks = (chunks: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}

/** The bytes of a body, which nearly always arrives in one chunk. */
const wholeOf = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [only] = chunks
  return only !== undefined && chunks.length === 1 ? only : joinChunks(chunks)
}

const parseJson = (body: Uint8Array): Effect.Effect<unknown, ApiError> => {
  if (!isUtf8(body)) return rejectNotUtf8
  const text = decoder.decode(body)
  const parsed = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(parsed)
    ? Effect.succeed(parsed.success)
    : failWith("bodyNotJson", [jsonFault(text) ?? "$ is not valid JSON."])
}

/**
 * The value of a small JSON body. Read from the request of Node: `request.json` costs a voyage as much as its sea route,
 * because it also serves streams, bodies of any size and a second reader.
 */
export const readSmallJson = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<unknown, ApiError> =>
  Effect.callback<unknown, ApiError>((resume) => {
    const source = NodeHttpServerRequest.toIncomingMessage(request)
    const chunks: Array<Uint8Array> = []
    source.on("data", (chunk: Uint8Array) => void chunks.push(chunk))
    source.on("end", () => resume(parseJson(wholeOf(chunks))))
    // After the event `end`, this call has no effect.
    source.on("close", () => resume(failWith("bodyNotJson", ["The body could not be read to its end."])))
  })
