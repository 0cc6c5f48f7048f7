import { type Duration, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { LandfallApi } from "../LandfallApi.ts"
import { withIdempotencyKey } from "./IdempotencyKeys.ts"
import type { Groups, JsonOf, Page, PagePosition, RequestArguments, RequestBody, RequestPart } from "./Operations.ts"
import { serviceRequests } from "./ServiceRequests.ts"

/** The options of a promise client. */
export interface PromiseClientOptions {
  /** The address of the service, such as `https://landfall.example.com`. */
  readonly baseUrl: string | URL
  readonly apiKey: string
  /** How often a request with the response 429 or 503 is sent again. Default: 3. */
  readonly maxRetries?: number
  /** A request whose response requests a longer wait fails at once. Default: 1 minute. */
  readonly maxRetryWait?: Duration.Input
  /** The implementation of fetch. Default: that of the runtime. */
  readonly fetch?: typeof globalThis.fetch
}

/** Query parameters as JSON values: they are written as text. */
type QueryOf<Query> = [Query] extends [never]
  ? never
  : { readonly [Name in keyof Query]: Query[Name] | number | boolean }

type RequestOf<Endpoint> = RequestPart<"params", HttpApiEndpoint.Params<Endpoint>["Encoded"]> &
  RequestPart<"query", QueryOf<HttpApiEndpoint.Query<Endpoint>["Encoded"]>> &
  RequestPart<"headers", HttpApiEndpoint.Headers<Endpoint>["Encoded"]> &
  RequestBody<JsonOf<HttpApiEndpoint.Payload<Endpoint>>> & { readonly signal?: AbortSignal }

type Method<Endpoint> = (
  ...request: RequestArguments<RequestOf<Endpoint>>
) => Promise<JsonOf<HttpApiEndpoint.Success<Endpoint>>>

/**
 * Every operation of the service, by group and name. Requests and responses are plain JSON. A promise is rejected with
 * `ErrorResponse` for a status of 400 or above, and with `HttpClientError` when there is no response.
 */
export type PromiseClient = {
  readonly [Group in keyof Groups]: { readonly [Name in keyof Groups[Group]]: Method<Groups[Group][Name]> }
}

interface RequestParts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: unknown
  readonly signal?: AbortSignal
}

interface Operation {
  readonly name: string
  readonly endpoint: HttpApiEndpoint.Top
}

/** The path of an operation with the values of its parameters. */
const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

const sendRequest = Effect.fnUntraced(function* (
  { name, endpoint }: Operation,
  options: PromiseClientOptions,
  request: RequestParts
) {
  const client = serviceRequests(yield* HttpClient.HttpClient, { ...options, apiKey: Redacted.make(options.apiKey) })
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

/** Makes a client of the service for programs that do not use Effect. */
export const createClient = (options: PromiseClientOptions): PromiseClient => {
  const transport = FetchHttpClient.layer.pipe(
    Layer.provide(options.fetch === undefined ? Layer.empty : Layer.succeed(FetchHttpClient.Fetch, options.fetch)),
    Layer.merge(SecureRandom.layerWebCrypto)
  )
  const groups: Record<string, Record<string, (request?: RequestParts) => Promise<unknown>>> = {}
  HttpApi.reflect(LandfallApi, {
    onGroup: ({ group }) => {
      groups[group.identifier] = {}
    },
    onEndpoint: ({ group, endpoint }) => {
      const operation = { name: `${group.identifier}.${endpoint.identifier}`, endpoint }
      const methods = groups[group.identifier] ?? {}
      methods[endpoint.identifier] = (request = {}) =>
        Effect.runPromise(sendRequest(operation, options, request).pipe(Effect.provide(transport)), {
          signal: request.signal
        })
    }
  })
  return groups as PromiseClient
}

/**
 * Every row of a list, page by page.
 *
 * @param list requests one page: `(page) => client.shipments.list({ query: { limit: 250, ...page } })`
 */
export async function* rowsOf<Row>(list: (page: PagePosition) => Promise<Page<Row>>): AsyncGenerator<Row> {
  let position: PagePosition | undefined = {}
  while (position !== undefined) {
    const { data, done, iterator }: Page<Row> = await list(position)
    yield* data
    position = done || iterator === null ? undefined : { iterator }
  }
}
