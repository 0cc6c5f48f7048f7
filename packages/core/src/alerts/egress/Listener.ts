import { Context, Effect, Schema } from "effect"

/** The purpose of a listener: requests of callers, requests for metrics, or AIS. */
export const ListenerPurpose = Schema.Literals(["api", "metrics", "ais"])
export type ListenerPurpose = typeof ListenerPurpose.Type

/** An address that a server or worker listens on. */
export interface Listener {
  readonly address: string
  readonly port: number
  readonly purpose: ListenerPurpose
  /** The host of the URL at which callers reach a server, in lower case; null when none is set. */
  readonly publicHost: string | null
}

/**
 * The time for which the addresses of a process count after it was last seen: it may restart, and deliveries are
 * retried.
 */
export const LISTENER_LIFETIME_MILLIS = 10 * 60_000

const LOOPBACK_IPV4 = /^127(\.\d{1,3}){3}$/

/** Whether only this machine reaches an address to listen on. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "localhost" || address === "::1" || LOOPBACK_IPV4.test(address)

/** Whether only this machine reaches a server, as far as the server knows: there is no other URL for it. */
export const isPrivateListener = ({ address, publicHost }: Listener): boolean =>
  isLoopbackAddress(address) && publicHost === null

/** Announces an address that this process listens on; does nothing unless the composition provides another function. */
export const AnnounceListener = Context.Reference<(listener: Listener) => Effect.Effect<void>>(
  "@landfall/core/alerts/egress/AnnounceListener",
  { defaultValue: () => () => Effect.void }
)
