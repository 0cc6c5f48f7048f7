import { fork } from "node:child_process"
import { once } from "node:events"
import { Effect, Queue, Schema } from "effect"

const Started = Schema.Struct({ url: Schema.String })
const CpuUsage = Schema.Struct({ cpuSeconds: Schema.Finite })
const decodeStarted = Schema.decodeUnknownEffect(Started)
const decodeCpuUsage = Schema.decodeUnknownEffect(CpuUsage)

/** A server that runs in a process of its own, so that whoever loads it takes no time from it. */
export interface ServerProcess {
  readonly url: string
  /** The processor time that it has used so far, in seconds. */
  readonly cpuSeconds: Effect.Effect<number>
}

/** Tells the parent where this process serves, and from then on how much processor time it has used, whenever asked. */
export const reportServing = (url: string): void => {
  process.on("message", () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSeconds: (user + system) / 1e6 })
  })
  process.on("disconnect", () => process.exit(0))
  process.send?.({ url })
}

/** Flags with which the launcher runs the service, and so the same for whatever stands beside it. */
const NODE_FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--expose-gc"]

/** Starts a server that calls `reportServing`; it serves when this completes. */
export const startServer = Effect.fnUntraced(function* (file: string, ...parameters: ReadonlyArray<string>) {
  const told = yield* Queue.unbounded<unknown>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      fork(new URL(file, import.meta.url), parameters, {
        execArgv: NODE_FLAGS
      })
    ),
    (child) =>
      Effect.promise(() => {
        const ended = once(child, "exit")
        child.disconnect()
        return ended
      })
  )
  child.on("message", (message) => Queue.offerUnsafe(told, message))
  const { url } = yield* Effect.flatMap(Queue.take(told), decodeStarted)
  const cpuSeconds = Effect.suspend(() => {
    child.send("cpu")
    return Queue.take(told)
  }).pipe(
    Effect.flatMap(decodeCpuUsage),
    Effect.map((spent) => spent.cpuSeconds),
    Effect.orDie
  )
  return { url, cpuSeconds } satisfies ServerProcess
}, Effect.orDie)
