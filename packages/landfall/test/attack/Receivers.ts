import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Worker } from "node:worker_threads"

/** A receiver of an attacker. */
export interface HostileReceiver {
  readonly url: string
  readonly port: number
  /** The requests that it has received. */
  readonly received: () => number
  readonly close: () => void
}

/** What a receiver does with every request. */
export interface ReceiverBehaviour {
  /** The status of its responses. */
  readonly status: number
  readonly delayMillis: number
  /** What it sends to every connection in place of responses: a start, and then a part again and again, as fast as it is read. */
  readonly endless?: { readonly start: string; readonly part: string }
}

/**
 * Starts a receiver in a separate thread, so that its work does not delay the measurement in this one. The thread has a low
 * priority: a receiver on the internet takes no processor from the server.
 */
const startInThread = (behaviour: ReceiverBehaviour): Promise<HostileReceiver> =>
  new Promise((resolve, reject) => {
    const received = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const worker = new Worker(new URL("./traffic/receiverThread.ts", import.meta.url), {
      workerData: { ...behaviour, received }
    })
    worker.once("error", reject)
    worker.once("message", (port: number) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        port,
        received: () => Atomics.load(received, 0),
        close: () => void worker.terminate()
      })
    )
  })

const listen = async (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
  let received = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    received++
    request.resume()
    request.on("error", () => {})
    response.on("error", () => {})
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received: () => received,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** A receiver that responds with a status, after a delay. */
export const startReceiver = (status: number, delayMillis = 0): Promise<HostileReceiver> =>
  startInThread({ status, delayMillis })

/** A receiver whose responses have no end: it sends a start, and then a part again and again. */
export const startEndlessReceiver = (start: string, part: string): Promise<HostileReceiver> =>
  startInThread({ status: 200, delayMillis: 0, endless: { start, part } })

/** Receivers that accept requests and never respond. They have nothing to do, so that they need no thread. */
export const startHangingReceiver = (): Promise<HostileReceiver> => listen(() => {})

/** A receiver that sends every request on to a URL, with its headers and others, and responds as that does. */
export const startRelay = (target: () => string, headers: Readonly<Record<string, string>>) =>
  listen(async (request, response) => {
    const received = Object.entries(request.headers).filter(
      ([name]) => !/^(host|content-length|connection)$/.test(name)
    )
    try {
      const relayed = await fetch(target(), {
        method: "POST",
        headers: { ...Object.fromEntries(received.map(([name, value]) => [name, String(value)])), ...headers },
        body: "{}"
      })
      response.writeHead(relayed.status).end()
    } catch {
      response.writeHead(502).end()
    }
  })
