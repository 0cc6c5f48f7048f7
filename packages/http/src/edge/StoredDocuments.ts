import { Context, type Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"

/** Holds responses that are the same for every caller, compressed once. */
export class StoredDocuments extends Context.Service<
  StoredDocuments,
  {
    /** Holds a response once for each content coding, and returns the effect that selects one for the current request. */
    readonly store: (
      response: HttpServerResponse.HttpServerResponse
    ) => Effect.Effect<Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest.HttpServerRequest>>
  }
>()("@landfall/http/edge/StoredDocuments") {}
