import { Context, type Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ApiError } from "../conventions/ApiError.ts"

/** Looks at a chunk of a body when it arrives, and may reject the request. `total` is the size up to its end. */
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
  }
>()("@landfall/http/bodies/BodyChunks") {}
