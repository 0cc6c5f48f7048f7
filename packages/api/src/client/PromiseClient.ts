import { Cause, type Duration, Effect, Exit, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { FetchHttpClient } from "effect/http"
import { type JsonRequest, type JsonResponse, mapContract, type RequestParts, sendJson } from "./JsonClient.ts"
import type { Groups, Page, PagePosition, RequestArguments } from "./Operations.ts"

export type { Page, PagePosition } from "./Operations.ts"

/** The options of a promise client. */
export interface PromiseClientOptions {
  /** The address of the service, such as `https://landfall.example.com`. */
  readonly baseUrl: string | URL
  readonly apiKey: string
  /** The maximum number of times that a request with the response 429 or 503 is sent again. Default: 3. */
  readonly maxRetries?: number
  /** A request whose response requests a longer wait fails immediately. Default: 1 minute. */
  readonly maxRetryWait?: Duration.Input
  /** The implementation of fetch. Default: that of the runtime. */
  readonly fetch?: typeof globalThis.fetch
}

type RequestOf<Endpoint> = JsonRequest<Endpoint> & { readonly signal?: AbortSignal }

type Method<Endpoint> = (...request: RequestArguments<RequestOf<Endpoint>>) => Promise<JsonResponse<Endpoint>>

/**
 * Every operation of the service, by group and name. Requests and responses are plain JSON. A promise is rejected with
 * `ErrorResponse` for a status of 400 or above, with `HttpClientError` when there is no response, and with the reason of
 * `signal` when it is aborted, as a promise of `fetch` is.
 */
export type PromiseClient = {
  readonly [Group in keyof Groups]: { readonly [Name in keyof Groups[Group]]: Method<Groups[Group][Name]> }
}

interface SignalledRequest extends RequestParts {
  readonly signal?: AbortSignal
}

/** Runs a request until it completes or its signal is aborted. */
const runRequest = async <A, E>(request: Effect.Effect<A, E>, signal: AbortSignal | undefined): Promise<A> => {
  const exit = await Effect.runPromiseExit(request, { signal })
  if (Exit.isSuccess(exit)) return exit.value
  throw signal?.aborted === true && Cause.hasInterruptsOnly(exit.cause) ? signal.reason : Cause.squash(exit.cause)
}

/** Makes a client of the service for programs that do not use Effect. */
export const createClient = (options: PromiseClientOptions): PromiseClient => {
  const transport = FetchHttpClient.layer.pipe(
    Layer.provide(options.fetch === undefined ? Layer.empty : Layer.succeed(FetchHttpClient.Fetch, options.fetch)),
    Layer.merge(SecureRandom.layerWebCrypto)
  )
  const { apiKey, ...rest } = options
  const clientOptions = { ...rest, apiKey: Redacted.make(apiKey) }
  const groups = mapContract((operation) => ({ signal, ...request }: SignalledRequest = {}) => {
    const sent = sendJson(operation, clientOptions, request).pipe(Effect.provide(transport))
    return runRequest(sent, signal)
  })
  // The methods have the names and the JSON of the contract, from which both are made.
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
