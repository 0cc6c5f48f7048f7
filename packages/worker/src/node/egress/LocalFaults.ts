import { isIPv4 } from "node:net"
import { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import { Schema } from "effect"
import { Dns } from "effect/net"

/** The process has as many connections to receivers as it may open. */
export class ConnectionLimitReached extends Schema.TaggedError<ConnectionLimitReached>()("ConnectionLimitReached", {
  limit: Schema.Int
}) {}

/** System errors of a connection that this machine causes: it has no file descriptor, buffer, memory or port left. */
const SHORTAGES: Readonly<Record<string, string>> = {
  EMFILE: "this process has no free file descriptor",
  ENFILE: "this machine has no free file descriptor",
  ENOBUFS: "this machine has no free network buffer",
  ENOMEM: "this machine has no free memory",
  EADDRNOTAVAIL: "this machine has no free local port"
}

const MAX_DEPTH = 4

const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined

/** An error with the errors that it wraps: those of each address that a connection tried, and its cause. */
const flatten = (error: unknown, depth = 0): ReadonlyArray<unknown> => {
  if (depth > MAX_DEPTH || error === undefined) return []
  const several = propertyOf(error, "errors")
  const inner = [...(Array.isArray(several) ? several : []), propertyOf(error, "cause")]
  return [error, ...inner.flatMap((wrapped) => flatten(wrapped, depth + 1))]
}

/**
 * The shortage that a system error names. A machine without IPv6 also responds EADDRNOTAVAIL to an IPv6 address: that
 * is a failure of the receiver, which has only such addresses.
 */
const shortageOf = (error: unknown): string | undefined => {
  const code = propertyOf(error, "code")
  if (typeof code !== "string") return undefined
  if (code === "EADDRNOTAVAIL" && !isIPv4(String(propertyOf(error, "address")))) return undefined
  return Object.hasOwn(SHORTAGES, code) ? SHORTAGES[code] : undefined
}

/**
 * The fault of this installation behind a failed connection; undefined when the receiver, its name servers or the network
 * between them failed. A DNS error is temporary when no name server of this machine can be reached.
 */
export const localFaultOf = (error: unknown): SendPostponed | undefined => {
  if (error instanceof ConnectionLimitReached) {
    return new SendPostponed({
      reason: "resources",
      message: `The service has ${error.limit} connections to receivers, as many as it may open.`
    })
  }
  if (error instanceof Dns.DnsError) {
    return error.reason === "Temporary"
      ? new SendPostponed({ reason: "name_servers", message: "The service cannot reach its name servers." })
      : undefined
  }
  for (const part of flatten(error)) {
    const shortage = shortageOf(part)
    if (shortage !== undefined)
      return new SendPostponed({ reason: "resources", message: `No connection could be opened: ${shortage}.` })
  }
  return undefined
}
