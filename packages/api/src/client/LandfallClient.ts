import { Context, Effect, Layer, Option, Predicate, Record, type Schema, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpClient, type HttpClientError } from "effect/http"
import { HttpApiClient, type HttpApiEndpoint } from "effect/http-api"
import { LandfallApi } from "../LandfallApi.ts"
import type { ClientOptions } from "./ClientOptions.ts"
import type { ErrorResponse } from "./ErrorResponse.ts"
import { withIdempotencyKey } from "./IdempotencyKeys.ts"
import type { Groups, Page, PagePosition, RequestArguments, RequestBody, RequestPart } from "./Operations.ts"
import { serviceRequests } from "./ServiceRequests.ts"

export type { Page, PagePosition } from "./Operations.ts"

/** The failures of every call. */
export type ClientError = ErrorResponse | HttpClientError.HttpClientError | Schema.SchemaError

type RequestOf<Endpoint> = RequestPart<"params", HttpApiEndpoint.Params<Endpoint>["Type"]> &
  RequestPart<"query", HttpApiEndpoint.Query<Endpoint>["Type"]> &
  RequestPart<"headers", HttpApiEndpoint.Headers<Endpoint>["Type"]> &
  RequestBody<HttpApiEndpoint.Payload<Endpoint>["Type"]>

type Method<Endpoint> = (
  ...request: RequestArguments<RequestOf<Endpoint>>
) => Effect.Effect<HttpApiClient.SuccessType<HttpApiEndpoint.Success<Endpoint>>, ClientError>

/** Every operation of the service, by group and name. */
export type Client = {
  readonly [Group in keyof Groups]: { readonly [Name in keyof Groups[Group]]: Method<Groups[Group][Name]> }
}

interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>
}

/** Completes the request of a method: parts that the caller omits, and the idempotency-key. */
const completeMethod =
  (
    operation: string,
    method: (request: unknown) => Effect.Effect<unknown, unknown>,
    random: SecureRandom.SecureRandom["Service"]
  ) =>
  (request: RequestParts = {}) =>
    withIdempotencyKey(operation, request.headers ?? {}).pipe(
      Effect.provideService(SecureRandom.SecureRandom, random),
      Effect.flatMap((headers) => method({ query: {}, payload: {}, ...request, headers }))
    )

/** Makes a client of the service. */
export const make = Effect.fnUntraced(function* (options: ClientOptions) {
  const random = yield* SecureRandom.SecureRandom
  const httpClient = serviceRequests(yield* HttpClient.HttpClient, options)
  const groups: object = yield* HttpApiClient.makeWith(LandfallApi, { httpClient })
  const client = Record.map({ ...groups }, (methods: object, group) =>
    Record.map({ ...methods }, (method: unknown, name) =>
      Predicate.isFunction(method) ? completeMethod(`${group}.${name}`, (request) => method(request), random) : method
    )
  )
  // The generated methods also declare errorInfo as an error, but every error response has failed as ErrorResponse before.
  return client as Client
})

/** The service as its contract describes it. */
export class LandfallClient extends Context.Service<LandfallClient, Client>()("@landfall/api/client/LandfallClient") {
  static readonly layer = (options: ClientOptions) =>
    Layer.effect(LandfallClient, make(options)).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}

/**
 * Every row of a list, page by page.
 *
 * @param list requests one page: `(page) => client.shipments.list({ query: { limit: 250, ...page } })`
 */
export const rowsOf = <Row, E, R>(
  list: (page: PagePosition) => Effect.Effect<Page<Row>, E, R>
): Stream.Stream<Row, E, R> =>
  Stream.paginate<PagePosition, Row, E, R>({}, (position) =>
    Effect.map(list(position), ({ data, done, iterator }) => [
      data,
      done || iterator === null ? Option.none() : Option.some({ iterator })
    ])
  )
