import { FRAMING_FAULT_KINDS, type FramingFaultKind } from "../edge/FramingFaults.ts"
import type { Metrics } from "./Metrics.ts"

/** The reasons for which the server closes a connection of a caller. */
const CLOSED_CONNECTION_REASONS = ["address_share", "pipelined", "stalled", "unsent_bytes"] as const
export type ClosedConnectionReason = (typeof CLOSED_CONNECTION_REASONS)[number]

/** Makes the counter of framing faults. Every kind is served from the start, so that a rate sees the first fault. */
export const makeFramingFaultCounter = ({ add }: Metrics["Service"]) => {
  const count = (kind: FramingFaultKind, amount: number) =>
    add(
      "landfall_http_framing_faults_total",
      "Input on connections that is not an HTTP request, by kind of fault",
      amount,
      {
        fault: kind
      }
    )
  for (const kind of FRAMING_FAULT_KINDS) count(kind, 0)
  return (kind: FramingFaultKind): void => count(kind, 1)
}

/** Makes the counter of connections that the server closed because their callers exceeded a limit. */
export const makeClosedConnectionCounter = ({ add }: Metrics["Service"]) => {
  const count = (reason: ClosedConnectionReason, amount: number) =>
    add("landfall_http_closed_connections_total", "Connections of callers that the server closed, by reason", amount, {
      reason
    })
  for (const reason of CLOSED_CONNECTION_REASONS) count(reason, 0)
  return (reason: ClosedConnectionReason): void => count(reason, 1)
}
