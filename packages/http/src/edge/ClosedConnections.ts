/** Why the server closed a connection, as the metrics name it. */
export const CLOSED_CONNECTION_REASONS = ["address_share", "pipelined", "stalled", "unsent_bytes"] as const
export type ClosedConnectionReason = (typeof CLOSED_CONNECTION_REASONS)[number]
