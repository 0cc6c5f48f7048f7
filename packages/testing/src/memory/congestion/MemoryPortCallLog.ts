import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import { isLedgerStale, PortCallLog, replacesLedger } from "@landfall/core/congestion/ledger/PortCallLog"
import { comparePortCalls, isOpenDuring, isOpenSince } from "@landfall/core/congestion/ledger/PortCallTimeline"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Layer, Option, Result } from "effect"
import type { PortCallRow } from "../state/MemoryRows.ts"
import { MemoryState } from "../state/MemoryState.ts"
import { addCoverage, portRevision, putPortCalls } from "./PortCallRecording.ts"

/** `PortCallLog` on `MemoryState`. */
export const layer = Layer.effect(
  PortCallLog,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const calls = (matches: (row: PortCallRow) => boolean): ReadonlyArray<PortCall> =>
      state.portCalls
        .filter(matches)
        .map(({ call }) => call)
        .sort(comparePortCalls)

    const newest = (matches: (row: PortCallRow) => boolean, limit: number): ReadonlyArray<PortCall> =>
      calls(matches).toReversed().slice(0, limit)

    const ports = (): ReadonlyArray<Unlocode> =>
      [
        ...new Set([
          ...state.portCalls.values().map(({ call }) => call.port),
          ...state.portDays.values().map(({ port }) => port)
        ])
      ].sort()

    const ledgerOf = (port: Unlocode) => Option.fromUndefinedOr(state.portLedgers.get(port))

    return PortCallLog.of({
      put: (added) => state.transact(() => Result.succeed(putPortCalls(state, added))),
      addCoverage: (coverage) => state.transact(() => Result.succeed(addCoverage(state, coverage))),
      calls: (port, from, to) =>
        state.transact(() => Result.succeed(calls(({ call }) => call.port === port && isOpenDuring(call, from, to)))),
      latestOfVessel: (vessel, limit) =>
        state.transact(() =>
          Result.succeed(
            newest(
              ({ call }) =>
                vessel._tag === "Imo"
                  ? Option.contains(call.vessel.imo, vessel.imo)
                  : Option.exists(call.vessel.mmsi, (mmsi) => String(mmsi) === vessel.mmsi),
              limit
            )
          )
        ),
      latestAt: (port, limit) => state.transact(() => Result.succeed(newest(({ call }) => call.port === port, limit))),
      changes: (port, since, from) =>
        state.transact(() => {
          const days = state.portDays.filter((row) => row.port === port && row.revision > since)
          return Result.succeed({
            revision: portRevision(state, port),
            calls: calls(({ call, revision }) => call.port === port && revision > since && isOpenSince(call, from)),
            coverage: {
              port,
              days: days.map(({ day }) => day).sort((a, b) => a - b),
              ...(state.portsLastReceived.get(port) ?? { lastReceivedAt: Option.none() })
            }
          })
        }),
      saveLedger: (port, ledger) =>
        state.transact(() => {
          if (replacesLedger(ledgerOf(port), ledger)) state.portLedgers.set(port, ledger)
          return Result.void
        }),
      findLedger: (port) => state.transact(() => Result.succeed(ledgerOf(port))),
      portsWithStaleLedger: (behind, limit) =>
        state.transact(() => {
          const isStale = (port: Unlocode) => {
            const ledgerRevision = Option.map(ledgerOf(port), ({ revision }) => revision)
            return isLedgerStale({ port, revision: portRevision(state, port), ledgerRevision }, behind)
          }
          return Result.succeed(ports().filter(isStale).slice(0, limit))
        }),
      ports: state.transact(() => Result.succeed(ports()))
    })
  })
)
