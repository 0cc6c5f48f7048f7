import { Effect } from "effect"
import { ADMIN_KEY } from "../support/Admin.ts"
import { callerOf, serviceUrl } from "../support/Service.ts"
import type { SchemaNode } from "./SchemaWords.ts"

interface Media {
  readonly schema: SchemaNode
}

interface Content {
  readonly content?: Readonly<Record<string, Media>>
}

interface DocumentedResponse extends Content {
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly required?: boolean }>>
}

/** A query parameter or a header of an operation. */
export interface ServedParameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: SchemaNode
}

interface DocumentedOperation {
  readonly operationId: string
  readonly summary?: string
  readonly responses: Readonly<Record<string, DocumentedResponse>>
  readonly requestBody?: Content
  readonly parameters?: ReadonlyArray<ServedParameter>
}

interface ServedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> }
}

/** An operation of the OpenAPI document that a server sends. */
export interface ServedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly statuses: ReadonlyArray<number>
  /** The query parameters and the headers. */
  readonly parameters: ReadonlyArray<ServedParameter>
  /** The schema of the request; undefined without a body. */
  readonly request: SchemaNode | undefined
  /** The schema of the response with a status; undefined without a body. */
  readonly response: (status: number) => SchemaNode | undefined
  /** The headers that a response with a status must have. */
  readonly headers: (status: number) => ReadonlyArray<string>
}

/** The OpenAPI document that a server sends. */
export interface ServedContract {
  readonly operations: ReadonlyArray<ServedOperation>
  readonly schemas: Readonly<Record<string, SchemaNode>>
}

const schemaIn = (holder: Content | undefined): SchemaNode | undefined => holder?.content?.["application/json"]?.schema

const requiredHeaders = (response: DocumentedResponse | undefined): ReadonlyArray<string> =>
  Object.entries(response?.headers ?? {}).flatMap(([name, header]) =>
    header.required === true || header.$ref === "#/components/headers/RequestId" ? [name] : []
  )

const readContract = ({ paths, components }: ServedDocument): ServedContract => ({
  schemas: components.schemas,
  operations: Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, responses, requestBody, parameters = [] }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number),
      parameters: parameters.filter((parameter) => parameter.in !== "path"),
      request: schemaIn(requestBody),
      response: (status) => schemaIn(responses[String(status)]),
      headers: (status) => requiredHeaders(responses[String(status)])
    }))
  )
})

const contractAt = Effect.fnUntraced(function* (path: string, key: string) {
  const reader = callerOf(yield* serviceUrl, key)
  const { body } = yield* Effect.promise(() => reader.send("GET", path))
  const document: ServedDocument = body
  return readContract(document)
})

/** The contract that the server sends to accounts. */
export const servedContract = contractAt("/openapi.json", "")

/** The contract that the server sends to the operator. */
export const servedAdminContract = contractAt("/admin/v1/openapi.json", ADMIN_KEY)
