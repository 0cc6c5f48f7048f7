import { fork } from "node:child_process"
import { once } from "node:events"
import { Effect, Queue, Schema } from "effect"
import { LAUNCHER_FLAGS } from "../report/LauncherFlags.ts"

const Started = Schema.Struct({ url: Schema.String })
const CpuUsage = Schema.Struct({ cpuSeconds: Schema.Finite })
const decodeStarted = Schema.decodeUnknownEffect(Started)
const decodeCpuUsage = Schema.decodeUnknownEffect(CpuUsage)

/** A server in a separate process, so that the load process uses none of its time. */
export interface ServerProcess {
  readonly url: string
  /** The processor time used so far, in seconds. */
  readonly cpuSeconds: Effect.Effect<number>
}

/** Sends the URL of this server to the parent, and then its processor time in response to each message. */
export const reportServing = (url: string): void => {
  process.on("message", () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSeconds: (user + system) / 1e6 })
  })
  process.on("disconnect", () => process.exit(0))
  process.send?.({ url })
}

/** A program that runs a server: its path, undefined for the Node of this process, and its flags. */
export interface Runtime {
  readonly execPath?: string
  readonly execArgv: Array<string>
}

export const NODE: Runtime = { execArgv: LAUNCHER_FLAGS }

/** Starts a server that calls `reportServing` on a runtime; completes when it listens. */
export const startServerOn = Effect.fnUntraced(function* (
  runtime: Runtime,
  file: string,
  ...parameters: ReadonlyArray<string>
) {
  const reports = yield* Queue.unbounded<unknown>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(new URL(file, import.meta.url), parameters, runtime)),
    (child) =>
      Effect.promise(() => {
        const ended = once(child, "exit")
        child.disconnect()
        return ended
      })
  )
  child.on("message", (message) => Queue.offerUnsafe(reports, message))
  const { url } = yield* Effect.flatMap(Queue.take(reports), decodeStarted)
  const cpuSeconds = Effect.suspend(() => {
    child.send("cpu")
    return Queue.take(reports)
  }).pipe(
    Effect.flatMap(decodeCpuUsage),
    Effect.map((usage) => usage.cpuSeconds),
    Effect.orDie
  )
  return { url, cpuSeconds } satisfies ServerProcess
}, Effect.orDie)

/** Starts a server on Node. */
export const startServer = (file: string, ...parameters: ReadonlyArray<string>) =>
  startServerOn(NODE, file, ...parameters)
