import { Context, type Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ApiError } from "../conventions/ApiError.ts"

/** Observes each chunk of a body when it arrives, and can reject the request. `total` is the size up to its end. */
export type ChunkObserver = (chunk: Uint8Array, total: number) => Effect.Effect<never, ApiError> | undefined

/** Reads bodies from their connections. */
export class BodyChunks extends Context.Service<
  BodyChunks,
  {
    /** Reads a body to its end, or until the observer rejects it. Bytes that are not read stay in the connection. */
    readonly read: (
      request: HttpServerRequest.HttpServerRequest,
      observe: ChunkObserver
    ) => Effect.Effect<Uint8Array<ArrayBuffer>, ApiError>
    /** Whether bytes are valid UTF-8. A decoder that replaces invalid bytes would store a changed text. */
    readonly isUtf8: (bytes: Uint8Array) => boolean
  }
>()("@landfall/http/bodies/BodyChunks") {}

const readBodies = new WeakMap<object, Uint8Array<ArrayBuffer>>()

/** Retains the body of a request that was read, for another handler of the same request. */
export const retainBody = ({ source }: HttpServerRequest.HttpServerRequest, body: Uint8Array<ArrayBuffer>): void => {
  readBodies.set(source, body)
}

/** The retained body of a request; undefined when it is still in its connection. */
export const retainedBody = ({ source }: HttpServerRequest.HttpServerRequest): Uint8Array<ArrayBuffer> | undefined =>
  readBodies.get(source)
