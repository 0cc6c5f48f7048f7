import { Buffer } from "node:buffer"
import { constants } from "node:crypto"
import { createConnection, type Socket } from "node:net"
import { connect as connectTls, type TLSSocket } from "node:tls"
import { EXCESSIVE_TRAFFIC, isTrafficExcessive } from "@landfall/core/alerts/targets/BrokerTraffic"
import {
  type ConnectionOptions,
  checkOptions,
  deferred,
  extractProtocolMessage,
  INFO,
  Kind,
  Parser,
  type Server,
  type ServerInfo,
  TD,
  type Transport
} from "@nats-io/nats-core/internal"

/** The server requires TLS, and the URL does not request it. */
export class TlsRequired extends Error {
  constructor() {
    super("the server requires TLS")
  }
}

const tooMuch = (): Error => Object.assign(new Error("the server sends too much"), { code: EXCESSIVE_TRAFFIC })

/** Completes at the event of a socket; fails with its error, or when it is closed before. */
const opened = <S extends Socket>(socket: S, event: "connect" | "secureConnect"): Promise<S> =>
  new Promise((resolve, reject) => {
    socket.once(event, () => resolve(socket))
    socket.once("error", reject)
    socket.once("close", () => reject(new Error("the connection was closed")))
  })

/** A longer first message is none of a NATS server. */
const MAX_INFO_BYTES = 64 * 1024

const LINE_FEED = 0x0a

/** The INFO message that a server sends first; undefined while it is incomplete. */
const infoIn = (chunks: ReadonlyArray<Uint8Array>): ServerInfo | undefined => {
  if (!chunks.some((chunk) => chunk.includes(LINE_FEED))) return undefined
  const line = extractProtocolMessage(Buffer.concat(chunks))
  if (line === "") return undefined
  const [, json = ""] = INFO.exec(line) ?? []
  return JSON.parse(json)
}

const notNats = (): Error => new Error("the server did not respond with the protocol of NATS")

/**
 * Makes the function that tests whether bytes continue the protocol. For other bytes, the library prints them to
 * standard output, which may be a log.
 */
const makeProtocolCheck = () => {
  const parser = new Parser({
    push: (event) => {
      if ("kind" in event && event.kind === Kind.INFO) JSON.parse(TD.decode(event.data))
    }
  })
  return (chunk: Uint8Array): boolean => {
    try {
      parser.parse(chunk)
      return true
    } catch {
      return false
    }
  }
}

/**
 * A connection of the client library to one server. The connection of the library is unsafe with untrusted servers: it
 * reads without a bound, prints unknown bytes, and leaves a connection open that is not complete in time.
 */
export class PinnedTransport implements Transport {
  readonly lang = "nats.js"
  readonly version = "3"
  closeError?: Error
  isClosed = false
  private socket: Socket | undefined
  private isComplete = false
  private chunks: Array<Uint8Array> = []
  private sentBytes = 0
  private receivedBytes = 0
  private wake: () => void = () => undefined
  private readonly isProtocol = makeProtocolCheck()
  private readonly ended = deferred<undefined | Error>()

  async connect({ hostname, port }: Server, options: ConnectionOptions): Promise<void> {
    const plain = createConnection({ host: hostname, port, noDelay: true })
    this.use(plain)
    await opened(plain, "connect")
    const info = await this.readInfo()
    checkOptions(info, options)
    const { tls } = options
    if (tls === null || tls === undefined) {
      if (info.tls_required === true) throw new TlsRequired()
    } else {
      plain.removeAllListeners("data")
      // A server of TLS 1.2 could request one handshake after another, none of which counts as received bytes.
      const secureOptions = constants.SSL_OP_NO_RENEGOTIATION
      const secure: TLSSocket = connectTls({ ...tls, secureOptions, socket: plain })
      this.use(secure)
      await opened(secure, "secureConnect")
    }
    if (this.isClosed) throw this.closeError ?? new Error("the connection was closed")
    this.isComplete = true
    this.wake()
  }

  /** Reads from a socket; its end is the end of the connection. */
  private use(socket: Socket): void {
    this.socket = socket
    socket.on("data", (chunk: Uint8Array) => {
      this.receivedBytes += chunk.length
      if (isTrafficExcessive(this.receivedBytes, this.sentBytes)) return this.end(tooMuch())
      if (!this.isProtocol(chunk)) return this.end(notNats())
      this.chunks.push(chunk)
      this.wake()
    })
    socket.on("error", (error) => this.end(error))
    socket.on("close", () => this.end())
  }

  /** The first message, which the client reads again. */
  private async readInfo() {
    for (;;) {
      const info = infoIn(this.chunks)
      if (info !== undefined) return info
      if (this.receivedBytes > MAX_INFO_BYTES) throw tooMuch()
      if (this.isClosed) throw this.closeError ?? new Error("the connection was closed")
      await this.next()
    }
  }

  private next(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  private end(error?: Error): void {
    if (this.isClosed) return
    this.isClosed = true
    if (error !== undefined) this.closeError = error
    this.socket?.destroy()
    this.wake()
    this.ended.resolve(error)
  }

  async *[Symbol.asyncIterator](): AsyncIterableIterator<Uint8Array> {
    try {
      while (!this.isClosed) {
        const chunks = this.chunks
        this.chunks = []
        yield* chunks
        if (this.chunks.length === 0 && !this.isClosed) await this.next()
      }
    } finally {
      // The client has received bytes that are not of its protocol, and reads no more.
      this.end()
    }
  }

  isEncrypted(): boolean {
    return this.isComplete && this.socket !== undefined && "encrypted" in this.socket
  }

  send(frame: Uint8Array): void {
    if (this.isClosed) return
    this.sentBytes += frame.length
    this.socket?.write(frame)
  }

  async close(error?: Error): Promise<void> {
    this.end(error)
  }

  disconnect(): void {
    this.end()
  }

  discard(): void {
    this.end()
  }

  closed(): Promise<undefined | Error> {
    return this.ended
  }
}
