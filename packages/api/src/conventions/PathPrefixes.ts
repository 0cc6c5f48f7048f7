/** The path prefix of each area of the service. */
export const ALERTS_PREFIX = "/webhook/api/v1"
export const CONGESTION_PREFIX = "/congestion/api/v1"
export const CO2_PREFIX = "/co2/api/v2"
export const ADMIN_PREFIX = "/admin/v1"

/** The path of the MCP server, whose tools AI agents call. */
export const AGENTS_PATH = "/mcp"
