import { Record } from "effect"
import { OpenApi } from "effect/http-api"
import { type JsonNode, nodeAt } from "./JsonNode.ts"
import { addComponents, mapOperations, mapResponses, type OpenApiDocument } from "./Operation.ts"

const REQUEST_ID = "RequestId"
const RETRY_AFTER = "RetryAfter"
const RATE_LIMIT = "RateLimit"
const RATE_LIMIT_POLICY = "RateLimitPolicy"

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
  },
  [RATE_LIMIT]: {
    description:
      "What is left of the rate that is nearest to its limit: `r` requests now, and all of them after `t` seconds. Absent from health checks.",
    schema: { type: "string" },
    example: '"key.requests";r=1999;t=1'
  },
  [RATE_LIMIT_POLICY]: {
    description: "The rates that apply: at most `q` requests in one burst, which are added evenly over `w` seconds.",
    schema: { type: "string" },
    example: '"key.requests";q=2000;w=10, "account.requests";q=4000;w=10'
  }
}

const referTo = (name: string) => ({ $ref: `#/components/headers/${name}` })

const commonHeaders = {
  "X-Request-Id": referTo(REQUEST_ID),
  RateLimit: referTo(RATE_LIMIT),
  "RateLimit-Policy": referTo(RATE_LIMIT_POLICY)
}

const addHeaders = (response: JsonNode, headers: JsonNode): JsonNode => ({
  ...response,
  headers: { ...nodeAt(response, "headers"), ...headers }
})

/** Declares `X-Request-Id` and the rates of the caller on every response, and `Retry-After` on the errors that have it. */
export const declareCommonHeaders = (document: OpenApiDocument): OpenApiDocument => {
  const responses = Record.map(nodeAt(document.components, "responses") ?? {}, (response, name) => {
    const { description, ...rest } = nodeAt({ response }, "response") ?? {}
    const retries = name === "TooManyRequests" || name === "ServiceUnavailable"
    return {
      description,
      ...addHeaders(rest, retries ? { ...commonHeaders, "Retry-After": referTo(RETRY_AFTER) } : commonHeaders)
    }
  })
  const declared = mapOperations(document, (operation) =>
    mapResponses(operation, (response) => ("$ref" in response ? response : addHeaders(response, commonHeaders)))
  )
  return addComponents(addComponents(declared, "responses", responses), "headers", HEADERS)
}

/** Declares headers of the successful response of an operation: their names with their schemas. */
export const successHeaders = (headers: Readonly<Record<string, JsonNode>>) =>
  OpenApi.annotations({
    transform: (operation) =>
      mapResponses(operation, (response, status) => (status < 300 ? addHeaders(response, headers) : response))
  })
