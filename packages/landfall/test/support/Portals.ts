import { assert } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { TEST_RECEIVER_URL } from "@landfall/core/alerts/targets/TestReceiver"
import { Effect } from "effect"
import { type Caller, callerOf, serviceUrl } from "./Service.ts"

/** Sends a request to an operation of alerts. */
export const send = (caller: Caller, method: string, path: string, body?: unknown) =>
  Effect.promise(() => caller.send(method, `${ALERTS_PREFIX}${path}`, body))

/** An application with an endpoint and a separate message. */
export const createApplication = Effect.fnUntraced(function* (caller: Caller, name: string) {
  const { body: application } = yield* send(caller, "POST", "/application", { name })
  const { body: endpoint } = yield* send(caller, "POST", "/endpoint", {
    url: TEST_RECEIVER_URL,
    applicationId: application.id
  })
  const { body: message } = yield* send(caller, "POST", `/endpoint/${endpoint.id}/send-example`, {
    eventType: "shipment.rolled"
  })
  return { applicationId: application.id, endpointId: endpoint.id, messageId: message.id }
})

/** Makes a token for the portal of an application, and what calls with it. */
export const openPortal = Effect.fnUntraced(function* (caller: Caller, applicationId: string, payload?: object) {
  const { status, body } = yield* send(caller, "POST", `/application/${applicationId}/portal`, payload)
  assert.strictEqual(status, 201)
  const { token, url, expiresAt }: { readonly [Name in "token" | "url" | "expiresAt"]: string } = body
  return { token, url, expiresAt, portal: callerOf(yield* serviceUrl, token) }
})

/** The status of a GET request. */
export const statusOf = (caller: Caller, path: string) => Effect.map(send(caller, "GET", path), ({ status }) => status)
