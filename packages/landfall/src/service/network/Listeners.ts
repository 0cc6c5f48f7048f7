import type { Listener } from "@landfall/core/alerts/egress/Listener"
import type { MetricsAddress } from "@landfall/http/metrics/MetricsAddress"
import { Option } from "effect"
import type { AisSourceGroup } from "../../settings/AisSourceValues.ts"

/** The settings that name addresses to listen on. */
export interface ListenerOptions {
  /** The address of the server; a worker has none. */
  readonly host?: string
  readonly port?: number
  readonly publicUrl?: Option.Option<string>
  readonly metrics?: MetricsAddress
  readonly ais: ReadonlyArray<AisSourceGroup>
}

/** The host of a URL, as `URL.hostname` gives it. */
const publicHostOf = (publicUrl: Option.Option<string>): string | null =>
  Option.getOrNull(Option.map(publicUrl, (url) => new URL(url).hostname))

/**
 * The addresses that a process will listen on by its settings. A port 0 is announced when it is known. A server is listed
 * with it, because its address decides where alerts may be sent.
 */
export const listenersOf = ({ ais, host, metrics, port = 0, publicUrl = Option.none() }: ListenerOptions) => {
  const listeners: Array<Listener> = []
  if (host !== undefined) listeners.push({ address: host, port, purpose: "api", publicHost: publicHostOf(publicUrl) })
  if (metrics?._tag === "OnAddress" && metrics.port !== 0) {
    listeners.push({ address: metrics.host, port: metrics.port, purpose: "metrics", publicHost: null })
  }
  for (const source of ais.flat()) {
    if (source.protocol !== "udp" && source.protocol !== "aiscatcher") continue
    listeners.push({ address: source.host, port: source.port, purpose: "ais", publicHost: null })
  }
  return listeners
}
