import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Layer, Option, Result } from "effect"
import { MemoryState, type PortCallRow } from "../state/MemoryState.ts"
import { portRevision, putPortCalls, recordCoverage } from "./PortCallRecording.ts"

const oldestFirst = ({ call: a }: PortCallRow, { call: b }: PortCallRow): number =>
  a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1)

/** `PortCallLog` on `MemoryState`. */
export const layer = Layer.effect(
  PortCallLog,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const calls = (keep: (row: PortCallRow) => boolean) =>
      state.portCalls
        .filter(keep)
        .sort(oldestFirst)
        .map(({ call }) => call)

    const ports = () =>
      [
        ...new Set([
          ...state.portCalls.values().map(({ call }) => call.port),
          ...state.portDays.values().map(({ port }) => port)
        ])
      ].sort()

    return PortCallLog.of({
      put: (given) => state.transact(() => Result.succeed(putPortCalls(state, given))),
      addCoverage: (coverage) => state.transact(() => Result.succeed(recordCoverage(state, coverage))),
      calls: (port, from, to) =>
        state.transact(() =>
          Result.succeed(
            calls(
              ({ call }) =>
                call.port === port && call.startedAt <= to && !Option.exists(call.endedAt, (endedAt) => endedAt < from)
            )
          )
        ),
      changes: (port, since, from) =>
        state.transact(() => {
          const days = state.portDays.filter((row) => row.port === port && row.revision > since)
          return Result.succeed({
            revision: portRevision(state, port),
            calls: calls(
              ({ call, revision }) =>
                call.port === port && revision > since && !Option.exists(call.endedAt, (endedAt) => endedAt < from)
            ),
            coverage: {
              port,
              days: days.map(({ day }) => day).sort((a, b) => a - b),
              lastReceivedAt: Option.fromUndefinedOr(state.portsLastReceived.get(port))
            }
          })
        }),
      saveLedger: (port, ledger) =>
        state.transact(() => {
          const known = state.portLedgers.get(port)
          if (known === undefined || known.revision <= ledger.revision) state.portLedgers.set(port, ledger)
          return Result.void
        }),
      findLedger: (port) => state.transact(() => Result.succeed(Option.fromUndefinedOr(state.portLedgers.get(port)))),
      portsWithStaleLedger: (behind, limit) =>
        state.transact(() => {
          const isBehind = (port: Unlocode) => {
            const kept = state.portLedgers.get(port)
            return kept === undefined || portRevision(state, port) - kept.revision >= behind
          }
          return Result.succeed(ports().filter(isBehind).slice(0, limit))
        }),
      ports: state.transact(() => Result.succeed(ports()))
    })
  })
)
