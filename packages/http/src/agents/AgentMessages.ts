import { AGENT_PROTOCOLS, agentServerInfo, registrations } from "@landfall/api/agents/AgentServer"
import * as JsonClient from "@landfall/api/client/JsonClient"
import { type Context, Effect, Layer, Option, Redacted, Result, type Scope } from "effect"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import { SecureRandom } from "effect/crypto"
import { HttpClient, type HttpServerRequest, HttpServerResponse } from "effect/http"
import * as RpcServer from "effect/rpc/RpcServer"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { CurrentCaller } from "../conventions/InProcessRequest.ts"
import { CallRates } from "../limits/CallRates.ts"
import { batchFault, errorBody, invalid, type MessageErrorBody, readMessage } from "./MessageReader.ts"
import { type AgentMessage, type MessageTransport, makeMessageTransport } from "./MessageTransport.ts"

/** The header that allows the tools that change the account. */
const WRITES_HEADER = "landfall-allow-writes"

const VERSION_HEADER = "mcp-protocol-version"

/** The version that a message without the header has, by the specification of Streamable HTTP. */
const DEFAULT_VERSION = "2025-03-26"

const VERSIONS: ReadonlyArray<string> = AGENT_PROTOCOLS.map(({ protocolVersion }) => protocolVersion)

/** Requests within the process need an address to be complete; no name is looked up. */
const IN_PROCESS_URL = "http://in-process.invalid"

const rejected = (body: MessageErrorBody) => HttpServerResponse.jsonUnsafe(body, { status: 400 })

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
      // The first message builds the server, which must not retain that message.
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
  const rates = yield* CallRates

  const serverFor = (request: HttpServerRequest.HttpServerRequest) => (allowsWrites(request) ? writing : readOnly)

  /** Debits further messages from the rates; the first operation of each tool uses one of them. */
  const takeMessages = Effect.fnUntraced(function* (count: number) {
    const rejection = rates.take(yield* CurrentCall, count)
    if (rejection !== undefined) return yield* rejection
    const caller = yield* CurrentCaller
    if (Option.isSome(caller)) caller.value.prepaidWeight += count
  })

  /** The body of the response to a message; undefined when it has none. */
  const respondTo = Effect.fnUntraced(function* (
    transport: MessageTransport,
    message: AgentMessage,
    negotiated: string
  ) {
    const outcome = yield* transport.send(message, negotiated)
    if (outcome === undefined || message.id === undefined) return undefined
    return outcome._tag === "Error"
      ? errorBody(message.id, outcome.error)
      : { jsonrpc: "2.0", id: message.id, result: outcome.value }
  })

  const respondToBatch = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    batch: ReadonlyArray<unknown>,
    negotiated: string
  ) {
    const fault = batchFault(batch, negotiated)
    if (fault !== undefined) return rejected(invalid(fault))
    yield* takeMessages(batch.length - 1)
    const transport = yield* serverFor(request)
    const bodies = yield* Effect.forEach(batch, (input) => {
      const read = readMessage(input)
      if (Result.isFailure(read)) return Effect.succeed(read.failure)
      return read.success === undefined ? Effect.undefined : respondTo(transport, read.success, negotiated)
    })
    const sent = bodies.filter((body) => body !== undefined)
    return sent.length === 0 ? HttpServerResponse.empty({ status: 202 }) : HttpServerResponse.jsonUnsafe(sent)
  })

  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const text = yield* request.text
    const parsed = Result.try((): unknown => JSON.parse(text))
    if (Result.isFailure(parsed)) {
      const message = "The body is not valid JSON: send one JSON-RPC message."
      return rejected(errorBody(null, { code: McpSchema.PARSE_ERROR_CODE, message }))
    }
    const negotiated = request.headers[VERSION_HEADER] ?? DEFAULT_VERSION
    if (Array.isArray(parsed.success)) return yield* respondToBatch(request, parsed.success, negotiated)
    const read = readMessage(parsed.success)
    if (Result.isFailure(read)) return rejected(read.failure)
    const message = read.success
    if (message === undefined) return HttpServerResponse.empty({ status: 202 })
    if (message.method !== "initialize" && !VERSIONS.includes(negotiated)) {
      const fault = `${VERSION_HEADER} must be one of ${VERSIONS.join(", ")}, got ${negotiated.slice(0, 40)}.`
      return rejected(invalid(fault, message.id ?? null))
    }
    const body = yield* respondTo(yield* serverFor(request), message, negotiated)
    return body === undefined ? HttpServerResponse.empty({ status: 202 }) : HttpServerResponse.jsonUnsafe(body)
  })
})
