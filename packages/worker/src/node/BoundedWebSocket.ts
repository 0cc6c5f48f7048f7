import { Cause, type Duration, Effect, Latch, Queue } from "effect"
import { Socket } from "effect/socket"
import { Agent, buildConnector, type CloseEvent, type ErrorEvent, type MessageEvent, WebSocket } from "undici"

/** The bounds of a WebSocket, and the protocol that it requests. */
export interface BoundedWebSocketOptions {
  readonly protocol?: string | undefined
  /** The largest message in bytes, decompressed and in all its frames. A larger one is not buffered. */
  readonly maxMessageBytes: number
  /** The bytes of messages that wait for their reader, each with 256 bytes of overhead. */
  readonly maxWaitingBytes: number
}

/** The memory of a message beside its content. Messages without content take it too. */
const MESSAGE_OVERHEAD_BYTES = 256
/** The bytes that a server may leave unread before a write fails. */
const MAX_UNSENT_BYTES = 65_536
const OPEN_DEADLINE: Duration.Input = "10 seconds"

const NORMAL_CLOSURE = 1000
const ABNORMAL_CLOSURE = 1006

type Frame = Uint8Array | string

const readError = (cause: unknown) => new Socket.SocketError({ reason: new Socket.SocketReadError({ cause }) })
const openError = (kind: "Unknown" | "Timeout", cause: unknown) =>
  new Socket.SocketError({ reason: new Socket.SocketOpenError({ kind, cause }) })
const writeError = (message: string) =>
  new Socket.SocketError({ reason: new Socket.SocketWriteError({ cause: new Error(message) }) })
const closeError = (code: number, closeReason?: string) =>
  new Socket.SocketError({ reason: new Socket.SocketCloseError({ code, closeReason }) })

/** A WebSocket with the TCP connection that it uses alone. */
const connect = (url: string, { protocol, maxMessageBytes }: BoundedWebSocketOptions) => {
  const connector = buildConnector({ allowH2: false })
  let isClosed = false
  let destroyTransport = (): void => undefined
  const dispatcher = new Agent({
    webSocket: { maxPayloadSize: maxMessageBytes },
    connect: (options, callback) =>
      connector(options, (...result) => {
        const [error, transport] = result
        if (error === null) destroyTransport = () => void transport.destroy()
        if (isClosed) destroyTransport()
        callback(...result)
      })
  })
  const webSocket = new WebSocket(url, { protocols: protocol === undefined ? [] : [protocol], dispatcher })
  webSocket.binaryType = "arraybuffer"
  /** A server that does not respond to the closing handshake would keep the connection open, and send. */
  const close = (): void => {
    isClosed = true
    webSocket.close(NORMAL_CLOSURE)
    destroyTransport()
  }
  return { webSocket, close }
}

type Connection = ReturnType<typeof connect>

/**
 * Makes a WebSocket to a server that need not be trusted. Too large a message, more waiting messages than the bound, and
 * a server that does not read each end the connection with the reason. A connection that has ended receives nothing more,
 * whether the server closes it or not.
 */
export const make = (url: string, options: BoundedWebSocketOptions): Socket.Socket => {
  const opened = Latch.makeUnsafe(false)
  let current: Connection | undefined

  const reader: Socket.Socket["reader"] = Effect.gen(function* () {
    const waiting = yield* Queue.unbounded<Frame, Socket.SocketError>()
    let waitingBytes = 0
    let isOpen = false
    const end = (error: Socket.SocketError): void => void Queue.failCauseUnsafe(waiting, Cause.fail(error))
    const connection = yield* Effect.acquireRelease(
      Effect.sync(() => connect(url, options)),
      ({ close }) =>
        Effect.sync(() => {
          opened.closeUnsafe()
          current = undefined
          end(closeError(ABNORMAL_CLOSURE))
          close()
        })
    )
    const { webSocket } = connection
    webSocket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const frame = typeof data === "string" ? data : new Uint8Array(data)
      if (!Queue.offerUnsafe(waiting, frame)) return
      waitingBytes += frame.length + MESSAGE_OVERHEAD_BYTES
      if (waitingBytes <= options.maxWaitingBytes) return
      end(readError(new Error("The server sends messages faster than they are processed.")))
      connection.close()
    })
    webSocket.addEventListener("error", (event: ErrorEvent) =>
      end(isOpen ? readError(event) : openError("Unknown", event))
    )
    webSocket.addEventListener("close", ({ code, reason }: CloseEvent) => end(closeError(code, reason)))

    const pull = Effect.map(Queue.takeAll(waiting), (frames) => {
      waitingBytes = 0
      return frames
    })
    const opening = Effect.callback<void>((resume) => {
      webSocket.addEventListener("open", () => resume(Effect.void), { once: true })
    })
    // The queue ends when the connection cannot be opened.
    yield* Effect.raceFirst(opening, Effect.andThen(Queue.await(waiting), Effect.never)).pipe(
      Effect.timeoutOrElse({
        duration: OPEN_DEADLINE,
        orElse: () => Effect.fail(openError("Timeout", new Error("The server did not open the WebSocket.")))
      })
    )
    isOpen = true
    current = connection
    opened.openUnsafe()
    return { pull, upgrade: Socket.SocketUpgradeError.unsupported }
  })

  const write = (frame: Frame | Socket.CloseEvent): Effect.Effect<void, Socket.SocketError> =>
    Effect.suspend(() => {
      if (current === undefined) return opened.whenOpen(write(frame))
      const { webSocket, close } = current
      if (Socket.isCloseEvent(frame)) return Effect.sync(close)
      if (webSocket.bufferedAmount > MAX_UNSENT_BYTES) return Effect.fail(writeError("The server does not read."))
      return Effect.sync(() => webSocket.send(frame))
    })
  const writeAll: Socket.Writer["writeAll"] = (frames) => Effect.forEach(frames, write, { discard: true })
  return Socket.make({ reader, writer: Effect.succeed({ write, writeAll }) })
}
