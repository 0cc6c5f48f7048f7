import { AGENT_PROTOCOLS, agentServerInfo, registrations } from "@landfall/api/agents/AgentServer"
import * as JsonClient from "@landfall/api/client/JsonClient"
import { type Context, Effect, Layer, Redacted, Result, type Scope } from "effect"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import { SecureRandom } from "effect/crypto"
import { HttpClient, type HttpServerRequest, HttpServerResponse } from "effect/http"
import * as RpcServer from "effect/rpc/RpcServer"
import { type AgentMessage, type MessageError, makeMessageTransport } from "./MessageTransport.ts"

/** The header that allows the tools that change the account. */
const WRITES_HEADER = "landfall-allow-writes"

const VERSION_HEADER = "mcp-protocol-version"

/** The version that a message without the header has, by the specification of Streamable HTTP. */
const DEFAULT_VERSION = "2025-03-26"

const VERSIONS: ReadonlyArray<string> = AGENT_PROTOCOLS.map(({ protocolVersion }) => protocolVersion)

/** Requests within the process need an address to be complete; no name is looked up. */
const IN_PROCESS_URL = "http://in-process.invalid"

const errorMessage = (id: string | number | null, error: MessageError, status: number) =>
  HttpServerResponse.jsonUnsafe({ jsonrpc: "2.0", id, error }, { status })

const invalidRequest = (message: string, status = 400, id: string | number | null = null) =>
  Result.fail(errorMessage(id, { code: McpSchema.INVALID_REQUEST_ERROR_CODE, message }, status))

const isMessageId = (id: unknown): id is string | number => typeof id === "string" || typeof id === "number"

/** Reads one JSON-RPC message; fails with the response to what is none. A response of the caller is no message. */
const readMessage = (text: string): Result.Result<AgentMessage | undefined, HttpServerResponse.HttpServerResponse> => {
  const parsed = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(parsed)) {
    const message = "The body is not valid JSON: send one JSON-RPC message."
    return Result.fail(errorMessage(null, { code: McpSchema.PARSE_ERROR_CODE, message }, 400))
  }
  const input = parsed.success
  if (Array.isArray(input)) return invalidRequest("JSON-RPC batches are not supported: send each message by itself.")
  if (typeof input !== "object" || input === null)
    return invalidRequest("The body must be a JSON-RPC message, an object.")
  const { jsonrpc, method, id, params }: { jsonrpc?: unknown; method?: unknown; id?: unknown; params?: unknown } = input
  if (jsonrpc !== "2.0") return invalidRequest('jsonrpc must be "2.0".', 400, isMessageId(id) ? id : null)
  if (id !== undefined && !isMessageId(id)) return invalidRequest("id must be a text or a number.")
  if (typeof method === "string") return Result.succeed({ method, id, params })
  if ("result" in input || "error" in input) return Result.succeed(undefined)
  return invalidRequest("method must be the name of a method, such as tools/list.", 400, id ?? null)
}

/** The services of the process, and the scope of the servers. */
type Services = Context.Context<Scope.Scope>

/** Makes a server with its transport, on the first use. */
const makeServer = (client: JsonClient.JsonClient, version: string, allowWrites: boolean, services: Services) =>
  Effect.cached(
    Effect.gen(function* () {
      const transport = yield* makeMessageTransport
      const server = McpServer.layer({
        ...agentServerInfo(version, allowWrites),
        protocols: AGENT_PROTOCOLS,
        registrations: registrations(client, allowWrites)
      }).pipe(Layer.provide(Layer.succeed(RpcServer.Protocol, transport.protocol)))
      yield* Layer.build(server)
      return transport
    }).pipe(
      Effect.orDie,
      // The first message builds the server, which must retain nothing of that message.
      Effect.updateContext((_: Context.Context<never>) => services)
    )
  )

const allowsWrites = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers[WRITES_HEADER]?.trim().toLowerCase() === "true"

/**
 * Makes the function that responds to one HTTP request with a message, whose `CurrentCaller` is that request.
 *
 * @param httpClient sends the requests of tools in the name of `CurrentCaller`
 * @param services those of the server, in whose scope the MCP servers live
 */
export const makeMessageHandler = Effect.fnUntraced(function* (
  httpClient: HttpClient.HttpClient,
  version: string,
  services: Services
) {
  // The requests carry the key of the caller in place of this one.
  const client = yield* JsonClient.make({ baseUrl: IN_PROCESS_URL, apiKey: Redacted.make(""), maxRetries: 0 }).pipe(
    Effect.provideService(HttpClient.HttpClient, httpClient),
    Effect.provide(SecureRandom.layerWebCrypto)
  )
  const readOnly = yield* makeServer(client, version, false, services)
  const writing = yield* makeServer(client, version, true, services)

  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const read = readMessage(yield* request.text)
    if (Result.isFailure(read)) return read.failure
    const message = read.success
    if (message === undefined) return HttpServerResponse.empty({ status: 202 })
    const negotiated = request.headers[VERSION_HEADER] ?? DEFAULT_VERSION
    if (message.method !== "initialize" && !VERSIONS.includes(negotiated)) {
      const text = `${VERSION_HEADER} must be one of ${VERSIONS.join(", ")}, got ${negotiated.slice(0, 40)}.`
      return errorMessage(message.id ?? null, { code: McpSchema.INVALID_REQUEST_ERROR_CODE, message: text }, 400)
    }
    const transport = yield* allowsWrites(request) ? writing : readOnly
    const outcome = yield* transport.send(message, negotiated)
    if (outcome === undefined || message.id === undefined) return HttpServerResponse.empty({ status: 202 })
    if (outcome._tag === "Error") return errorMessage(message.id, outcome.error, 200)
    return HttpServerResponse.jsonUnsafe({ jsonrpc: "2.0", id: message.id, result: outcome.value })
  })
})
