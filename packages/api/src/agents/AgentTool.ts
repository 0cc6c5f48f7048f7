import { parse } from "@landfall/core/faults/Parse"
import { Effect, Result, Schema } from "effect"
import { CallToolResult } from "effect/ai/McpSchema"
import type { JsonClient, RequestError } from "../client/JsonClient.ts"
import type { JsonNode } from "../openapi/JsonNode.ts"
import { argumentsRejected, requestFailed } from "./ToolFailure.ts"
import { argumentsSchema } from "./ToolSchemas.ts"

/** The result of a tool: a short text with the figures that matter, and all of them as JSON. */
export interface ToolOutput {
  readonly text: string
  readonly result: object
  /** Whether the call had no effect, for the reason in the result. */
  readonly isError?: boolean
}

/** A tool of the MCP server. */
export interface AgentTool {
  readonly name: string
  /** The name that people read. */
  readonly title: string
  /** Written for a model without knowledge of the service: what it returns, in which units, what it costs, and what to call next. */
  readonly description: string
  /** `write`: it changes the account. Such tools are offered only when writes are allowed. */
  readonly access: "read" | "write"
  /** The JSON Schema of the arguments. */
  readonly inputSchema: () => JsonNode
  /** The JSON Schema of the structured result. */
  readonly outputSchema: () => JsonNode
  /** Calls the tool. Faults of the arguments and errors of the service are results, from which a model can correct itself. */
  readonly call: (client: JsonClient, input: unknown) => Effect.Effect<CallToolResult>
}

type Arguments<Fields extends Schema.Struct.Fields> = Schema.Struct<Fields>["Type"]

interface ToolOptions<Fields extends Schema.Struct.Fields> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly access?: "write"
  readonly input: Fields
  /** A rule about several arguments; a violation is a sentence without its subject, such as `must name one of id and number`. */
  readonly rule?: (input: Arguments<Fields>) => string | undefined
  readonly output: () => JsonNode
  /** The arguments by the paths of the request, such as `$.departure.portCode`, for the details of errors. */
  readonly argumentNames?: Readonly<Record<string, string>>
  readonly run: (client: JsonClient, input: Arguments<Fields>) => Effect.Effect<ToolOutput, RequestError>
}

/** The fields of arguments whose values JSON carries as they are. */
type PlainFields = { readonly [name: string]: Schema.Codec<unknown, unknown> }

/** Makes a tool. */
export const makeTool = <const Fields extends PlainFields>(options: ToolOptions<Fields>): AgentTool => {
  const { name, title, description, access = "read", input, rule, output, argumentNames = {}, run } = options
  const fields = Schema.Struct(input)
  const schema = rule === undefined ? fields : fields.check(Schema.makeFilter((value) => rule(value)))
  const decode = parse(schema)
  return {
    name,
    title,
    description,
    access,
    inputSchema: () => argumentsSchema(fields),
    outputSchema: output,
    call: (client, value) => {
      const decoded = decode(value ?? {})
      if (Result.isFailure(decoded)) return Effect.succeed(argumentsRejected(decoded.failure))
      return Effect.match(run(client, decoded.success), {
        onFailure: (error) => requestFailed(error, argumentNames),
        onSuccess: ({ text, result, isError = false }) =>
          new CallToolResult({ isError, content: [{ type: "text", text }], structuredContent: result })
      })
    }
  }
}
