import { createServer, type Server as HttpServer } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net"
import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { ReceiverBehaviour } from "../Receivers.ts"

const LOW_PRIORITY = 10
const WRITE_BYTES = 256 * 1024

const { status, delayMillis, endless, received }: ReceiverBehaviour & { readonly received: Int32Array } = workerData

const ordinary = (): HttpServer =>
  createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    Atomics.add(received, 0, 1)
    request.resume()
    request.on("error", () => {})
    response.on("error", () => {})
    const respond = () => response.writeHead(status).end()
    if (delayMillis === 0) request.on("end", respond)
    else setTimeout(respond, delayMillis).unref()
  })

/** Sends a start and then parts to each connection from which something arrives, until it is closed. */
const flooding = (start: string, part: string): Server =>
  createTcpServer((socket: Socket) => {
    const parts = Buffer.from(part.repeat(Math.max(1, Math.floor(WRITE_BYTES / part.length))))
    const pump = () => {
      while (!socket.destroyed && socket.write(parts)) {}
    }
    socket.on("error", () => {})
    socket.once("data", () => {
      Atomics.add(received, 0, 1)
      socket.write(start)
      socket.on("drain", pump)
      pump()
    })
  })

setPriority(LOW_PRIORITY)
const server = endless === undefined ? ordinary() : flooding(endless.start, endless.part)
server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port))
