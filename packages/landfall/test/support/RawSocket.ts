import { connect } from "node:net"
import { Effect } from "effect"

/** One response, as it arrived. */
interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** A step of a conversation: bytes to send, the end of what the client sends, or a response to wait for. */
export type Step = string | Uint8Array | "(end)" | "(response)"

const HEAD = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/

const headersIn = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .split("\r\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
  )

/** The responses in a text of Latin-1. Those without a length have no body. */
const responsesIn = (text: string): ReadonlyArray<RawResponse> => {
  const match = HEAD.exec(text)
  if (match === null) return []
  const headers = headersIn(match[2] ?? "")
  const length = Number(headers.get("content-length") ?? 0)
  const from = match[0].length
  if (text.length < from + length) return []
  const response = { status: Number(match[1]), headers, body: text.slice(from, from + length) }
  return [response, ...responsesIn(text.slice(from + length))]
}

/** Sends bytes to a server, and returns its responses once it has closed the connection. */
export const converse = (url: string, steps: ReadonlyArray<Step>) =>
  Effect.promise(
    () =>
      new Promise<ReadonlyArray<RawResponse>>((resolve, reject) => {
        const { hostname, port } = new URL(url)
        let text = ""
        let awaited = 0
        const rest = [...steps]
        const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
        const proceed = (): void => {
          for (let step = rest[0]; step !== undefined; step = rest[0]) {
            if (step === "(response)" && responsesIn(text).length <= awaited) return
            rest.shift()
            if (step === "(response)") awaited++
            else if (step === "(end)") socket.end()
            else socket.write(step)
          }
        }
        socket.on("connect", proceed)
        socket.on("data", (chunk: Buffer) => {
          text += chunk.toString("latin1")
          proceed()
        })
        socket.on("end", () => socket.end())
        socket.on("error", reject)
        socket.on("close", () => resolve(responsesIn(text)))
      })
  )

/** Sends a request, waits for its response, and resets the connection. */
export const resetConnection = (url: string, request: string) =>
  Effect.promise(
    () =>
      new Promise<void>((resolve, reject) => {
        const { hostname, port } = new URL(url)
        const socket = connect({ host: hostname, port: Number(port) })
        socket.on("connect", () => socket.write(request))
        socket.on("data", () => socket.resetAndDestroy())
        socket.on("error", reject)
        socket.on("close", () => resolve())
      })
  )
