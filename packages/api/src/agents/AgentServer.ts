import { Context, Effect, Layer, Schema } from "effect"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import type { JsonClient } from "../client/JsonClient.ts"
import type { AgentTool } from "./AgentTool.ts"
import { alertTools } from "./AlertTools.ts"
import { etaTools } from "./EtaTools.ts"
import { portTools } from "./PortTools.ts"
import { shipmentTools } from "./ShipmentTools.ts"
import { usageTools } from "./UsageTools.ts"
import { voyageTools } from "./VoyageTools.ts"

export type { AgentTool } from "./AgentTool.ts"

/** The versions of the protocol that the server supports, the default first. */
export const AGENT_PROTOCOLS = [
  McpProtocol.v2025_11_25,
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05
] as const

const TOOLS: ReadonlyArray<AgentTool> = [
  ...shipmentTools,
  ...etaTools,
  ...portTools,
  ...voyageTools,
  ...alertTools,
  ...usageTools
]

/** The tools that a server offers: those that write only when writes are allowed. */
export const toolsFor = (allowWrites: boolean): ReadonlyArray<AgentTool> =>
  TOOLS.filter(({ access }) => allowWrites || access === "read")

const READ_ONLY_NOTE =
  "This server is read-only: no tool changes the account. The user can allow writes with `landfall mcp --allow-writes`, or over HTTP with the header `landfall-allow-writes: true`."
const WRITES_NOTE = "track_shipment and resend_message change the account: ask the user before each call."

const instructionsFor = (allowWrites: boolean): string =>
  [
    "Landfall: container tracking, port congestion, voyage CO2 and alerts (webhooks) of one account.",
    "Ports are UN/LOCODEs, which search_ports finds. Instants are ISO 8601 in UTC; lengths nautical miles; speeds knots; emissions tonnes per TEU.",
    "A null is unknown, not zero: report the reason beside it.",
    "Some tools cost credits, which their descriptions state; get_usage shows the prices and what remains. Failed calls cost nothing. An error names the fault and what to do.",
    allowWrites ? WRITES_NOTE : READ_ONLY_NOTE
  ].join(" ")

/** The name, the version and the instructions of the server. */
export const agentServerInfo = (version: string, allowWrites: boolean) => ({
  name: "landfall",
  version,
  instructions: instructionsFor(allowWrites)
})

const decodeToolJson = Schema.decodeUnknownEffect(McpSchema.ToolJson)

const toMcpTool = ({ name, title, description, access, inputSchema, outputSchema }: AgentTool) =>
  Effect.map(
    Effect.orDie(decodeToolJson(inputSchema())),
    (schema) =>
      new McpSchema.Tool({
        name,
        title,
        description,
        inputSchema: schema,
        outputSchema: outputSchema(),
        annotations: {
          title,
          readOnlyHint: access === "read",
          destructiveHint: false,
          idempotentHint: access === "read",
          openWorldHint: true
        }
      })
  )

/** Registers the tools, which call the service through `client`. */
export const registrations = (client: JsonClient, allowWrites: boolean) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const server = yield* McpServer.McpServer
      for (const tool of toolsFor(allowWrites)) {
        yield* server.addTool({
          tool: yield* toMcpTool(tool),
          annotations: Context.empty(),
          handle: (input: unknown) => tool.call(client, input)
        })
      }
    })
  )
