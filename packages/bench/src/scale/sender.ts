import { setInterval } from "node:timers"
import { DateTime } from "effect"
import { eventBody } from "../delivery/DeliveryWorkload.ts"
import { makeUndiciBaseline } from "../delivery/UndiciBaseline.ts"

/**
 * A separate process that signs and posts messages with undici, from a start message to a pause message: the cost of
 * sending alone in the same number of processes. It has no database, and reports as a delivery worker does.
 */

/** As many as a delivery worker opens to one origin. */
const CONNECTIONS = 64
const REPORT_INTERVAL_MILLIS = 20

const baseline = makeUndiciBaseline({
  url: process.argv[2] ?? "",
  body: eventBody(DateTime.nowUnsafe()),
  key: new Uint8Array(32).fill(7),
  connections: CONNECTIONS,
  nowSeconds: () => Math.floor(DateTime.nowUnsafe().epochMilliseconds / 1000)
})

let isSending = false
let succeeded = 0

const sendUntilPaused = async () => {
  while (isSending) {
    await baseline.post(`msg_${succeeded}`)
    succeeded++
  }
}

const send = async () => {
  const reports = setInterval(() => process.send?.({ succeeded, residentBytes: 0 }), REPORT_INTERVAL_MILLIS)
  await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilPaused))
  clearInterval(reports)
  succeeded = 0
  process.send?.({ succeeded, residentBytes: 0 })
}

process.on("message", () => {
  isSending = !isSending
  if (isSending) void send()
})
process.on("disconnect", () => process.exit(0))
process.send?.({ ready: true })
