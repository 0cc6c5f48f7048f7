import { fork } from "node:child_process"
import { Effect, Queue, Schema } from "effect"
import type { ServerProcess } from "./ServerProcess.ts"

/** How many requests are under way at once, each on a connection of its own. */
const CONNECTIONS = 64

/** A few ports lie on waters of their own: voyages between them are refused, and do not count. */
const MAX_FAILED_SHARE = 0.05

const LoadReport = Schema.Struct({ seconds: Schema.Finite, failed: Schema.Int })
const decodeLoadReport = Schema.decodeUnknownEffect(LoadReport)

/** What a server did under a load. */
export interface Rates {
  /** Answers a second by the clock. */
  readonly perSecond: number
  /** Answers in each second of the processor's time that the server used. */
  readonly perCpuSecond: number
}

/** One request as it goes over the wire. */
export const requestText = (
  method: "GET" | "POST",
  path: string,
  headers: Readonly<Record<string, string>>,
  json?: unknown
): string => {
  const body = json === undefined ? "" : JSON.stringify(json)
  const all = { host: "localhost", ...headers, ...(body === "" ? {} : { "content-length": String(body.length) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`
}

/** Starts a process that loads servers; answers what has it do so. */
export const startLoadProcess = Effect.gen(function* () {
  const told = yield* Queue.unbounded<unknown>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(new URL("./load.ts", import.meta.url))),
    (child) => Effect.sync(() => child.disconnect())
  )
  child.on("message", (message) => Queue.offerUnsafe(told, message))

  return Effect.fnUntraced(function* (server: ServerProcess, requests: ReadonlyArray<string>, count: number) {
    const { hostname, port } = new URL(server.url)
    const before = yield* server.cpuSeconds
    child.send({ host: hostname, port: Number(port), connections: CONNECTIONS, requests, count })
    const { seconds, failed } = yield* Effect.flatMap(Queue.take(told), decodeLoadReport)
    if (failed > count * MAX_FAILED_SHARE) {
      return yield* Effect.die(new Error(`${failed} of ${count} requests were not answered with 200`))
    }
    const rates: Rates = {
      perSecond: (count - failed) / seconds,
      perCpuSecond: (count - failed) / ((yield* server.cpuSeconds) - before)
    }
    return rates
  })
})
