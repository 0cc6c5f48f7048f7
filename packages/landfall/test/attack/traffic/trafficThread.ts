import { Agent, request as sendRequest } from "node:http"
import { connect, type Socket } from "node:net"
import { setPriority } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import type { Flood, Hold, RepeatedRequest, Traffic, TrafficReport, TrafficSpan } from "./Traffic.ts"

const LOW_PRIORITY = 10
const REOPEN_MILLIS = 20
/** Another address of this machine, which the limits of addresses tell apart from the healthy account's. Linux has it. */
const FROM = process.platform === "linux" ? { localAddress: "127.0.0.2" } : {}
const CHUNK_BYTES = 64 * 1024

const { traffic, span }: { readonly traffic: Traffic; readonly span: TrafficSpan } = workerData
const { millis, rounds } = span
const until = millis === undefined ? Number.POSITIVE_INFINITY : performance.now() + millis
const isOver = () => performance.now() >= until

const fill = (text: string, n: number): string => text.replaceAll("{n}", String(n))

const bodies = new Map<string, Buffer>()

/** The bytes of a body; a large one without a number is made once. */
const bytesOf = (body: string, n: number): Buffer => {
  const record = bodies.get(body)
  if (record !== undefined) return record
  const bytes = Buffer.from(fill(body, n))
  if (!body.includes("{n}")) bodies.set(body, bytes)
  return bytes
}

const runFlood = async ({ url, requests, concurrency, count, bursts = [] }: Flood) => {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const responses: Record<string, number> = {}
  const most = count ?? rounds * concurrency
  let serial = 0
  const tally = (result: string | number) => {
    responses[result] = (responses[result] ?? 0) + 1
  }
  const sendOne = ({ method, path, headers = {}, body }: RepeatedRequest, n: number) =>
    new Promise<void>((resolve) => {
      const filled = Object.entries(headers).map(([name, value]): [string, string] => [name, fill(value, n)])
      const bytes = body === undefined ? undefined : bytesOf(body, n)
      const length = bytes === undefined ? {} : { "content-length": String(bytes.length) }
      const request = sendRequest({
        ...FROM,
        agent,
        hostname,
        port,
        method,
        path: fill(path, n),
        headers: { ...Object.fromEntries(filled), ...length }
      })
      request.on("response", (response) => {
        tally(response.statusCode ?? 0)
        response.resume()
        response.on("close", resolve)
      })
      request.on("error", () => {
        tally("error")
        resolve()
      })
      request.end(bytes)
    })
  const lane = async () => {
    while (!isOver() && serial < most) {
      const n = serial++
      const next = requests[n % requests.length]
      if (next === undefined) return
      await sendOne(next, n)
    }
  }
  const flood = async () => {
    for (const request of requests) {
      for (const size of bursts) await Promise.all(Array.from({ length: size }, () => sendOne(request, serial++)))
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
  }
  // The last requests may hang: the end of the time ends them.
  await (millis === undefined ? flood() : Promise.race([flood(), sleep(millis)]))
  agent.destroy()
  return { responses, opened: 0, closedByServer: 0 }
}

const runHold = async (hold: Hold) => {
  const { url, connections, bytes, filler = "x", fillerBytes, reads, count = Number.POSITIVE_INFINITY } = hold
  const { hostname, port } = new URL(url)
  const repeated = filler.repeat(Math.max(1, Math.floor(CHUNK_BYTES / filler.length)))
  const sockets = new Set<Socket>()
  let opened = 0
  let closedByServer = 0
  let isEnding = false
  let noteClosed = () => {}
  const firstClosed = new Promise<void>((resolve) => {
    noteClosed = resolve
  })
  const open = () => {
    if (isOver() || isEnding || opened >= count) return
    opened++
    const socket = connect({ ...FROM, host: hostname, port: Number(port) })
    sockets.add(socket)
    if (reads) socket.resume()
    else socket.pause()
    socket.on("error", () => {})
    socket.on("close", () => {
      sockets.delete(socket)
      if (isOver() || isEnding) return
      closedByServer++
      noteClosed()
      setTimeout(open, REOPEN_MILLIS)
    })
    let sent = 0
    const pump = () => {
      while (sent < fillerBytes) {
        const chunk = repeated.slice(0, Math.min(repeated.length, fillerBytes - sent))
        sent += chunk.length
        if (!socket.write(chunk)) {
          socket.once("drain", pump)
          return
        }
      }
    }
    socket.on("connect", () => {
      socket.write(bytes)
      pump()
    })
  }
  for (let n = 0; n < connections; n++) {
    open()
    if (n % 50 === 49) await sleep(10)
  }
  if (millis !== undefined) await sleep(Math.max(0, until - performance.now()))
  else if (hold.isClosed === true) await firstClosed
  isEnding = true
  for (const socket of sockets) socket.destroy()
  return { responses: {}, opened, closedByServer }
}

setPriority(LOW_PRIORITY)
const report: TrafficReport = traffic._tag === "Flood" ? await runFlood(traffic) : await runHold(traffic)
parentPort?.postMessage(report)
