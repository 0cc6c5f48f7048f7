import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DefaultEventType } from "@landfall/core/alerts/EventType"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"
import { EXAMPLE_TYPE, EXPECTED_ALERTS } from "../../src/demo/ExpectedAlerts.ts"
import { callerOf } from "../support/Service.ts"
import { API_KEY } from "./Fleet.ts"
import type { RandomChoices } from "./RandomChoices.ts"

/** The work that the service has accepted. */
export interface Accepted {
  /** The ids of examples. */
  readonly examples: ReadonlySet<string>
  /** Containers whose whole journey was sent; every alert of each journey has to arrive, in one sequence. */
  readonly containers: ReadonlyArray<string>
}

/** The types of all alerts of a journey without delays. */
export const TYPES_OF_JOURNEY: ReadonlyArray<string> = EXPECTED_ALERTS.filter(
  ({ type, hours }) => hours === undefined && type !== EXAMPLE_TYPE
).map(({ type }) => type)

/** How much one account does immediately, and what distinguishes its work from that of others. */
export interface LoadShape {
  readonly apiKey: string
  /** The endpoints, each with one journey after the other. */
  readonly lanes: number
  readonly exampleLoops: number
  /** The serial number of the first container, and the distance to the next. */
  readonly firstSerial: number
  readonly serialStep: number
}

export const ONE_ACCOUNT: LoadShape = { apiKey: API_KEY, lanes: 4, exampleLoops: 2, firstSerial: 1, serialStep: 1 }

/** The longest pause between two requests of a loop: servers and workers are never idle. */
export const BUSY_PAUSE_MILLIS = 15
/** The longest wait for a response, in case a process hangs. */
const RESPONSE_TIMEOUT_MILLIS = 600_000
/**
 * Short delays, because a run is short. The later ones are longer: on a machine that does much else, a broker that is killed
 * again while it starts is unavailable for minutes, and a delivery without an attempt left counts as exhausted.
 */
const RETRY_POLICY = { waitsSeconds: [0, ...Array.from({ length: 19 }, (_, n) => (n < 10 ? n + 1 : 30))], jitter: 0.1 }

/** The number of attempts of each delivery. */
export const MAX_ATTEMPTS = RETRY_POLICY.waitsSeconds.length

/** A caller that repeats a request at any of the servers that are up until one accepts it. */
const persistent = (urls: () => ReadonlyArray<string>, key: string, random: RandomChoices) => {
  const post = async (path: string, body: unknown) => {
    const up = urls()
    if (up.length === 0) throw new TypeError("no server is up")
    return callerOf(random.oneOf(up), key).send("POST", `${ALERTS_PREFIX}${path}`, body)
  }
  const send = async (path: string, body: unknown) => {
    const started = Date.now()
    for (;;) {
      try {
        const response = await post(path, body)
        if (response.status < 300) return response.body
        if (response.status < 500) throw new Error(`POST ${path} returned ${response.status}`, { cause: response.body })
        if (response.status !== 503) throw new Error(`POST ${path} failed`, { cause: response.body })
      } catch (error) {
        // The connection was refused or closed: the request may have been processed.
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      }
      if (Date.now() - started > RESPONSE_TIMEOUT_MILLIS) throw new Error(`POST ${path} got no response in time`)
      await sleep(random.between(20, 100))
    }
  }
  /** Sends a request once; undefined unless it is known to be accepted. */
  const once = async (path: string, body: unknown) => {
    try {
      const response = await post(path, body)
      return response.status < 300 ? response.body : undefined
    } catch {
      return undefined
    }
  }
  return { send, once }
}

/** Sends work to the servers until it is stopped; finishes the work that it has begun. */
export const startLoad = async (
  urls: () => ReadonlyArray<string>,
  targetOf: (n: number) => string,
  secret: string,
  random: RandomChoices,
  { apiKey, exampleLoops, firstSerial, lanes, serialStep }: LoadShape,
  longestPauseMillis: number
): Promise<{ readonly accepted: Accepted; readonly stop: () => Promise<void> }> => {
  const { send, once } = persistent(urls, apiKey, random)
  const examples = new Set<string>()
  const containers: Array<string> = []
  const endpoints: Array<string> = []
  for (let n = 0; n < lanes; n++) {
    endpoints.push((await send("/endpoint", { url: targetOf(n), secret, retryPolicy: RETRY_POLICY })).id)
  }
  let isRunning = true
  let next = firstSerial

  const runJourney = async (endpoint: string) => {
    const serial = next
    next += serialStep
    const container = containerOf(serial)
    const [line] = (await send("/easy-shipment", { [endpoint]: { shipments: [{ number: container }] } })).results
    if (line.status === "rejected") throw new Error(`${container} was rejected: ${line.reason}`)
    const voyage = transhipmentVoyage({ container, booking: `B${serial}`, start: DateTime.nowUnsafe() })
    for (const { events } of voyage) {
      const { rejected } = await send("/tracking/events", events)
      if (rejected.length > 0) throw new Error(`events of ${container} were rejected: ${JSON.stringify(rejected)}`)
      await sleep(random.between(0, longestPauseMillis))
    }
    containers.push(container)
  }

  const sendExample = async () => {
    const eventType = random.oneOf(DefaultEventType.literals)
    const message = await once(`/endpoint/${random.oneOf(endpoints)}/send-example`, { eventType })
    if (message === undefined) await sleep(50)
    else examples.add(message.id)
    await sleep(random.between(0, longestPauseMillis))
  }

  const repeat = async (work: () => Promise<void>) => {
    while (isRunning) await work()
  }
  const loops = [
    ...endpoints.map((endpoint) => repeat(() => runJourney(endpoint))),
    ...Array.from({ length: exampleLoops }, () => repeat(sendExample))
  ]
  const all = Promise.all(loops)
  // A failure is reported when the load is stopped; before that it must not end the process.
  all.catch(() => {})
  return {
    accepted: { examples, containers },
    stop: async () => {
      isRunning = false
      await all
    }
  }
}
