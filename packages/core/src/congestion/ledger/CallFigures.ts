import { Option, Schema } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { PortCall, PortCallId } from "../detection/PortCall.ts"
import { currentStayKind } from "./PortCallTimeline.ts"
import { callsInPort, ledgerAsOf, waitsUnassigned } from "./PortLedger.ts"

/** The figures that a call counts in: the vessels in port, those at berth, those at anchor, and the times in port. */
export const CallFigure = Schema.Literals(["vesselsInPort", "occupation", "waiting", "timeInPort"])
export type CallFigure = typeof CallFigure.Type

/** The figures at `asOf` that each of the calls known then counts in. */
export const figuresByCall = (
  port: Unlocode,
  calls: ReadonlyArray<PortCall>,
  asOf: Instant
): ReadonlyMap<PortCallId, ReadonlyArray<CallFigure>> => {
  const inputs = ledgerAsOf({ port, days: [], lastReceivedAt: Option.none() }, calls, asOf).inputsAt(asOf)
  const present = callsInPort(inputs)
  const figures = new Map<PortCallId, Array<CallFigure>>()
  const add = ({ id }: PortCall, figure: CallFigure) => figures.set(id, [...(figures.get(id) ?? []), figure])
  for (const call of present) add(call, "vesselsInPort")
  for (const call of [...present, ...waitsUnassigned(inputs)]) {
    const kind = Option.getOrUndefined(currentStayKind(call))
    if (kind === "berth") add(call, "occupation")
    if (kind === "anchorage") add(call, "waiting")
  }
  for (const call of inputs.completed) if (call.vessel.commercial) add(call, "timeInPort")
  return figures
}
