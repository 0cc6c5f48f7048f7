import {
  changedPorts,
  type PortCall,
  type PortCallChange,
  portCallChanges
} from "@landfall/core/congestion/detection/PortCall"
import {
  combineCoverage,
  latestLag,
  latestReceived,
  type PortCoverage
} from "@landfall/core/congestion/detection/PortCoverage"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Option } from "effect"
import { joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** The revision of a port, 0 at first. */
export const portRevision = (state: State, port: Unlocode): number => state.revisions.get(port) ?? 0

const raiseRevision = (state: State, port: Unlocode): void => {
  state.revisions.set(port, portRevision(state, port) + 1)
}

/** Stores calls and returns the changes. The caller begins the transaction. */
export const putPortCalls = (state: State, calls: ReadonlyArray<PortCall>): ReadonlyArray<PortCallChange> => {
  const stored = new Map(calls.flatMap(({ id }) => state.portCalls.get(id) ?? []).map(({ call }) => [call.id, call]))
  const changes = portCallChanges(stored, calls)
  for (const port of changedPorts(changes)) raiseRevision(state, port)
  for (const { after } of changes) {
    state.portCalls.set(after.id, { call: after, revision: portRevision(state, after.port) })
  }
  return changes
}

/** Adds covered days of ports, and advances the time of the last position. The caller begins the transaction. */
export const addCoverage = (state: State, coverage: ReadonlyArray<PortCoverage>): void => {
  for (const added of combineCoverage(coverage)) {
    const { port, days } = added
    const newDays = days.filter((day) => !state.portDays.has(joinKey(port, String(day))))
    if (newDays.length > 0) raiseRevision(state, port)
    const revision = portRevision(state, port)
    for (const day of newDays) state.portDays.set(joinKey(port, String(day)), { port, day, revision })
    const existing = state.portsLastReceived.get(port) ?? { lastReceivedAt: Option.none() }
    const lastReceivedAt = latestReceived(existing.lastReceivedAt, added.lastReceivedAt)
    if (Option.isSome(lastReceivedAt))
      state.portsLastReceived.set(port, { lastReceivedAt, ...latestLag(existing, added) })
  }
}
