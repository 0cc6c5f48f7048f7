import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { ReceiverBehaviour } from "../Receivers.ts"

const LOW_PRIORITY = 10

const { status, delayMillis, received }: ReceiverBehaviour & { readonly received: Int32Array } = workerData

setPriority(LOW_PRIORITY)
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  Atomics.add(received, 0, 1)
  request.resume()
  request.on("error", () => {})
  response.on("error", () => {})
  if (status === undefined) return
  const respond = () => response.writeHead(status).end()
  if (delayMillis === 0) request.on("end", respond)
  else setTimeout(respond, delayMillis).unref()
})
server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port))
