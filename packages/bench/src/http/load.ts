import { connect } from "node:net"

/**
 * Sends requests over persistent connections, one at a time on each, in a separate process. It uses plain sockets, because
 * a client that parses responses would be slower than the servers. Receives one load after another from its parent, and
 * sends back the duration of each and the number of responses with a status other than 200.
 */

interface LoadRequest {
  readonly host: string
  readonly port: number
  readonly connections: number
  /** The texts of requests, sent in turn until `count` have responses. */
  readonly requests: ReadonlyArray<string>
  readonly count: number
}

const CONTENT_LENGTH = /\r\ncontent-length: (\d+)\r\n/i

/** The length of the response at the start of a buffer; undefined while its head is incomplete. */
const responseBytes = (text: string): number | undefined => {
  const head = text.indexOf("\r\n\r\n")
  if (head < 0) return undefined
  const length = CONTENT_LENGTH.exec(text.slice(0, head + 2))?.[1]
  if (length === undefined) throw new Error(`The response has no Content-Length: ${text.slice(0, head)}`)
  return head + 4 + Number(length)
}

const runLoad = ({ host, port, connections, requests, count }: LoadRequest): void => {
  const started = process.hrtime.bigint()
  let [sent, responses, failed] = [0, 0, 0]
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
      responses += 1
      if (responses === count) {
        process.send?.({ seconds: Number(process.hrtime.bigint() - started) / 1e9, failed })
      }
      next()
    })
  }
  for (let n = 0; n < connections; n++) open()
}

process.on("message", runLoad)
process.on("disconnect", () => process.exit(0))
