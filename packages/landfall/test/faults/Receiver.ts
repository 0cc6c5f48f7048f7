import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import type { RandomChoices } from "./RandomChoices.ts"

/** The deliveries with one `webhook-id`. */
export interface Arrival {
  readonly body: string
  /** The number of deliveries. */
  times: number
}

/** A customer's receiver that records deliveries, is sometimes slow, and sometimes fails. */
export interface Receiver {
  /** The URL of endpoint number `n`. */
  readonly urlOf: (n: number) => string
  readonly arrivals: ReadonlyMap<string, Arrival>
  /** Invalid signatures, and bodies that differ from an earlier delivery with the same id. */
  readonly faults: ReadonlyArray<string>
  readonly close: () => void | Promise<void>
}

/** Verifies and records deliveries by their id. */
export const makeRecorder = (secret: string) => {
  const webhook = new Webhook(secret)
  const arrivals = new Map<string, Arrival>()
  const faults: Array<string> = []

  const verify = (body: string, headers: Record<string, string>): string | undefined => {
    try {
      webhook.verify(body, headers)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  const check = (body: string, headers: Record<string, string>): void => {
    const fault = verify(body, headers)
    if (fault !== undefined) faults.push(`${headers["webhook-id"] ?? ""}: ${fault}`)
  }

  const record = (id: string, body: string): void => {
    const arrival = arrivals.get(id)
    if (arrival === undefined) arrivals.set(id, { body, times: 1 })
    else if (arrival.body === body) arrival.times++
    else faults.push(`${id} arrived with different bodies: ${arrival.body}, then ${body}`)
  }

  return { arrivals, faults, check, record }
}

const MAX_DELAY_MILLIS = 40
const FAILS_ONCE_IN = 50

export const startReceiver = async (secret: string, random: RandomChoices): Promise<Receiver> => {
  const { arrivals, faults, check, record } = makeRecorder(secret)

  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const id = headers["webhook-id"] ?? ""
    check(body, headers)
    await sleep(random.between(0, MAX_DELAY_MILLIS))
    // A delivery that gets an error does not count: the sender has to repeat it.
    const fails = random.onceIn(FAILS_ONCE_IN)
    if (!fails) record(id, body)
    response.writeHead(fails ? 500 : 204)
    response.end()
  })
  // A killed sender closes the connection within a request.
  server.on("clientError", (_, socket) => socket.destroy())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (n) => `http://127.0.0.1:${port}/alerts/${n}`,
    arrivals,
    faults,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
