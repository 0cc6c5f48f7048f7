import { AGENT_PROTOCOLS } from "@landfall/api/agents/AgentServer"
import { Option, Result } from "effect"
import * as McpSchema from "effect/ai/McpSchema"
import { type AgentMessage, isSelfContained, type MessageError } from "./MessageTransport.ts"

/** The maximum number of messages of a batch. */
const MAX_BATCH = 20

const acceptsBatches = (version: string): boolean =>
  AGENT_PROTOCOLS.find(({ protocolVersion }) => protocolVersion === version)?.runtime.transport.jsonRpc
    .acceptsBatches === true

/** The body of a response with an error. */
export interface MessageErrorBody {
  readonly jsonrpc: "2.0"
  /** The id of the message; null where it has none that can be read. */
  readonly id: string | number | null
  readonly error: MessageError
}

export const errorBody = (id: string | number | null, error: MessageError): MessageErrorBody => ({
  jsonrpc: "2.0",
  id,
  error
})

/** The body of the response to an invalid request. */
export const invalid = (message: string, id: string | number | null = null): MessageErrorBody =>
  errorBody(id, { code: McpSchema.INVALID_REQUEST_ERROR_CODE, message })

const isMessageId = (id: unknown): id is string | number => typeof id === "string" || typeof id === "number"

/**
 * Reads one JSON-RPC message; fails with the body of the response to an invalid one. A response of the caller is not a
 * message.
 */
export const readMessage = (input: unknown): Result.Result<AgentMessage | undefined, MessageErrorBody> => {
  if (typeof input !== "object" || input === null)
    return Result.fail(invalid("The body must be a JSON-RPC message, an object."))
  const { jsonrpc, method, id, params }: { jsonrpc?: unknown; method?: unknown; id?: unknown; params?: unknown } = input
  if (jsonrpc !== "2.0") return Result.fail(invalid('jsonrpc must be "2.0".', isMessageId(id) ? id : null))
  if (id !== undefined && !isMessageId(id)) return Result.fail(invalid("id must be a text or a number."))
  if (typeof method === "string") return Result.succeed({ method, id, params })
  if ("result" in input || "error" in input) return Result.succeed(undefined)
  return Result.fail(invalid("method must be the name of a method, such as tools/list.", id ?? null))
}

/** The reason why an array is not a valid batch; undefined when it is one. */
export const batchFault = (batch: ReadonlyArray<unknown>, version: string): string | undefined => {
  if (!acceptsBatches(version))
    return `JSON-RPC batches are not supported in version ${version.slice(0, 40)}: send each message by itself.`
  if (batch.length === 0) return "The batch is empty: send at least one message."
  if (batch.length > MAX_BATCH) return `The batch has ${batch.length} messages; at most ${MAX_BATCH} are accepted.`
  const isAlone = (input: unknown) =>
    Option.exists(Result.getSuccess(readMessage(input)), (message) => message !== undefined && isSelfContained(message))
  return batch.some(isAlone)
    ? "initialize, and a message that names its version in _meta, cannot be in a batch."
    : undefined
}
