import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import type { Caller, CallerResponse } from "../support/Service.ts"
import { type AttackSpan, begins } from "./AttackSpan.ts"
import { startReceiver } from "./Receivers.ts"
import type { ServiceOptions } from "./Service.ts"
import type { Stage } from "./Stage.ts"

const MAX_RETRIES = 200

/** Sends a request, and again after `Retry-After` while its rate is exceeded: for what a case prepares. */
export const sendPatiently = async (caller: Caller, method: string, path: string, body?: unknown) => {
  for (let tries = 0; tries < MAX_RETRIES; tries++) {
    const response = await caller.send(method, `${ALERTS_PREFIX}${path}`, body)
    if (response.status !== 429) return response
    await sleep(Number(response.headers.get("retry-after") ?? 1) * 1000)
  }
  throw new Error(`${method} ${path} was rejected with 429 for ${MAX_RETRIES} times`)
}

const expectSuccess = (response: CallerResponse, what: string): CallerResponse => {
  if (response.status >= 300) throw new Error(`${what} returned ${response.status}: ${JSON.stringify(response.body)}`)
  return response
}

/** Creates endpoints with these URLs, and returns their ids. */
export const createEndpoints = async (
  caller: Caller,
  urls: ReadonlyArray<string>,
  changes: object = {}
): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (const url of urls) {
    const created = await sendPatiently(caller, "POST", "/endpoint", { url, ...changes })
    ids.push(expectSuccess(created, `POST /endpoint ${url}`).body.id)
  }
  return ids
}

export interface AttackOptions {
  /** The endpoints of the attacker at the receiver; one by default. */
  readonly endpoints?: number
  /** The name of the account. */
  readonly name?: string
  readonly service?: ServiceOptions
}

/** Starts a receiver that responds with 204, the service, and an account with endpoints at the receiver. */
export const openAttack = async (
  stage: Stage,
  { endpoints = 1, name = "Attacker", service: options }: AttackOptions = {}
) => {
  const receiver = await startReceiver(204)
  stage.defer(receiver.close)
  const service = await stage.startService(options)
  const attacker = await service.newAccount(name)
  const urls = Array.from({ length: endpoints }, (_, n) => `${receiver.url}/${n}`)
  const ids = await createEndpoints(attacker, urls)
  return { receiver, service, attacker, ids, endpoint: ids[0] ?? "" }
}

/** As many attempts as a policy may have, as soon as it may. */
export const EAGER_RETRIES = {
  retryPolicy: { waitsSeconds: Array.from({ length: 20 }, (_, attempt) => Math.min(attempt, 10)), jitter: 0 }
}

const CONCURRENCY = 8
const ERROR_PAUSE_MILLIS = 100
const EXAMPLE = { eventType: "vessel.arrival.at.final.pod" }

/** Responses by status, in words: `202: 15, 429: 3`. */
export const describeStatuses = (statuses: Readonly<Record<string, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ") || "no response"

/** Sends examples to endpoints in turn, as fast as the service accepts them, one to each in a round. Returns the responses by status. */
export const floodExamples = async (caller: Caller, endpoints: ReadonlyArray<string>, span: AttackSpan) => {
  const statuses: Record<string, number> = {}
  let turn = 0
  const lane = async () => {
    while (begins(Math.floor(turn / endpoints.length), span)) {
      const endpoint = endpoints[turn++ % endpoints.length]
      const path = `${ALERTS_PREFIX}/endpoint/${endpoint}/send-example`
      const response = await caller.send("POST", path, EXAMPLE).catch(() => undefined)
      if (response === undefined) {
        // A connection that cannot be opened on a busy machine does not end the flood.
        statuses.error = (statuses.error ?? 0) + 1
        await sleep(ERROR_PAUSE_MILLIS)
        continue
      }
      const { status, headers } = response
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429) await sleep(Math.min(1_000, 100 * Number(headers.get("retry-after") ?? 1)))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  return statuses
}

export const REGISTRATION_PATH = `${ALERTS_PREFIX}/easy-shipment`

/** The body of a request that registers the same lines on each endpoint. */
export const registrationOf = (endpoints: ReadonlyArray<string>, lines: ReadonlyArray<object>) =>
  Object.fromEntries(endpoints.map((endpoint) => [endpoint, { shipments: lines }]))
