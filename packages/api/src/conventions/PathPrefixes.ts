/** The path prefix of each area of the service. */
export const ALERTS_PREFIX = "/webhook/api/v1"
/** The paths of port congestion begin with it. */
export const CONGESTION_PREFIX = "/congestion/api/v1"
/** The paths of emissions and sea routes begin with it. */
export const CO2_PREFIX = "/co2/api/v2"
/** The paths of administration begin with it. */
export const ADMIN_PREFIX = "/admin/v1"

/** The path of the MCP server, whose tools AI agents call. */
export const AGENTS_PATH = "/mcp"

/** The path of the stream of messages: server-sent events. */
export const MESSAGE_STREAM_PATH = `${ALERTS_PREFIX}/message-stream`
