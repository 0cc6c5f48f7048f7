import { connect } from "node:net"

/**
 * Sends requests over kept connections, one at a time on each, as fast as they are answered, in a process of its own. Bare
 * sockets: a client that reads more of an answer than its length would be slower than what is measured. Takes one load
 * after another from its parent and tells how long each took and how many answers were not 200.
 */

interface LoadRequest {
  readonly host: string
  readonly port: number
  readonly connections: number
  /** What goes out, whole requests, taken in turn until `count` were answered. */
  readonly requests: ReadonlyArray<string>
  readonly count: number
}

const CONTENT_LENGTH = /\r\ncontent-length: (\d+)\r\n/i

/** The bytes of the answer that a buffer begins with; undefined while its head is not whole. */
const responseBytes = (text: string): number | undefined => {
  const head = text.indexOf("\r\n\r\n")
  if (head < 0) return undefined
  const length = CONTENT_LENGTH.exec(text.slice(0, head + 2))?.[1]
  if (length === undefined) throw new Error(`An answer without Content-Length: ${text.slice(0, head)}`)
  return head + 4 + Number(length)
}

const runLoad = ({ host, port, connections, requests, count }: LoadRequest): void => {
  const started = process.hrtime.bigint()
  let [sent, answered, failed] = [0, 0, 0]
  const open = () => {
    const socket = connect({ host, port, noDelay: true })
    let received = ""
    const next = () => {
      const request = requests[sent % requests.length]
      if (sent >= count || request === undefined) return void socket.end()
      sent += 1
      socket.write(request)
    }
    socket.setEncoding("latin1")
    socket.on("connect", next)
    socket.on("data", (text: string) => {
      received += text
      const bytes = responseBytes(received)
      if (bytes === undefined || received.length < bytes) return
      if (!received.startsWith("HTTP/1.1 200")) failed += 1
      received = received.slice(bytes)
      answered += 1
      if (answered === count) {
        process.send?.({ seconds: Number(process.hrtime.bigint() - started) / 1e9, failed })
      }
      next()
    })
  }
  for (let n = 0; n < connections; n++) open()
}

process.on("message", runLoad)
process.on("disconnect", () => process.exit(0))
