import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX, CO2_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import type { Caller } from "../support/Service.ts"

/** The durations of one phase, in milliseconds. */
export interface PhaseSamples {
  /** From the request that causes an alert to its arrival at the receiver. */
  readonly delivery: Array<number>
  readonly api: Array<number>
  /** Requests of the healthy account that did not succeed, by status or error. */
  readonly failures: Map<string, number>
}

/** A healthy account: it registers shipments and calls the API at a steady rate, whatever the service does. */
export interface HealthyLoad {
  /** Starts a phase: what is begun from now on belongs to it. */
  readonly enter: (samples: PhaseSamples) => void
  /** Ends the load, waits for the alerts of everything that was accepted, and returns how many are missing. */
  readonly finish: () => Promise<{ readonly accepted: number; readonly lost: number }>
  readonly close: () => void
}

export const emptySamples = (): PhaseSamples => ({ delivery: [], api: [], failures: new Map() })

const PER_SECOND = 20
const TICK_MILLIS = 1000 / PER_SECOND
/** A request that takes longer counts as failed, with this duration. */
const REQUEST_TIMEOUT_MILLIS = 30_000
/** Beyond so many requests in progress, further ones fail immediately: the service has stopped responding. */
const MAX_IN_PROGRESS = 500
/** How long to wait after the last arrival for one more. */
const ARRIVAL_TIMEOUT_MILLIS = 60_000

interface Pending {
  readonly startedAt: number
  readonly samples: PhaseSamples
}

/** The requests that a healthy account makes beside its registrations. */
const CALLS: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  ["GET", `${ALERTS_PREFIX}/endpoint`],
  ["GET", `${ALERTS_PREFIX}/shipment?limit=10`],
  [
    "POST",
    `${CO2_PREFIX}/compute-co2`,
    { vessel: { imo: 9839430 }, departure: { portCode: "NLRTM" }, arrival: { portCode: "SGSIN" } }
  ],
  ["GET", `${ALERTS_PREFIX}/message?limit=10`]
]

/** Receives alerts; `arrived` gets the number of the shipment of each. */
const startReceiver = async (arrived: (number: string) => void) => {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on("end", () => {
      const { data } = JSON.parse(body)
      response.writeHead(204).end()
      arrived(String(data.shipment?.number))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { port, server }
}

export interface HealthyOptions {
  /** The host of the receiver's URL; by default its address. */
  readonly host?: string
  /** Without deliveries, where no receiver of this machine can be reached. */
  readonly deliveries?: boolean
}

export const startHealthyLoad = async (caller: Caller, options: HealthyOptions = {}): Promise<HealthyLoad> => {
  const { host = "127.0.0.1", deliveries = true } = options
  const pending = new Map<string, Pending>()
  let samples = emptySamples()
  let accepted = 0
  let arrivedAt = performance.now()
  let serial = 0
  let isRunning = true
  const inFlight = new Set<Promise<unknown>>()

  const receiver = await startReceiver((number) => {
    const entry = pending.get(number)
    if (entry === undefined) return
    pending.delete(number)
    arrivedAt = performance.now()
    entry.samples.delivery.push(arrivedAt - entry.startedAt)
  })
  const close = () => {
    isRunning = false
    receiver.server.close()
    receiver.server.closeAllConnections()
  }

  const send = async (method: string, path: string, body: unknown) => {
    const deadline = sleep(REQUEST_TIMEOUT_MILLIS, undefined, { ref: false }).then(() => {
      throw new Error("no response in 30 s")
    })
    return Promise.race([caller.send(method, path, body), deadline])
  }
  /** Sends a request and records its duration and its failure; returns the body of a success. */
  const record = async (phase: PhaseSamples, method: string, path: string, body?: unknown) => {
    const startedAt = performance.now()
    const fail = (reason: string) => phase.failures.set(reason, (phase.failures.get(reason) ?? 0) + 1)
    if (inFlight.size > MAX_IN_PROGRESS) {
      fail(`${MAX_IN_PROGRESS} requests are in progress`)
      return undefined
    }
    try {
      const response = await send(method, path, body)
      if (response.status >= 300) fail(`${method} ${path} ${response.status}: ${response.body?.details?.[0] ?? ""}`)
      return response.status < 300 ? response.body : undefined
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      fail(`${method} ${path}: ${cause instanceof Error ? cause.message : String(cause)}`)
      return undefined
    } finally {
      phase.api.push(performance.now() - startedAt)
    }
  }

  let endpointId = ""
  if (deliveries) {
    const url = `http://${host}:${receiver.port}/alerts`
    const { body, status } = await caller.send("POST", `${ALERTS_PREFIX}/endpoint`, { url })
    if (status !== 201) throw new Error(`the healthy endpoint was rejected: ${JSON.stringify(body)}`)
    endpointId = body.id
  }

  const register = async () => {
    const phase = samples
    const number = containerOf(++serial)
    pending.set(number, { startedAt: performance.now(), samples: phase })
    const body = await record(phase, "POST", `${ALERTS_PREFIX}/easy-shipment`, {
      [endpointId]: { shipments: [{ number }] }
    })
    if (body?.results?.[0]?.status === "accepted") accepted++
    else pending.delete(number)
  }
  const call = (index: number) => {
    const [method, path, body] = CALLS[index % CALLS.length] ?? ["GET", `${ALERTS_PREFIX}/endpoint`]
    return record(samples, method, path, body)
  }

  const track = (work: Promise<unknown>) => {
    inFlight.add(work)
    void work.finally(() => inFlight.delete(work))
  }
  const loop = async () => {
    const startedAt = performance.now()
    for (let tick = 0; isRunning; tick++) {
      const early = startedAt + tick * TICK_MILLIS - performance.now()
      if (early > 0) await sleep(early)
      if (deliveries) track(register())
      track(call(tick))
    }
  }
  const ended = loop()

  const finish = async () => {
    isRunning = false
    await ended
    await Promise.all(inFlight)
    arrivedAt = performance.now()
    while (pending.size > 0 && performance.now() - arrivedAt < ARRIVAL_TIMEOUT_MILLIS) await sleep(50)
    return { accepted, lost: pending.size }
  }
  return {
    enter: (next) => {
      samples = next
    },
    finish,
    close
  }
}
