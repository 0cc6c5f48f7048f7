/** The division of the file descriptors of a process. */
export interface DescriptorBudget {
  /** Connections to receivers. */
  readonly deliveries: number
  /** Connections of callers to the server. */
  readonly callers: number
  /** Name look-ups at the same time; each has up to two sockets. */
  readonly lookups: number
}

/** The descriptors for the database, log files, AIS, carriers and other uses; a quarter where the limit is small. */
const RESERVE = 128
/**
 * The maximum number of connections to receivers, however many descriptors there are: four times the sends at the same
 * time.
 */
const MAX_DELIVERY_CONNECTIONS = 1_024
const MAX_LOOKUPS = 128
const LOOKUP_SOCKETS = 2
/** The minimum of each, for a limit that is too small for all. */
const LEAST = 4

/**
 * Divides the file descriptors of a process: after the reserve, look-ups get an eighth, connections to receivers three
 * eighths and callers the rest, so that callers cannot take the descriptors that deliveries and the database need.
 *
 * @param limit the maximum number of open files of the process; Infinity when it is unlimited or unknown
 */
export const divideDescriptors = (limit: number): DescriptorBudget => {
  const available = limit - Math.min(RESERVE, Math.ceil(limit / 4))
  const lookups = Math.max(LEAST, Math.min(MAX_LOOKUPS, Math.floor(available / 8 / LOOKUP_SOCKETS)))
  const deliveries = Math.max(LEAST, Math.min(MAX_DELIVERY_CONNECTIONS, Math.floor((available * 3) / 8)))
  const callers = Math.max(LEAST, Math.floor(available - deliveries - lookups * LOOKUP_SOCKETS))
  return { lookups, deliveries, callers }
}
