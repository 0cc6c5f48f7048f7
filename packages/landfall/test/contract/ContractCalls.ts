import { assert } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { Effect } from "effect"
import { signatureOf } from "../support/CarrierServer.ts"
import { eventually } from "../support/Eventually.ts"
import {
  adminOperations,
  bodyWith,
  type Ids,
  type Operation,
  operations,
  pathWith,
  textAt
} from "../support/Operations.ts"
import type { Caller } from "../support/Service.ts"

const allOperations = [...operations, ...adminOperations]

/** The operation with this id, with the example of its request. */
export const operationOf = (id: string): Operation => {
  const operation = allOperations.find((candidate) => candidate.id === id)
  assert.isDefined(operation, id)
  return operation
}

/** How a call differs from the example of its operation. */
export interface CallOptions {
  readonly ids: Ids
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly port?: string
  readonly anchorage?: string
  readonly carrier?: string
}

/** The query that an operation requires. */
const REQUIRED_QUERIES: Readonly<Record<string, string>> = { "eta.vessel": "?port=NLRTM" }

const isNotification = ({ id }: Operation): boolean => id === "notifications.notify"

const jsonText = (body: unknown): string | undefined =>
  body === undefined || typeof body === "string" ? body : JSON.stringify(body)

/** Calls an operation with the example of its request. A notification carries the signature of its body. */
export const callOperation = (caller: Caller, id: string, options: CallOptions) => {
  const operation = operationOf(id)
  const { ids, query = REQUIRED_QUERIES[id] ?? "", headers = {}, port = "NLRTM", anchorage, carrier = "MSCU" } = options
  const body = "body" in options ? jsonText(options.body) : bodyWith(operation.body, ids)
  const signature = isNotification(operation) ? { "notification-signature": signatureOf(body ?? "") } : {}
  return Effect.promise(() =>
    caller.send(
      operation.method,
      pathWith(operation, ids, { port, carrier, ...(anchorage === undefined ? {} : { anchorage }) }) + query,
      body,
      {
        ...signature,
        ...headers
      }
    )
  )
}

let polled = 0

/** Tracks a shipment at a carrier that is polled, waits until the poller has found that carrier, and returns its id. */
export const trackPolled = (caller: Caller) =>
  Effect.promise(async () => {
    polled += 1
    const number = containerOf(480_000 + polled)
    const { body } = await caller.send("POST", `${ALERTS_PREFIX}/shipment`, { number, sealine: "MSCU" })
    const id = textAt(body, "id")
    await eventually(
      () => caller.send("GET", `${ALERTS_PREFIX}/shipment/${id}`),
      (found) => found.body.polling.carrier === "MSCU"
    )
    return id
  })
