import { Record } from "effect"
import { ERRORS, httpStatusOf } from "../conventions/ErrorCode.ts"
import type { JsonNode } from "./JsonNode.ts"
import {
  addComponents,
  mapOperations,
  mapResponses,
  type OpenApiDocument,
  schemasOf,
  withSchemas
} from "./Operation.ts"

/** The name of the component response of each status of the catalogue. */
const RESPONSE_NAMES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  402: "PaymentRequired",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  409: "Conflict",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  500: "InternalServerError",
  503: "ServiceUnavailable"
}

const responseNameOf = (status: number): string => RESPONSE_NAMES[status] ?? `Error${status}`

const isFailure = (status: number): boolean => status >= 400

/** The component schema of every error. Its `errorCode` is open: later versions add codes. */
const ERROR_SCHEMA = {
  type: "object",
  description: "The body of every response with a status of 400 or above.",
  properties: {
    errorCode: {
      type: "integer",
      minimum: 40_000,
      maximum: 59_999,
      description:
        "The stable number of the error: the HTTP status × 100 plus a number. Later versions can add numbers; treat an unknown one by its status."
    },
    message: { type: "string", description: "One sentence that describes the error." },
    details: {
      type: "array",
      items: { type: "string" },
      description: "One sentence for each fault, with its JSON path."
    },
    time: { type: "string", format: "date-time", description: "When the error occurred." }
  },
  required: ["errorCode", "message", "details", "time"]
}

const entriesWith = (status: number) => Object.values(ERRORS).filter(({ code }) => httpStatusOf(code) === status)

const ERROR_SCHEMA_NAME = "errorInfo"

/** The response of a status: its errors, and an example. */
const responseWith = (status: number): JsonNode => {
  const entries = entriesWith(status)
  const [first] = entries
  return {
    description: entries.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join("\n\n"),
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${ERROR_SCHEMA_NAME}` },
        example: {
          errorCode: first?.code ?? status * 100,
          message: first?.meaning ?? "",
          details: first === undefined ? [] : [first.action],
          time: "2026-03-01T12:00:00.000Z"
        }
      }
    }
  }
}

/** Refers every error of an operation to one component response for each status, with one schema `errorInfo`. */
export const referErrors = (document: OpenApiDocument): OpenApiDocument => {
  const statuses = new Set<number>()
  const referred = mapOperations(document, (operation) =>
    mapResponses(operation, (response, status) => {
      if (!isFailure(status)) return response
      statuses.add(status)
      return { $ref: `#/components/responses/${responseNameOf(status)}` }
    })
  )
  const schemas = Record.filter(schemasOf(document), (_, name) => !name.startsWith(`${ERROR_SCHEMA_NAME}_`))
  return addComponents(
    withSchemas(referred, { ...schemas, [ERROR_SCHEMA_NAME]: ERROR_SCHEMA }),
    "responses",
    Record.fromEntries([...statuses].toSorted().map((status) => [responseNameOf(status), responseWith(status)]))
  )
}
