import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DefaultEventType } from "@landfall/core/alerts/EventType"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"
import { EXAMPLE_TYPE, EXPECTED_ALERTS } from "../../src/demo/ExpectedAlerts.ts"
import { callerOf } from "../support/Service.ts"
import type { Chance } from "./Chance.ts"
import { API_KEY } from "./Fleet.ts"

/** What the service has said that it will deliver. */
export interface Accepted {
  /** The ids of examples. */
  readonly examples: ReadonlySet<string>
  /** Containers whose whole journey was told; of each every alert of a journey has to come, in one sequence. */
  readonly containers: ReadonlyArray<string>
}

/** The types of all alerts of a journey without delays. */
export const TYPES_OF_JOURNEY: ReadonlyArray<string> = EXPECTED_ALERTS.filter(
  ({ type, hours }) => hours === undefined && type !== EXAMPLE_TYPE
).map(({ type }) => type)

const TRACKING_LANES = 4
const EXAMPLE_LANES = 2
const PAUSE_MILLIS = 15
/** No endless waiting for an answer of a process that hangs. */
const PATIENCE_MILLIS = 120_000
/** Retries soon: a run is short. */
const RETRY_POLICY = { waitsSeconds: [0, ...Array.from({ length: 19 }, (_, n) => Math.min(n + 1, 10))], jitter: 0.1 }

/** A caller that asks again, at whichever server answers, until its request is accepted. */
const persistent = (urls: ReadonlyArray<string>, chance: Chance) => {
  const callers = urls.map((url) => callerOf(url, API_KEY))
  const send = async (path: string, body: unknown) => {
    const started = Date.now()
    for (;;) {
      try {
        const answer = await chance.oneOf(callers).send("POST", `${ALERTS_PREFIX}${path}`, body)
        if (answer.status < 300) return answer.body
        if (answer.status < 500) throw new Error(`POST ${path} answered ${answer.status}`, { cause: answer.body })
        if (answer.status !== 503) throw new Error(`POST ${path} broke`, { cause: answer.body })
      } catch (error) {
        // A connection that was refused or cut off: whether the request was carried out is not known.
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      }
      if (Date.now() - started > PATIENCE_MILLIS) throw new Error(`POST ${path} was never answered`)
      await sleep(chance.between(20, 100))
    }
  }
  /** Asks once; undefined when it was not accepted, or nobody knows. */
  const once = async (path: string, body: unknown) => {
    try {
      const answer = await chance.oneOf(callers).send("POST", `${ALERTS_PREFIX}${path}`, body)
      return answer.status < 300 ? answer.body : undefined
    } catch {
      return undefined
    }
  }
  return { send, once }
}

/** Asks the servers for work until it is stopped; what it has begun it ends. */
export const startLoad = async (
  urls: ReadonlyArray<string>,
  target: string,
  secret: string,
  chance: Chance
): Promise<{ readonly accepted: Accepted; readonly stop: () => Promise<void> }> => {
  const { send, once } = persistent(urls, chance)
  const examples = new Set<string>()
  const containers: Array<string> = []
  const endpoints: Array<string> = []
  for (let n = 0; n < TRACKING_LANES; n++) {
    endpoints.push((await send("/endpoint", { url: `${target}/${n}`, secret, retryPolicy: RETRY_POLICY })).id)
  }
  let going = true
  let serial = 0

  const follow = async (endpoint: string) => {
    const container = containerOf(++serial)
    const [line] = (await send("/easy-shipment", { [endpoint]: { shipments: [{ number: container }] } })).results
    if (line.status === "rejected") throw new Error(`${container} was rejected: ${line.reason}`)
    const voyage = transhipmentVoyage({ container, booking: `B${serial}`, start: DateTime.nowUnsafe() })
    for (const { events } of voyage) {
      const { refused } = await send("/tracking/events", events)
      if (refused.length > 0) throw new Error(`events of ${container} were refused: ${JSON.stringify(refused)}`)
      await sleep(chance.between(0, PAUSE_MILLIS))
    }
    containers.push(container)
  }

  const tryEndpoint = async () => {
    const eventType = chance.oneOf(DefaultEventType.literals)
    const message = await once(`/endpoint/${chance.oneOf(endpoints)}/send-example`, { eventType })
    if (message === undefined) await sleep(50)
    else examples.add(message.id)
    await sleep(chance.between(0, PAUSE_MILLIS))
  }

  const lane = async (work: () => Promise<void>) => {
    while (going) await work()
  }
  const lanes = [
    ...endpoints.map((endpoint) => lane(() => follow(endpoint))),
    ...Array.from({ length: EXAMPLE_LANES }, () => lane(tryEndpoint))
  ]
  const all = Promise.all(lanes)
  // Looked at when the load is stopped: a failure before that is not to end the program.
  all.catch(() => {})
  return {
    accepted: { examples, containers },
    stop: async () => {
      going = false
      await all
    }
  }
}
