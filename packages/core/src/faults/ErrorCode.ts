import { Schema } from "effect"
import type { Fault } from "./Fault.ts"

/** One line of the catalogue of errors. */
export interface ErrorEntry {
  /** HTTP status × 100 + a number. It keeps its meaning for ever, and is not given to another error. */
  readonly code: number
  /** What happened, as one sentence. */
  readonly meaning: string
  /** What the caller can do about it, as one sentence. */
  readonly action: string
}

/** Every error that an answer can carry, by its stable name. */
export const ERRORS = {
  bodyNotJson: {
    code: 40001,
    meaning: "The body of the request is not JSON.",
    action: "Send one JSON document in UTF-8."
  },
  bodyInvalid: {
    code: 40002,
    meaning: "The body of the request does not fit the operation.",
    action: "Mend every fault that details names, and send the request again."
  },
  propertyUnknown: {
    code: 40003,
    meaning: "The body of the request has properties that the operation does not know.",
    action: "Leave out or correct the properties that details names."
  },
  parameterInvalid: {
    code: 40004,
    meaning: "A parameter of the path or the query, or a header, does not fit the operation.",
    action: "Mend every fault that details names; an iterator is only good as an earlier answer gave it."
  },
  idempotencyKeyMalformed: {
    code: 40005,
    meaning: "The header idempotency-key is not a UUID.",
    action: "Send a UUID that is new for each request, or leave the header out."
  },
  targetRefused: {
    code: 40006,
    meaning: "The URL leads to an address that alerts are not sent to.",
    action: "Use an address on the public internet; the operator can allow private ones."
  },
  keyMissing: {
    code: 40100,
    meaning: "The request has no API key.",
    action: "Send an API key in the header API_KEY."
  },
  keyUnknown: {
    code: 40101,
    meaning: "The API key is unknown or was revoked.",
    action: "Check the key, or ask for a new one."
  },
  signatureInvalid: {
    code: 40102,
    meaning: "The notification is not proved to be its carrier's.",
    action:
      "Sign the raw body with the secret of the subscription: Notification-Signature: sha256=<hex of HMAC-SHA256>."
  },
  creditsExhausted: {
    code: 40200,
    meaning: "The credits left in the current period do not cover the operation.",
    action: "Wait for the next period, or have the credits of this one raised."
  },
  planWithoutAlerts: {
    code: 40300,
    meaning: "The plan of the account does not include alerts.",
    action: "Change to the plan pay-as-you-go."
  },
  routeUnknown: {
    code: 40400,
    meaning: "There is no operation at this path.",
    action: "Compare the path with the API reference."
  },
  applicationUnknown: {
    code: 40401,
    meaning: "The account has no application with this id.",
    action: "List the applications for their ids."
  },
  endpointUnknown: {
    code: 40402,
    meaning: "The account has no endpoint with this id.",
    action: "List the endpoints for their ids."
  },
  shipmentUnknown: {
    code: 40403,
    meaning: "The account tracks no shipment with this id, or not on this endpoint.",
    action: "List the shipments for their ids."
  },
  messageUnknown: {
    code: 40404,
    meaning: "The account has no message with this id, or it was pruned.",
    action: "List the messages for their ids."
  },
  periodUnknown: {
    code: 40405,
    meaning: "The account has no credit period now.",
    action: "Have a period opened for the account."
  },
  portUnknown: {
    code: 40406,
    meaning: "The port is unknown, or nothing is known of it yet.",
    action: "Check the UN/LOCODE; the operator can import ports and feed data."
  },
  taskUnknown: {
    code: 40407,
    meaning: "The account has no task with this id.",
    action: "Use the id that the operation answered which started the task."
  },
  carrierUnknown: {
    code: 40408,
    meaning: "No carrier with this code may push events.",
    action: "Use the path of a carrier whose profile names a notification secret."
  },
  portWatchUnknown: {
    code: 40409,
    meaning: "The endpoint has no port watch with this id.",
    action: "List the port watches of the endpoint for their ids."
  },
  methodNotAllowed: {
    code: 40500,
    meaning: "The path is known, but not with this method.",
    action: "Use one of the methods in the header Allow."
  },
  requestInFlight: {
    code: 40900,
    meaning: "A request with this idempotency-key is being answered right now.",
    action: "Send the same request again in a moment to get its answer."
  },
  endpointDisabled: {
    code: 40901,
    meaning: "The endpoint is disabled, so nothing can be sent to it again.",
    action: "Enable the endpoint first, with PATCH and disabled false, and send the same request again."
  },
  bodyTooLarge: {
    code: 41300,
    meaning: "The body of the request is too large.",
    action: "Split the request into smaller ones."
  },
  contentTypeUnsupported: {
    code: 41500,
    meaning: "The body of the request is not marked as JSON.",
    action: "Send the header Content-Type: application/json."
  },
  idempotencyKeyReused: {
    code: 42200,
    meaning: "The idempotency-key was used for another request.",
    action: "Use a new key for a new request."
  },
  tooManyRequests: {
    code: 42900,
    meaning: "The account sends more requests than it may.",
    action: "Wait for the seconds in the header Retry-After, and send the request again."
  },
  internal: {
    code: 50000,
    meaning: "Something went wrong inside the service.",
    action: "Try again; if it stays, tell the operator the X-Request-Id of the answer."
  },
  storageAway: {
    code: 50300,
    meaning: "The storage of the service cannot be reached.",
    action: "Try again in a moment; nothing of the request was stored."
  }
} as const satisfies Readonly<Record<string, ErrorEntry>>

/** The stable name of an error. */
export type ErrorName = keyof typeof ERRORS

/** The stable number of an error. */
export const ErrorCode = Schema.Literals(Object.values(ERRORS).map(({ code }) => code))
export type ErrorCode = typeof ErrorCode.Type

const entries: ReadonlyMap<ErrorCode, ErrorEntry> = new Map(Object.values(ERRORS).map((entry) => [entry.code, entry]))

/** The line of the catalogue that explains a code. */
export const entryOf = (code: ErrorCode): ErrorEntry => entries.get(code) ?? ERRORS.internal

/** The HTTP status that a code belongs to. */
export const statusOf = (code: ErrorCode): number => Math.floor(code / 100)

/** The code for a body with these faults: one of its own when nothing but unknown properties is wrong. */
export const codeOfBody = (faults: ReadonlyArray<Fault>): ErrorCode =>
  faults.length > 0 && faults.every(({ kind }) => kind === "unknown")
    ? ERRORS.propertyUnknown.code
    : ERRORS.bodyInvalid.code
