import type { Fault } from "@landfall/core/faults/Fault"
import { Schema } from "effect"

/** One entry of the error catalogue. */
export interface ErrorEntry {
  /** HTTP status × 100 plus a number. Its meaning never changes, and it is never reused for another error. */
  readonly code: number
  /** The cause, as one sentence. */
  readonly meaning: string
  /** The advice to the caller, as one sentence. */
  readonly action: string
}

/** Every error of the API by its stable name. */
export const ERRORS = {
  bodyNotJson: {
    code: 40001,
    meaning: "The request body is not valid JSON.",
    action: "Send one JSON document in UTF-8."
  },
  bodyInvalid: {
    code: 40002,
    meaning: "The request body is invalid.",
    action: "Correct every fault in details and send the request again."
  },
  propertyUnknown: {
    code: 40003,
    meaning: "The request body has unknown properties.",
    action: "Remove or correct the properties in details."
  },
  parameterInvalid: {
    code: 40004,
    meaning: "A path parameter, a query parameter or a header is invalid.",
    action: "Correct every fault in details; pass an iterator exactly as an earlier response returned it."
  },
  idempotencyKeyMalformed: {
    code: 40005,
    meaning: "The header idempotency-key is not a UUID.",
    action: "Send a new UUID for each request, or omit the header."
  },
  targetRejected: {
    code: 40006,
    meaning: "Alerts may not be sent to the URL.",
    action: "Use a URL on the public internet; the operator can allow other schemes, ports and private addresses."
  },
  requestMalformed: {
    code: 40007,
    meaning: "The request is not valid HTTP.",
    action: "Correct the fault in details, in the caller or in a proxy between them."
  },
  keyMissing: {
    code: 40100,
    meaning: "The request has no API key.",
    action: "Send an API key in the header API_KEY, API-Key or Authorization: Bearer."
  },
  keyUnknown: {
    code: 40101,
    meaning: "The API key is unknown, has expired or was revoked.",
    action: "Check the key, or request a new one from the operator."
  },
  signatureInvalid: {
    code: 40102,
    meaning: "The signature of the notification is missing, malformed or invalid.",
    action:
      "Sign the raw body with the secret of the subscription: Notification-Signature: sha256=<hex of HMAC-SHA256>."
  },
  keyAmbiguous: {
    code: 40103,
    meaning: "The request has several different API keys.",
    action: "Send one API key, in one header."
  },
  sessionEnded: {
    code: 40104,
    meaning: "The session of the dashboard has ended or is unknown.",
    action: "Sign in to the dashboard again."
  },
  signInLinkInvalid: {
    code: 40105,
    meaning: "The sign-in link to the dashboard is unknown, used or expired.",
    action: "Request a new link; details states why this one is not valid."
  },
  creditsExhausted: {
    code: 40200,
    meaning: "The remaining credits of the current period do not cover the operation.",
    action: "Ask the operator for a top-up, or wait for the next period; details states what is left and when it ends."
  },
  planWithoutAlerts: {
    code: 40300,
    meaning: "The plan of the account does not include alerts.",
    action: "Ask the operator to change the plan to pay-as-you-go."
  },
  addressNotAllowed: {
    code: 40301,
    meaning: "The API key may not be used from the address of the request.",
    action: "Send the request from an allowed address, or ask the operator for a key that allows this one."
  },
  originNotAllowed: {
    code: 40302,
    meaning: "The request does not come from the dashboard of this server.",
    action: "Use the dashboard, or send an API key to the operations of the API."
  },
  portalNotAllowed: {
    code: 40303,
    meaning:
      "The token of a portal is limited to the endpoints and the messages of its application, and changes them only where it was created with `readOnly: false`.",
    action: "Send the request with an API key from your server."
  },
  routeUnknown: {
    code: 40400,
    meaning: "No operation exists at this path.",
    action: "Check the path against the API reference at /docs: it is case-sensitive and has no slash at its end."
  },
  applicationUnknown: {
    code: 40401,
    meaning: "The account has no application with this id.",
    action: "List the applications to find their ids."
  },
  endpointUnknown: {
    code: 40402,
    meaning: "The account has no endpoint with this id.",
    action: "List the endpoints to find their ids."
  },
  shipmentUnknown: {
    code: 40403,
    meaning: "The account has no shipment with this id, or it is not registered on the endpoint of the path.",
    action: "List the shipments to find their ids."
  },
  messageUnknown: {
    code: 40404,
    meaning: "The account has no message with this id, or its retention has ended.",
    action: "List the messages to find their ids."
  },
  periodUnknown: {
    code: 40405,
    meaning: "The account has no current credit period.",
    action: "Ask the operator for monthly credits or a top-up; either creates a period immediately."
  },
  portUnknown: {
    code: 40406,
    meaning: "The port is unknown, or no data is available for it.",
    action: "Check the UN/LOCODE; the operator can import ports, AIS and port calls."
  },
  taskUnknown: {
    code: 40407,
    meaning: "The account has no task with this id.",
    action: "List the tasks to find their ids."
  },
  carrierUnknown: {
    code: 40408,
    meaning: "No carrier with this code may push events.",
    action: "Use the path of a carrier whose profile has a notificationSecret."
  },
  portWatchUnknown: {
    code: 40409,
    meaning: "The endpoint has no port watch with this id.",
    action: "List the port watches of the endpoint to find their ids."
  },
  accountUnknown: {
    code: 40410,
    meaning: "No account has this id.",
    action: "List the accounts to find their ids."
  },
  apiKeyUnknown: {
    code: 40411,
    meaning: "No API key has this id.",
    action: "List the API keys of the account to find their ids."
  },
  methodNotAllowed: {
    code: 40500,
    meaning: "The path does not support this method.",
    action: "Use one of the methods in the Allow header."
  },
  requestTimeout: {
    code: 40800,
    meaning: "The request did not arrive completely in time.",
    action: "Send the request again without pauses."
  },
  requestInFlight: {
    code: 40900,
    meaning: "A request with this idempotency-key is still in progress.",
    action: "Send the same request again later to get its response."
  },
  endpointDisabled: {
    code: 40901,
    meaning: "The endpoint is disabled, so messages cannot be sent to it again.",
    action: "Enable the endpoint with PATCH and disabled false, then send the same request again."
  },
  carrierMissing: {
    code: 40902,
    meaning: "No configured carrier can be polled for the shipment.",
    action: "Send its events with POST /tracking/events, or ask the operator to configure its carrier."
  },
  shipmentNotTracked: {
    code: 40903,
    meaning: "The shipment is not polled: it is completed or stopped, or it is the demo container.",
    action: "Track the number again to resume a stopped shipment."
  },
  accountLimitReached: {
    code: 40904,
    meaning: "The account has as many objects of a kind as its limit allows.",
    action: "Delete what is not used, or ask the operator for a higher limit; details names the limit and its value."
  },
  signInLinkOfOtherAccount: {
    code: 40905,
    meaning: "The browser is signed in to another account than that of the sign-in link.",
    action: "Sign out, then open the link again."
  },
  bodyTooLarge: {
    code: 41300,
    meaning: "The request body is too large.",
    action: "Split the request into smaller ones."
  },
  requestLimitExceeded: {
    code: 41301,
    meaning: "The request exceeds a limit of the service.",
    action: "Split the request into smaller ones; details names the limit and its value."
  },
  contentTypeUnsupported: {
    code: 41500,
    meaning: "The content type or the encoding of the request body is not supported.",
    action: "Send the body as JSON in UTF-8 without compression, with the header Content-Type: application/json."
  },
  expectationUnsupported: {
    code: 41700,
    meaning: "The server does not support the expectation in the header Expect.",
    action: "Omit the header Expect, or send 100-continue."
  },
  idempotencyKeyReused: {
    code: 42200,
    meaning: "The idempotency-key was already used for a different request.",
    action: "Send a new UUID for each different request."
  },
  tooManyRequests: {
    code: 42900,
    meaning: "The caller exceeds a rate limit, or has too many large requests in progress.",
    action: "Wait for the number of seconds in the Retry-After header, then send the request again."
  },
  headersTooLarge: {
    code: 43100,
    meaning: "The request line and the headers are too large.",
    action: "Send shorter headers and parameters: at most 16 KiB together."
  },
  internal: {
    code: 50000,
    meaning: "An internal error occurred.",
    action: "Send the request again; if the error persists, report the X-Request-Id of the response to the operator."
  },
  notImplemented: {
    code: 50100,
    meaning: "The server does not know the method or the transfer coding of the request.",
    action: "Use a method that the API reference names, and no transfer coding but chunked."
  },
  storageUnavailable: {
    code: 50300,
    meaning: "The storage of the service is unavailable.",
    action: "Send the request again later; nothing of it was stored."
  },
  versionUnsupported: {
    code: 50500,
    meaning: "The server does not support the HTTP version of the request.",
    action: "Use version 1 of HTTP; a proxy in front of the server can add later versions."
  },
  deliveryLoop: {
    code: 50800,
    meaning: "The request is a delivery of alerts, by this service or by another one that runs Landfall.",
    action:
      "Set the URL of the endpoint to a receiver of alerts; a receiver that calls the API must not forward the header landfall-hop."
  }
} as const satisfies Readonly<Record<string, ErrorEntry>>

/** The stable name of an error. */
export type ErrorName = keyof typeof ERRORS

/** The stable number of an error. */
export const ErrorCode = Schema.Literals(Object.values(ERRORS).map(({ code }) => code))
export type ErrorCode = typeof ErrorCode.Type

const entriesByCode: ReadonlyMap<ErrorCode, ErrorEntry> = new Map(
  Object.values(ERRORS).map((entry) => [entry.code, entry])
)

/** The catalogue entry of a code. */
export const errorEntryOf = (code: ErrorCode): ErrorEntry => entriesByCode.get(code) ?? ERRORS.internal

/** The HTTP status of a code. */
export const httpStatusOf = (code: ErrorCode): number => Math.floor(code / 100)

/** The code of a request body with these faults: `propertyUnknown` when every fault is an unknown property. */
export const bodyErrorCode = (faults: ReadonlyArray<Fault>): ErrorCode =>
  faults.length > 0 && faults.every(({ kind }) => kind === "unknown")
    ? ERRORS.propertyUnknown.code
    : ERRORS.bodyInvalid.code
