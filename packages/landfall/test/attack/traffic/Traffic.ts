import { Worker } from "node:worker_threads"
import type { AttackSpan } from "../AttackSpan.ts"

/** A request that is sent again and again. `{n}` in its path, headers and body becomes a number, one more each time. */
export interface RepeatedRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests at the same time, each followed by the next of the list when its response has arrived. */
export interface Flood {
  readonly _tag: "Flood"
  readonly url: string
  readonly requests: ReadonlyArray<RepeatedRequest>
  readonly concurrency: number
  /** The maximum number of requests in all; as many as the rounds by default. */
  readonly count?: number
  /** Before them, so many of each request at the same time, one burst after the other. */
  readonly bursts?: ReadonlyArray<number>
}

/**
 * Connections that send bytes, then filler, and wait. One that the server closes is opened again; a connection that does not
 * read notices that only when it sends.
 */
export interface Hold {
  readonly _tag: "Hold"
  readonly url: string
  readonly connections: number
  readonly bytes: string
  /** What follows them, again and again: the letter `x` by default. */
  readonly filler?: string
  readonly fillerBytes: number
  readonly reads: boolean
  /** The maximum number of connections in all. */
  readonly count?: number
  /** Whether the server has to close such connections: the short form goes on until it has closed one. */
  readonly isClosed?: boolean
}

export type Traffic = Flood | Hold

export interface TrafficReport {
  /** Responses by status, for a flood; `error` are requests without a response. */
  readonly responses: Readonly<Record<string, number>>
  readonly opened: number
  readonly closedByServer: number
}

/** What the thread of the traffic gets: JSON has no infinity, and timers have none. */
export interface TrafficSpan {
  /** How long the traffic goes on; undefined where it ends by its rounds. */
  readonly millis: number | undefined
  readonly rounds: number
}

/**
 * Runs traffic in a separate thread, so that it does not delay the measurement in this one. The thread has a low priority: an
 * attacker on the internet takes no processor from the server. A round of a flood is as many requests as it has immediately.
 */
export const runTraffic = (traffic: Traffic, { until, rounds }: AttackSpan): Promise<TrafficReport> =>
  new Promise((resolve, reject) => {
    const millis = Number.isFinite(until) ? Math.max(0, until - performance.now()) : undefined
    const span: TrafficSpan = { millis, rounds }
    const worker = new Worker(new URL("./trafficThread.ts", import.meta.url), { workerData: { traffic, span } })
    worker.once("message", resolve)
    worker.once("error", reject)
    worker.once("exit", (code) => {
      if (code !== 0) reject(new Error(`the thread of the traffic ended with ${code}`))
    })
  })
