import type { MESSAGE_STREAM_PATH } from "@landfall/api/conventions/PathPrefixes"
import { isOfServer, onLoss, reportNoResponse, reportResponse, reportRetry, waitUntilChange } from "./Connection.ts"
import { requestHeaders } from "./Request.ts"

const PATH: typeof MESSAGE_STREAM_PATH = "/webhook/api/v1/message-stream"

const FIRST_PAUSE_MILLIS = 1_000
const LONGEST_PAUSE_MILLIS = 30_000

/** An event of the stream; `ready` comes first. */
interface ServerEvent {
  readonly name: string
  readonly data: string
}

/** The events in a text of complete lines. Comments and fields that are not used are skipped. */
const parseEvent = (block: string): ServerEvent | undefined => {
  const fields = block.split("\n").map((line) => /^(event|data|id): ?(.*)$/.exec(line))
  const valueOf = (name: string) => fields.find((field) => field?.[1] === name)?.[2]
  const name = valueOf("event")
  return name === undefined ? undefined : { name, data: valueOf("data") ?? "" }
}

/** Reads one response until it ends. */
const read = async (body: ReadableStream<Uint8Array>, onEvent: (event: ServerEvent) => void) => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event !== undefined) onEvent(event)
    }
  }
}

interface Listener {
  readonly onEvent: (event: ServerEvent) => void
  /** Called when the stream opens and when it is lost. */
  readonly onLive: (isLive: boolean) => void
}

/**
 * Listens to the messages of the account until the signal aborts. A stream that ends is opened again, after pauses that
 * grow while it fails, and immediately when the connection to the server changes. `EventSource` sends no headers of its own,
 * which the session needs.
 */
export const listen = async ({ onEvent, onLive }: Listener, signal: AbortSignal): Promise<void> => {
  let pause = FIRST_PAUSE_MILLIS
  while (!signal.aborted) {
    reportRetry(null)
    const attempt = new AbortController()
    // Another request found that the connection is lost: the stream may only seem to be open.
    const stopWaiting = onLoss(() => attempt.abort())
    try {
      const response = await fetch(PATH, {
        credentials: "same-origin",
        headers: requestHeaders(),
        signal: AbortSignal.any([signal, attempt.signal])
      })
      if (isOfServer(response)) reportResponse()
      else reportNoResponse()
      if (response.status === 401 || response.status === 403) return
      if (response.ok && response.body !== null) {
        await read(response.body, (event) => {
          pause = FIRST_PAUSE_MILLIS
          if (event.name === "ready") onLive(true)
          onEvent(event)
        })
      }
    } catch {
      if (!signal.aborted) reportNoResponse()
    } finally {
      stopWaiting()
    }
    onLive(false)
    if (signal.aborted) return
    reportRetry(Date.now() + pause)
    await waitUntilChange(pause, signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS)
  }
}
