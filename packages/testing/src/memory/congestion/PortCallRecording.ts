import type { PortCall, PortCallChange } from "@landfall/core/congestion/detection/PortCall"
import type { PortCoverage } from "@landfall/core/congestion/detection/PortCoverage"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Option } from "effect"
import { joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** Makes the next revision under a name, once for each batch that is given the same `made`. */
const nextRevision = (state: State, name: string, made: Map<string, number>): number => {
  const known = made.get(name)
  if (known !== undefined) return known
  const next = (state.revisions.get(name) ?? 0) + 1
  state.revisions.set(name, next)
  made.set(name, next)
  return next
}

const areSame = (a: PortCall, b: PortCall): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Puts calls in; of several under one id the last. To be called inside a transaction. */
export const putPortCalls = (state: State, calls: ReadonlyArray<PortCall>): ReadonlyArray<PortCallChange> => {
  const made = new Map<string, number>()
  return [...new Map(calls.map((call) => [call.id, call])).values()].flatMap((after) => {
    const before = Option.map(Option.fromUndefinedOr(state.portCalls.get(after.id)), ({ call }) => call)
    if (Option.exists(before, (call) => areSame(call, after))) return []
    state.portCalls.set(after.id, { call: after, revision: nextRevision(state, after.port, made) })
    return [{ before, after }]
  })
}

const updateLastReceived = (state: State, { port, lastReceivedAt }: PortCoverage): void => {
  if (
    Option.isNone(lastReceivedAt) ||
    (state.portsLastReceived.get(port) ?? Number.NEGATIVE_INFINITY) >= lastReceivedAt.value
  )
    return
  state.portsLastReceived.set(port, lastReceivedAt.value)
}

/** Adds days and moments at which ports were heard. To be called inside a transaction. */
export const recordCoverage = (state: State, coverage: ReadonlyArray<PortCoverage>): void => {
  const made = new Map<string, number>()
  for (const entry of coverage) {
    for (const day of entry.days) {
      const key = joinKey(entry.port, String(day))
      if (state.portDays.has(key)) continue
      state.portDays.set(key, { port: entry.port, day, revision: nextRevision(state, entry.port, made) })
    }
    updateLastReceived(state, entry)
  }
}

/** The revision of a port; 0 at first. */
export const portRevision = (state: State, port: Unlocode): number => state.revisions.get(port) ?? 0
