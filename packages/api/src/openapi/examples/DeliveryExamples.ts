import { ENDPOINT_ID, MESSAGE_ID, type OperationExamples, pageOf, SHIPMENT_ID } from "./OperationExample.ts"

const attempt = {
  messageId: MESSAGE_ID,
  type: "vessel.arrival.at.final.pod",
  endpointId: ENDPOINT_ID,
  number: 1,
  status: "failed",
  requestHeaders: {
    "webhook-id": "msg_01KJMR0000000000000000003G",
    "webhook-timestamp": "1772366700",
    "x-tenant": "(hidden)",
    "landfall-hop": "1",
    "content-type": "application/json",
    "user-agent": "Landfall/0.6.0",
    "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
  },
  responseStatus: 503,
  responseBody: "try again later",
  responseHeaders: { "retry-after": "120", "content-type": "text/plain", server: "nginx" },
  failureReason: null,
  failureMessage: null,
  startedAt: "2026-03-01T12:05:00.000Z",
  durationMillis: 35,
  responseStartMillis: 31,
  trigger: "automatic"
}

const totals = {
  succeeded: 41,
  failed: 1,
  exhausted: 0,
  successRate: 0.976,
  meanMillis: 38,
  longestMillis: 210
}

const message = {
  id: MESSAGE_ID,
  type: "vessel.arrival.at.final.pod",
  shipmentId: SHIPMENT_ID,
  shipmentNumber: "MSKU7194304",
  example: false,
  createdAt: "2026-03-01T12:05:00.000Z",
  deliveries: [
    {
      endpointId: ENDPOINT_ID,
      status: "pending",
      attempts: 1,
      nextAttemptAt: "2026-03-01T12:05:05.000Z",
      skipReason: null,
      settledAt: null
    }
  ],
  moreDeliveries: false
}

const payload = {
  type: "vessel.arrival.at.final.pod",
  timestamp: "2026-03-01T12:05:00.000Z",
  data: { shipment: { id: SHIPMENT_ID, number: "MSKU7194304", type: "CT", sealine: "MAEU" }, sequence: 4 }
}

const task = {
  id: "task_01M81PJ8J89587GKEN2FE5V3S5",
  kind: "recover",
  endpointId: ENDPOINT_ID,
  since: "2026-02-28T00:00:00.000Z",
  until: "2026-03-01T12:10:00.000Z",
  status: "running",
  total: 1200,
  done: 500,
  createdAt: "2026-03-01T12:10:00.000Z",
  updatedAt: "2026-03-01T12:10:01.000Z"
}

const selection = { since: "2026-02-28T00:00:00.000Z", until: "2026-03-01T12:10:00.000Z" }

/** Examples of messages, attempts and tasks. */
export const deliveryExamples: OperationExamples = {
  "endpointMonitoring.attempts": { responses: { 200: pageOf(attempt) } },
  "endpointMonitoring.stats": {
    responses: {
      200: {
        endpointId: ENDPOINT_ID,
        since: "2026-02-28T12:00:00.000Z",
        until: "2026-03-01T12:10:00.000Z",
        health: { status: "failing", since: "2026-03-01T12:05:00.000Z", reason: null, disabledFrom: null },
        pausedUntil: null,
        postponed: null,
        deliveries: {
          waiting: { count: 0, more: false },
          retrying: { count: 1, more: false },
          sending: { count: 0, more: false }
        },
        oldestWaitingAt: null,
        lastAttempt: attempt,
        attempts: totals,
        hours: [{ startsAt: "2026-03-01T12:00:00.000Z", ...totals }]
      }
    }
  },
  "messages.list": { responses: { 200: pageOf(message) } },
  "messages.get": { responses: { 200: { ...message, payload } } },
  "messages.attempts": { responses: { 200: pageOf(attempt) } },
  "tasks.resend": {
    responses: { 202: { ...task, kind: "resend", messageId: MESSAGE_ID, status: "queued", total: 1, done: 0 } }
  },
  "tasks.recover": { request: selection, responses: { 200: { count: 1200 }, 202: task } },
  "tasks.replayMissing": {
    request: selection,
    responses: { 200: { count: 1200 }, 202: { ...task, kind: "replay-missing" } }
  },
  "tasks.enrolAll": { request: { future: true }, responses: { 202: { ...task, kind: "enrol-all" } } },
  "tasks.list": { responses: { 200: pageOf(task) } },
  "tasks.get": { responses: { 200: task } },
  "tasks.cancel": {
    responses: {
      200: { ...task, status: "cancelled", reason: "requested", finishedAt: "2026-03-01T12:10:02.000Z" }
    }
  }
}
