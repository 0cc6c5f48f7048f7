import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import { parseJson } from "./SlicedJson.ts"

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** The response to a body of another type than JSON. The pipeline completes it. */
export const unsupportedType = HttpServerResponse.empty({ status: 415 })

/** Whether a request has a body in JSON, which is the type of a body without one. */
export const hasJsonType = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  JSON_TYPE.test(headers["content-type"] ?? "application/json")

/**
 * The value of the body of an operation with many items, parsed in slices; undefined for an empty one. A body that cannot be
 * read is a defect, as for the payloads of other operations.
 */
export const readJsonPayload = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<unknown, ApiError> =>
  Effect.flatMap(Effect.orDie(request.arrayBuffer), (body) =>
    body.byteLength === 0
      ? Effect.undefined
      : Effect.catch(parseJson(new Uint8Array(body)), (fault) => failWith("bodyNotJson", [fault]))
  )
