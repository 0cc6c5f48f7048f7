import { PortCallLog } from "@landfall/core/congestion/PortCallLog"
import { Effect, Layer, Option, Result } from "effect"
import { MemoryState, type PortCallRow } from "./MemoryState.ts"
import { coverPorts, putCalls, revisionOf } from "./PortCalls.ts"

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

    return PortCallLog.of({
      put: (given) => state.transact(() => Result.succeed(putCalls(state, given))),
      cover: (coverage) => state.transact(() => Result.succeed(coverPorts(state, coverage))),
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
            revision: revisionOf(state, port),
            calls: calls(
              ({ call, revision }) =>
                call.port === port && revision > since && !Option.exists(call.endedAt, (endedAt) => endedAt < from)
            ),
            coverage: {
              port,
              days: days.map(({ day }) => day).sort((a, b) => a - b),
              lastHeardAt: Option.fromUndefinedOr(state.portsHeard.get(port))
            }
          })
        }),
      ports: state.transact(() =>
        Result.succeed(
          [
            ...new Set([
              ...state.portCalls.values().map(({ call }) => call.port),
              ...state.portDays.values().map(({ port }) => port)
            ])
          ].sort()
        )
      )
    })
  })
)
