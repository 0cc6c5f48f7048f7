import { createServer } from "node:http"

/**
 * A webhook receiver in a separate process, so that it uses no time of the measured process. Sends its port to its parent,
 * and then, in batches, each `webhook-id` with the monotonic nanosecond at which its request was complete.
 */

/** Arrivals are sent in batches: one message for each arrival would slow the measurement. */
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
  const address = server.address()
  if (address !== null && typeof address === "object") process.send?.({ port: address.port })
})
