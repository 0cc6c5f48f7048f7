/** A connection whose caller has not read all of its responses. */
export interface UnsentResponse {
  /** The address of the caller; undefined for a proxy, which sends the requests of many. */
  readonly address: string | undefined
  /** The bytes that wait for the caller. */
  readonly bytes: number
  /** The time for which bytes have waited without a break. */
  readonly waitingMillis: number
}

/** The time for which a response may wait for its caller whatever its size. */
const GRACE_MILLIS = 30_000
/** The bytes a second at which a caller must read at least. */
const MIN_BYTES_PER_SECOND = 16 * 1024
/** The part of all unsent bytes that may belong to one address. */
const ADDRESS_PART = 3 / 4

/** Whether a caller reads too slowly: a response of this size should have arrived already. */
export const readsTooSlowly = ({ bytes, waitingMillis }: UnsentResponse): boolean =>
  waitingMillis > GRACE_MILLIS + (bytes / MIN_BYTES_PER_SECOND) * 1000

const sumOf = (responses: Iterable<UnsentResponse>): number => {
  let sum = 0
  for (const { bytes } of responses) sum += bytes
  return sum
}

const byWaiting = (a: UnsentResponse, b: UnsentResponse): number => b.waitingMillis - a.waitingMillis

/**
 * The connections to close so that the unsent bytes of all callers are at most `total`, and those of one address at most
 * three quarters of it: those that read too slowly, then of the address with the most bytes those that have waited longest.
 */
export const connectionsToClose = <C extends UnsentResponse>(
  connections: ReadonlyArray<C>,
  total: number
): ReadonlyArray<C> => {
  const closed = connections.filter(readsTooSlowly)
  const open = closed.length === 0 ? connections : connections.filter((connection) => !readsTooSlowly(connection))
  let sum = sumOf(open)
  if (sum <= total * ADDRESS_PART) return closed
  const groups = [...Map.groupBy(open, ({ address }) => address)].map(([address, group]) => {
    // A connection that has waited longest comes last, where it is removed first.
    const waiting = [...group].sort(byWaiting).reverse()
    return { waiting, bytes: sumOf(group), limit: address === undefined ? total : total * ADDRESS_PART }
  })
  for (;;) {
    const [largest] = groups.sort((a, b) => b.bytes - a.bytes)
    const mustClose = sum > total ? largest : groups.find(({ bytes, limit }) => bytes > limit)
    const connection = mustClose?.waiting.pop()
    if (mustClose === undefined || connection === undefined) return closed
    mustClose.bytes -= connection.bytes
    sum -= connection.bytes
    closed.push(connection)
  }
}
