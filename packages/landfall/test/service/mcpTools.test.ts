import { Effect } from "effect"
import { connectOverHttp } from "../support/AgentClient.ts"
import { agentRules } from "../support/AgentRules.ts"
import { serviceUrl } from "../support/Service.ts"

agentRules("POST /mcp", (caller, allowWrites) =>
  Effect.flatMap(serviceUrl, (url) =>
    connectOverHttp(url, caller.key, allowWrites ? { "landfall-allow-writes": "true" } : {})
  )
)
