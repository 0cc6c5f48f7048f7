import { Record } from "effect"
import { OpenApi } from "effect/http-api"
import { type JsonNode, nodeAt } from "./JsonNode.ts"
import { addComponents, mapOperations, mapResponses, type OpenApiDocument } from "./Operation.ts"

const REQUEST_ID = "RequestId"
const RETRY_AFTER = "RetryAfter"

/** The headers that responses share. */
const HEADERS = {
  [REQUEST_ID]: {
    description: "The id of the request: the `X-Request-Id` that the caller sent, or a new one. Log lines carry it.",
    required: true,
    schema: { type: "string", maxLength: 128 },
    example: "0198c5a2-7d3e-7c41-9a55-3f0e6f1c2b90"
  },
  [RETRY_AFTER]: {
    description: "The number of seconds after which the request can be sent again.",
    schema: { type: "integer", minimum: 0 },
    example: 5
  }
}

const referTo = (name: string) => ({ $ref: `#/components/headers/${name}` })

const requestId = { "X-Request-Id": referTo(REQUEST_ID) }

const addHeaders = (response: JsonNode, headers: JsonNode): JsonNode => ({
  ...response,
  headers: { ...nodeAt(response, "headers"), ...headers }
})

/** Declares `X-Request-Id` on every response, and `Retry-After` on the errors that have it. */
export const declareCommonHeaders = (document: OpenApiDocument): OpenApiDocument => {
  const responses = Record.map(nodeAt(document.components, "responses") ?? {}, (response, name) => {
    const { description, ...rest } = nodeAt({ response }, "response") ?? {}
    const retries = name === "TooManyRequests" || name === "ServiceUnavailable"
    return {
      description,
      ...addHeaders(rest, retries ? { ...requestId, "Retry-After": referTo(RETRY_AFTER) } : requestId)
    }
  })
  const declared = mapOperations(document, (operation) =>
    mapResponses(operation, (response) => ("$ref" in response ? response : addHeaders(response, requestId)))
  )
  return addComponents(addComponents(declared, "responses", responses), "headers", HEADERS)
}

/** Declares headers of the successful response of an operation: their names with their schemas. */
export const successHeaders = (headers: Readonly<Record<string, JsonNode>>) =>
  OpenApi.annotations({
    transform: (operation) =>
      mapResponses(operation, (response, status) => (status < 300 ? addHeaders(response, headers) : response))
  })
