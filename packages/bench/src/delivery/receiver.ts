import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * A webhook receiver in a process of its own, so that it takes no time from what is measured. Tells its parent its port,
 * and then each `webhook-id` with the monotonic nanosecond at which its request had come whole, in batches.
 */

/** Arrivals are told together: one message for each would slow down what is measured. */
const REPORT_INTERVAL_MILLIS = 20

let arrivals: Array<readonly [id: string, at: string]> = []

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume()
  request.on("end", () => {
    arrivals.push([String(request.headers["webhook-id"]), String(process.hrtime.bigint())])
    response.writeHead(200, { "content-length": "2" })
    response.end("ok")
  })
})

setInterval(() => {
  if (arrivals.length === 0) return
  process.send?.({ arrivals })
  arrivals = []
}, REPORT_INTERVAL_MILLIS)

process.on("disconnect", () => process.exit(0))
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ port })
})
