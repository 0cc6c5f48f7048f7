import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpClient, type HttpClientError, HttpClientRequest } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { LandfallApi } from "../LandfallApi.ts"
import type { ClientOptions } from "./ClientOptions.ts"
import type { ErrorResponse } from "./ErrorResponse.ts"
import { withIdempotencyKey } from "./IdempotencyKeys.ts"
import type { Groups, JsonOf, RequestArguments, RequestBody, RequestPart } from "./Operations.ts"
import { serviceRequests } from "./ServiceRequests.ts"

/** Query parameters as JSON values: they are written as text. */
type QueryOf<Query> = [Query] extends [never]
  ? never
  : { readonly [Name in keyof Query]: Query[Name] | number | boolean }

/** The request of an operation as plain JSON. */
export type JsonRequest<Endpoint> = RequestPart<"params", HttpApiEndpoint.Params<Endpoint>["Encoded"]> &
  RequestPart<"query", QueryOf<HttpApiEndpoint.Query<Endpoint>["Encoded"]>> &
  RequestPart<"headers", HttpApiEndpoint.Headers<Endpoint>["Encoded"]> &
  RequestBody<JsonOf<HttpApiEndpoint.Payload<Endpoint>>>

/** The response of an operation as plain JSON. */
export type JsonResponse<Endpoint> = JsonOf<HttpApiEndpoint.Success<Endpoint>>

/** The failures of every request. */
export type RequestError = ErrorResponse | HttpClientError.HttpClientError

type Method<Endpoint> = (
  ...request: RequestArguments<JsonRequest<Endpoint>>
) => Effect.Effect<JsonResponse<Endpoint>, RequestError>

/** Every operation of the service, by group and name. Requests and responses are plain JSON. */
export type JsonClient = {
  readonly [Group in keyof Groups]: { readonly [Name in keyof Groups[Group]]: Method<Groups[Group][Name]> }
}

/** The parts of a request of any operation. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: unknown
}

/** An operation of the contract. */
export interface Operation {
  /** Its group and name, such as `shipments.list`. */
  readonly name: string
  readonly endpoint: HttpApiEndpoint.Top
}

/** The path of an operation with the values of its parameters. */
const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

const sendRequest = Effect.fnUntraced(function* (
  client: HttpClient.HttpClient.With<RequestError>,
  { name, endpoint }: Operation,
  request: RequestParts
) {
  const headers = yield* withIdempotencyKey(name, request.headers ?? {})
  const bare = HttpClientRequest.make(endpoint.method)(pathOf(endpoint.path, request.params ?? {}), {
    headers,
    urlParams: request.query ?? {}
  })
  const response = yield* client.execute(
    request.payload === undefined ? bare : HttpClientRequest.bodyJsonUnsafe(bare, request.payload)
  )
  return response.status === 204 ? undefined : yield* response.json
})

/** Maps each operation of the contract to a method, by group and name. */
export const mapContract = <A>(method: (operation: Operation) => A): Record<string, Record<string, A>> => {
  const groups: Record<string, Record<string, A>> = {}
  HttpApi.reflect(LandfallApi, {
    onGroup: ({ group }) => {
      groups[group.identifier] = {}
    },
    onEndpoint: ({ group, endpoint }) => {
      const methods = groups[group.identifier] ?? {}
      methods[endpoint.identifier] = method({ name: `${group.identifier}.${endpoint.identifier}`, endpoint })
    }
  })
  return groups
}

/** Sends one request of an operation. */
export const sendJson = (operation: Operation, options: ClientOptions, request: RequestParts) =>
  Effect.flatMap(HttpClient.HttpClient, (client) => sendRequest(serviceRequests(client, options), operation, request))

/** Makes a client whose requests and responses are plain JSON. */
export const make = Effect.fnUntraced(function* (options: ClientOptions) {
  const random = yield* SecureRandom.SecureRandom
  const client = serviceRequests(yield* HttpClient.HttpClient, options)
  const groups: Record<
    string,
    Record<string, (request?: RequestParts) => Effect.Effect<unknown, RequestError>>
  > = mapContract(
    (operation) =>
      (request = {}) =>
        Effect.provideService(sendRequest(client, operation, request), SecureRandom.SecureRandom, random)
  )
  // The methods have the names and the JSON of the contract, from which both are made.
  return groups as JsonClient
})
