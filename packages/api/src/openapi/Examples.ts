import { Context, Function } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { adminExamples } from "./examples/AdminExamples.ts"
import { co2Examples } from "./examples/Co2Examples.ts"
import { congestionExamples } from "./examples/CongestionExamples.ts"
import { deliveryExamples } from "./examples/DeliveryExamples.ts"
import { endpointExamples } from "./examples/EndpointExamples.ts"
import { etaExamples } from "./examples/EtaExamples.ts"
import type { OperationExamples } from "./examples/OperationExample.ts"
import { trackingExamples } from "./examples/TrackingExamples.ts"
import { usageExamples } from "./examples/UsageExamples.ts"
import { type JsonNode, nodeAt } from "./JsonNode.ts"
import { mapJsonContent, mapOperations, mapResponses, type OpenApiDocument, operationIdOf } from "./Operation.ts"

const EXAMPLES: OperationExamples = {
  ...endpointExamples,
  ...deliveryExamples,
  ...trackingExamples,
  ...congestionExamples,
  ...co2Examples,
  ...etaExamples,
  ...usageExamples,
  ...adminExamples
}

const withExample = (holder: JsonNode, example: unknown): JsonNode =>
  example === undefined ? holder : mapJsonContent(holder, (media) => ({ ...media, example }))

const addExamples = (document: OpenApiDocument): OpenApiDocument =>
  mapOperations(document, (operation) => {
    const { request, responses } = EXAMPLES[operationIdOf(operation)] ?? {}
    const body = nodeAt(operation, "requestBody")
    return {
      ...mapResponses(operation, (response, status) => withExample(response, responses?.[status])),
      ...(body === undefined ? {} : { requestBody: withExample(body, request) })
    }
  })

/** An API whose document has an example of each request and response. Clients do not need them, so the contract has none. */
export const withExamples = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, Groups> => {
  const complete: OpenApi.Transform["Service"] = Context.getOrElse(
    api.annotations,
    OpenApi.Transform,
    () => Function.identity
  )
  return api.annotate(OpenApi.Transform, (document) => {
    const { paths, components, ...rest } = complete(document)
    return addExamples({ ...rest, paths, components })
  })
}
