import type { StoredEgressMode } from "@landfall/core/alerts/egress/EgressMode"
import { EgressModeStore, type StoredEgress } from "@landfall/core/alerts/egress/EgressModeStore"
import type { Listener } from "@landfall/core/alerts/egress/Listener"
import { Effect, Layer, Option, Result } from "effect"
import { MemoryState } from "../state/MemoryState.ts"
import { wakeQueue } from "./Deliveries.ts"

interface ProcessListeners {
  readonly listeners: ReadonlyArray<Listener>
  readonly seenAt: number
}

/** Makes the queues due that wait for the mode. Call it inside a transaction. */
const resumeQueues = (state: MemoryState["Service"]): void => {
  for (const row of state.endpoints.filter(({ postponement }) =>
    Option.exists(postponement, ({ reason }) => reason === "egress_policy")
  )) {
    state.endpoints.set(row.endpoint.id, { ...row, postponement: Option.none() })
    wakeQueue(state, row.endpoint.id)
  }
}

const keyOf = ({ port, address, purpose }: Listener): string => `${String(port).padStart(5, "0")} ${address} ${purpose}`

/** `EgressModeStore` in memory. */
export const layer = Layer.effect(
  EgressModeStore,
  Effect.gen(function* () {
    const state = yield* MemoryState
    const processes = new Map<string, ProcessListeners>()
    let mode: Option.Option<StoredEgressMode> = Option.none()

    const readAll = (since: number): StoredEgress => {
      const recentProcesses = [...processes.values()].filter(({ seenAt }) => seenAt >= since)
      const listeners = new Map(
        recentProcesses.flatMap((process) => process.listeners).map((one) => [JSON.stringify(one), one])
      )
      return { mode, listeners: [...listeners.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) }
    }

    return EgressModeStore.of({
      read: (since) => state.transact(() => Result.succeed(readAll(since))),
      modify: (since, change) =>
        state.transact(() => {
          const after = change(readAll(since))
          if (Option.isNone(after)) return Result.succeed<Option.Option<StoredEgressMode>>(after)
          mode = after
          return Result.succeed<Option.Option<StoredEgressMode>>(after)
        }),
      resume: state.transact(() => Result.succeed(resumeQueues(state))),
      announce: (process, listeners, at, expired) =>
        state.transact(() => {
          for (const [name, { seenAt }] of processes) if (seenAt < expired) processes.delete(name)
          processes.delete(process)
          if (listeners.length > 0) processes.set(process, { listeners, seenAt: at })
          return Result.void
        })
    })
  })
)
