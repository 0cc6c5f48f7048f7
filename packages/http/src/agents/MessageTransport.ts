import { Context, Deferred, Effect, Queue } from "effect"
import * as McpSchema from "effect/ai/McpSchema"
import { HttpServerRequest } from "effect/http"
import * as RpcMessage from "effect/rpc/RpcMessage"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"

/** The request of a JSON-RPC message; a notification has no id. */
export interface AgentMessage {
  readonly method: string
  readonly id: string | number | undefined
  readonly params: unknown
}

/** The error of a JSON-RPC response. */
export interface MessageError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The outcome of a message. */
export type MessageOutcome =
  | { readonly _tag: "Result"; readonly value: unknown }
  | { readonly _tag: "Error"; readonly error: MessageError }

const INTERNAL_ERROR: MessageError = { code: McpSchema.INTERNAL_ERROR_CODE, message: "Internal error" }

const isMessageError = (error: unknown): error is MessageError =>
  typeof error === "object" && error !== null && "code" in error && "message" in error

const outcomeOf = (exit: RpcMessage.ResponseExitEncoded["exit"]): MessageOutcome => {
  if (exit._tag === "Success") return { _tag: "Result", value: exit.value }
  for (const reason of exit.cause) {
    if (reason._tag === "Fail" && isMessageError(reason.error)) return { _tag: "Error", error: reason.error }
  }
  return { _tag: "Error", error: INTERNAL_ERROR }
}

/** The id of the message that opens the exchange of an earlier message. Ids of callers are numbers or other texts. */
const OPENING_ID = "landfall-opening"

/** Whether the version of the protocol has messages without a session: every message names its version. */
export const isSelfContained = ({ method, params }: AgentMessage): boolean => {
  if (method === "initialize") return true
  const meta = typeof params === "object" && params !== null && "_meta" in params ? params._meta : undefined
  return typeof meta === "object" && meta !== null && "io.modelcontextprotocol/protocolVersion" in meta
}

/**
 * Makes the transport between HTTP requests and an MCP server. Each HTTP request is a separate client, which ends with
 * it, so that there is no session: any server process responds to any message, and a restart loses nothing. Versions of
 * the protocol that require a session get one for the duration of the message.
 */
export const makeMessageTransport = Effect.gen(function* () {
  const disconnects = yield* Queue.make<number>()
  const waiting = new Map<number, Map<string | number, Deferred.Deferred<MessageOutcome>>>()
  let nextClient = 0
  let write!: (clientId: number, message: RpcMessage.FromClientEncoded) => Effect.Effect<void>

  const protocol = yield* RpcServer.Protocol.make((writeRequest) => {
    write = writeRequest
    return Effect.succeed({
      disconnects,
      send: (clientId: number, response: RpcMessage.FromServerEncoded) => {
        if (response._tag !== "Exit") return Effect.void
        const outcome = waiting.get(clientId)?.get(response.requestId)
        return outcome === undefined ? Effect.void : Deferred.succeed(outcome, outcomeOf(response.exit))
      },
      end: () => Effect.void,
      clientIds: Effect.sync(() => new Set(waiting.keys())),
      initialMessage: Effect.succeedNone,
      supportsAck: false,
      supportsTransferables: false,
      supportsSpanPropagation: false,
      supportsNotifications: false,
      codecFor: RpcSerialization.jsonRpc().codecFor
    })
  })

  const request = Effect.fnUntraced(function* (clientId: number, id: string | number, method: string, params: unknown) {
    const outcome = yield* Deferred.make<MessageOutcome>()
    waiting.get(clientId)?.set(id, outcome)
    yield* write(clientId, { _tag: "Request", id, tag: method, payload: params, headers: [] })
    return yield* Deferred.await(outcome)
  })

  const notify = (clientId: number, method: string, params: unknown) =>
    write(clientId, { _tag: "Request", id: "", tag: method, payload: params, headers: [], isNotification: true })

  /** Opens the session that a message of this version belongs to. */
  const open = (clientId: number, protocolVersion: string) =>
    request(clientId, OPENING_ID, "initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "unknown", version: "unknown" }
    })

  const exchange = Effect.fnUntraced(function* (clientId: number, message: AgentMessage, version: string) {
    const { method, id, params } = message
    if (!isSelfContained(message)) yield* open(clientId, version)
    if (id !== undefined) return yield* request(clientId, id, method, params ?? null)
    yield* notify(clientId, method, params ?? null)
    return undefined
  })

  const connect = Effect.sync(() => {
    const clientId = nextClient++
    waiting.set(clientId, new Map())
    return clientId
  })

  const disconnect = (clientId: number) =>
    Effect.suspend(() => {
      const ids = [...(waiting.get(clientId)?.keys() ?? [])]
      waiting.delete(clientId)
      return Effect.forEach(ids, (id) => write(clientId, { _tag: "Interrupt", requestId: RpcMessage.RequestId(id) }), {
        discard: true
      }).pipe(Effect.andThen(write(clientId, { _tag: "Eof" })), Effect.andThen(Queue.offer(disconnects, clientId)))
    })

  return {
    protocol,
    /**
     * Sends a message to the server and returns its outcome; undefined for a notification.
     *
     * @param version the version of the protocol that the caller has negotiated
     */
    send: (message: AgentMessage, version: string): Effect.Effect<MessageOutcome | undefined> =>
      Effect.acquireUseRelease(connect, (clientId) => exchange(clientId, message, version), disconnect).pipe(
        // With the HTTP request in its context, the server would open a session that never ends.
        Effect.updateContext((context: Context.Context<never>) =>
          Context.omit(HttpServerRequest.HttpServerRequest)(context)
        )
      )
  }
})

/** The transport between HTTP requests and an MCP server. */
export type MessageTransport = Effect.Success<typeof makeMessageTransport>
