import { fork } from "node:child_process"
import { Effect, Queue, Schema } from "effect"
import type { ServerProcess } from "./ServerProcess.ts"

/** Concurrent requests, each on its own connection. */
const CONNECTIONS = 64

/** A few ports are on isolated waters: voyages to them are rejected, and do not count. */
const MAX_FAILED_SHARE = 0.05

const LoadReport = Schema.Struct({ seconds: Schema.Finite, failed: Schema.Int })
const decodeLoadReport = Schema.decodeUnknownEffect(LoadReport)

/** The rates of a server under load. */
export interface Rates {
  /** Responses per second. */
  readonly perSecond: number
  /** Responses per second of the server's processor time. */
  readonly perCpuSecond: number
}

/** The text of an HTTP/1.1 request. */
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

/** Starts a process that sends load; returns a function that loads a server and measures it. */
export const startLoadProcess = Effect.gen(function* () {
  const reports = yield* Queue.unbounded<unknown>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(new URL("./load.ts", import.meta.url))),
    (child) => Effect.sync(() => child.disconnect())
  )
  child.on("message", (message) => Queue.offerUnsafe(reports, message))

  return Effect.fnUntraced(function* (server: ServerProcess, requests: ReadonlyArray<string>, count: number) {
    const { hostname, port } = new URL(server.url)
    const before = yield* server.cpuSeconds
    child.send({ host: hostname, port: Number(port), connections: CONNECTIONS, requests, count })
    const { seconds, failed } = yield* Effect.flatMap(Queue.take(reports), decodeLoadReport)
    if (failed > count * MAX_FAILED_SHARE) {
      return yield* Effect.die(new Error(`${failed} of ${count} responses had a status other than 200`))
    }
    const rates: Rates = {
      perSecond: (count - failed) / seconds,
      perCpuSecond: (count - failed) / ((yield* server.cpuSeconds) - before)
    }
    return rates
  })
})
