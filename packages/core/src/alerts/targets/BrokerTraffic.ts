/**
 * The bytes that a broker may send before anything is published: its greeting, its limits, and the addresses of its
 * cluster.
 */
const GREETING_BYTES = 1024 * 1024

/** A returned message is as long as the message; acknowledgements and faults are shorter. */
const RECEIVED_PER_SENT = 4

/**
 * Whether a broker has sent more than the responses to its messages can be. A publisher subscribes to nothing, so such
 * a broker is broken or hostile, and its bytes would fill the memory of the process.
 */
export const isTrafficExcessive = (receivedBytes: number, sentBytes: number): boolean =>
  receivedBytes > GREETING_BYTES + RECEIVED_PER_SENT * sentBytes

/** The error code of a connection that is closed for this reason. */
export const EXCESSIVE_TRAFFIC = "ERR_BROKER_SENDS_TOO_MUCH"
