import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { describeEntityTags } from "./EntityTagHeaders.ts"
import { referErrors } from "./ErrorResponses.ts"
import { openResponses } from "./OpenResponses.ts"
import { mapOperations, mapResponses, type OpenApiDocument } from "./Operation.ts"
import { describeParameters } from "./Parameters.ts"
import { describeProperties } from "./PropertyDescriptions.ts"
import { declareCommonHeaders } from "./ResponseHeaders.ts"
import { simplifySchemas } from "./SchemaForm.ts"
import { describeApiKeys } from "./Security.ts"
import { type Area, describeTags } from "./Tags.ts"

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: "The request succeeded.",
  201: "The object was created.",
  202: "The request was accepted.",
  204: "The request succeeded; the response has no body."
}

/** Replaces the generated descriptions of successful responses, which repeat the name of the schema. */
const describeSuccesses = (document: OpenApiDocument): OpenApiDocument =>
  mapOperations(document, (operation) =>
    mapResponses(operation, (response, status) => {
      const description = STATUS_DESCRIPTIONS[status]
      return description === undefined ? response : { ...response, description }
    })
  )

/** The texts and the version of an OpenAPI document. */
interface DocumentInfo {
  readonly title: string
  readonly version: string
  readonly description: string
}

/** The OpenAPI annotations of an API: its texts, and the completion of the generated document. */
export const documentation = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  areas: ReadonlyArray<Area>,
  info: DocumentInfo
) =>
  OpenApi.annotations({
    ...info,
    license: { name: "MIT", identifier: "MIT" },
    servers: [{ url: "/", description: "This server." }],
    transform: ({ paths, components, ...rest }) =>
      [
        simplifySchemas,
        (document: OpenApiDocument) => describeProperties(document, api),
        describeParameters,
        describeSuccesses,
        referErrors,
        openResponses,
        (document: OpenApiDocument) => describeEntityTags(document, api),
        declareCommonHeaders,
        (document: OpenApiDocument) => describeApiKeys(document, api),
        (document: OpenApiDocument) => describeTags(document, areas)
      ].reduce<OpenApiDocument>((document, complete) => complete(document), { ...rest, paths, components })
  })
