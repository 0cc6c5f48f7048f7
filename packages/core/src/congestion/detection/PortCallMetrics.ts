import { Context, Option } from "effect"
import type { PortCallChange } from "./PortCall.ts"

/**
 * The kind of a stored change of a port call: the call started, ended, or has another detail, such as a further stay.
 */
export type PortCallChangeKind = "started" | "ended" | "updated"

/** The kind of a change. A call that is first stored with its end has ended. */
export const portCallChangeKindOf = ({ before, after }: PortCallChange): PortCallChangeKind => {
  const wasOpen = !Option.exists(before, ({ endedAt }) => Option.isSome(endedAt))
  if (wasOpen && Option.isSome(after.endedAt)) return "ended"
  return Option.isNone(before) ? "started" : "updated"
}

/** Receives the port calls that this process has detected and stored; discards them unless the composition provides another function. */
export const PortCallMetrics = Context.Reference<(changes: ReadonlyArray<PortCallChange>) => void>(
  "@landfall/core/congestion/detection/PortCallMetrics",
  { defaultValue: () => () => undefined }
)
