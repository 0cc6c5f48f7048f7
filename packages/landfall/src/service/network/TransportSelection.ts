import { AlertTransport, TransportError } from "@landfall/core/alerts/sending/AlertTransport"
import { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import {
  protocolOf,
  schemeRejection,
  type TargetProtocol,
  type TargetScheme,
  targetSchemeOf
} from "@landfall/core/alerts/targets/TargetScheme"
import { Effect } from "effect"

type Transport = AlertTransport["Service"]

/** The transport of a URL, or the reason why it has none. */
const select = (
  url: string,
  enabled: ReadonlySet<TargetScheme>,
  transports: ReadonlyMap<TargetProtocol, Transport>
): Transport | TransportError | SendPostponed => {
  const scheme = targetSchemeOf(url)
  if (scheme === undefined) {
    return new TransportError({
      reason: "target_rejected",
      message: "The URL has a scheme that alerts cannot be sent by."
    })
  }
  const transport = transports.get(protocolOf(scheme))
  if (enabled.has(scheme) && transport !== undefined) return transport
  // The URL was saved while its scheme was enabled, or by a process where it is: its deliveries wait.
  return new SendPostponed({
    reason: "egress_policy",
    message: schemeRejection(scheme, enabled) ?? `This process has no transport for ${scheme}://.`
  })
}

/** Sends each alert by the transport of the protocol of its URL. Deliveries by a scheme that is not enabled are postponed. */
export const selectTransport = (
  enabled: ReadonlySet<TargetScheme>,
  transports: ReadonlyMap<TargetProtocol, Transport>
): Transport =>
  AlertTransport.of({
    send: (request) => {
      const selected = select(request.url, enabled, transports)
      return "send" in selected ? selected.send(request) : Effect.fail(selected)
    }
  })
