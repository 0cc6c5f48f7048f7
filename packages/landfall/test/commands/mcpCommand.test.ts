import { Effect } from "effect"
import { connectOverStdio } from "../support/AgentClient.ts"
import { agentRules } from "../support/AgentRules.ts"
import { serviceUrl } from "../support/Service.ts"

agentRules("landfall mcp", (caller, allowWrites) =>
  Effect.flatMap(serviceUrl, (url) =>
    connectOverStdio({ LANDFALL_URL: url, LANDFALL_API_KEY: caller.key }, allowWrites ? ["--allow-writes"] : [])
  )
)
