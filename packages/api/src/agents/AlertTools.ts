import { DeliveryStatus } from "@landfall/core/alerts/operations/MessageSummary"
import { Effect } from "effect"
import type { JsonClient } from "../client/JsonClient.ts"
import { type AgentTool, makeTool } from "./AgentTool.ts"
import { type Delivery, explainDelivery } from "./DeliveryExplanation.ts"
import { instant, iterator, limit, oneOf, optional, present, text } from "./ToolArguments.ts"
import { componentPart, objectResult, responsePart, responseResult } from "./ToolSchemas.ts"

const DEFAULT_ENDPOINTS = 20
const DEFAULT_DELIVERIES = 10
const MAX_DELIVERIES = 25

/** Attempts that are returned of each delivery, newest first. */
const ATTEMPTS_OF_DELIVERY = 3

/** Requests for attempts at the same time. */
const CONCURRENCY = 4

const endpointId = text("The id of the endpoint, `ep_…`. Find it with list_endpoints.", 64)

const listEndpoints = makeTool({
  name: "list_endpoints",
  title: "List endpoints",
  description:
    "Lists the endpoints of the account: URLs that receive alerts as signed webhooks, with their filters and whether they are disabled. Secrets are never included. Call list_deliveries with an id to see what was delivered and why deliveries failed. Costs no credits.",
  input: { limit: limit(DEFAULT_ENDPOINTS), iterator },
  output: () => responseResult("endpoints.list"),
  run: (client, { limit = DEFAULT_ENDPOINTS, iterator }) =>
    Effect.map(client.endpoints.list({ query: { limit, ...present({ iterator }) } }), (page) => ({
      text:
        page.data.length === 0
          ? "The account has no endpoint here."
          : page.data.map(({ id, url, disabled }) => `${id} ${url}${disabled ? " (disabled)" : ""}`).join("\n"),
      result: page
    }))
})

/** Attempts add to the state of a delivery only when one of them has failed. */
const hasFailedAttempts = ({ status, attempts }: Delivery): boolean =>
  status !== "succeeded" && status !== "skipped" && attempts > 0

const newestAttempts = (client: JsonClient, messageId: string, endpointId: string) =>
  Effect.map(
    client.messages.attempts({ params: { id: messageId }, query: { endpointId, limit: ATTEMPTS_OF_DELIVERY } }),
    ({ data }) => data
  )

const listDeliveries = makeTool({
  name: "list_deliveries",
  title: "Deliveries of an endpoint, and why they failed",
  description: `Lists the newest messages to one endpoint with the state of each delivery, one sentence that explains it, and the newest ${ATTEMPTS_OF_DELIVERY} attempts of each delivery that has failed (status and body of the response, or why there was none; times in milliseconds). \`health\` has the state of the endpoint, its open deliveries and its attempts of the last 24 hours. To see only deliveries that are not retried, pass the status \`exhausted\`; \`pending\` includes deliveries that failed and are retried. Afterwards the receiver can be corrected, and a message sent again with resend_message, if that tool is offered. Costs no credits.`,
  input: {
    endpointId,
    status: optional(
      oneOf(
        DeliveryStatus.literals,
        "Returns deliveries in this state. `pending`: waiting for an attempt. `sending`: in progress. `succeeded`. `exhausted`: failed, and not retried. `skipped`: not sent, for a reason. Default: all."
      )
    ),
    shipmentId: optional(text("Returns messages about this shipment, `shp_…`.", 64)),
    since: optional(instant("Returns messages created at or after this instant.")),
    until: optional(instant("Returns messages created before this instant.")),
    limit: limit(DEFAULT_DELIVERIES, MAX_DELIVERIES),
    iterator
  },
  output: () =>
    objectResult({
      health: responsePart(
        "endpointMonitoring.stats",
        "The health of the endpoint, its queue, and its attempts by hour."
      ),
      deliveries: {
        type: "array",
        description: "The deliveries to the endpoint, those of the newest messages first.",
        items: {
          type: "object",
          required: ["messageId", "type", "shipmentId", "createdAt", "delivery", "explanation", "attempts"],
          properties: {
            messageId: { type: "string", description: "The id of the message, for resend_message." },
            type: { type: "string", description: "The event type of the message." },
            shipmentId: {
              type: ["string", "null"],
              description: "The shipment that the message is about, for get_shipment; null when it is about none."
            },
            createdAt: { type: "string", description: "When the message was created, ISO 8601." },
            delivery: { allOf: [componentPart("Delivery")], description: "The state of the delivery." },
            explanation: { type: "string", description: "The state of the delivery and its reason, as one sentence." },
            attempts: {
              type: "array",
              items: componentPart("Attempt"),
              description: `The newest attempts, at most ${ATTEMPTS_OF_DELIVERY}; empty unless the delivery has failed attempts.`
            }
          }
        }
      },
      iterator: {
        type: ["string", "null"],
        description: "Continues the list when sent as `iterator`; null when the list is empty."
      },
      done: {
        type: "boolean",
        description: "Whether this is the last page. A page can be short or empty without being the last."
      }
    }),
  argumentNames: {
    "path.id": "endpointId",
    "query.endpointId": "endpointId",
    "query.shipmentId": "shipmentId",
    "query.since": "since",
    "query.until": "until"
  },
  run: Effect.fnUntraced(function* (client, { endpointId, limit = DEFAULT_DELIVERIES, ...filter }) {
    const health = yield* client.endpointMonitoring.stats({ params: { id: endpointId } })
    const page = yield* client.messages.list({ query: { endpointId, limit, ...present(filter) } })
    const matches = page.data.flatMap((message) =>
      message.deliveries
        .filter((delivery) => delivery.endpointId === endpointId)
        .map((delivery) => ({ message, delivery }))
    )
    const deliveries = yield* Effect.forEach(
      matches,
      Effect.fnUntraced(function* ({ message, delivery }) {
        const attempts = hasFailedAttempts(delivery) ? yield* newestAttempts(client, message.id, endpointId) : []
        const { id: messageId, type, shipmentId, createdAt } = message
        const explanation = explainDelivery(delivery, attempts[0])
        return { messageId, type, shipmentId, createdAt, delivery, explanation, attempts }
      }),
      { concurrency: CONCURRENCY }
    )
    const lines = deliveries.map(
      ({ messageId, type, createdAt, explanation }) => `${createdAt} ${type} ${messageId}: ${explanation}`
    )
    return {
      text: [
        `${endpointId} is ${health.health.status}.`,
        ...(lines.length === 0 ? ["No delivery matches."] : lines),
        ...(page.done ? [] : ["There are more: call again with `iterator`."])
      ].join("\n"),
      result: { health, deliveries, iterator: page.iterator, done: page.done }
    }
  })
})

const resendMessage = makeTool({
  name: "resend_message",
  title: "Resend a message",
  description:
    "Sends a message to an endpoint again, whatever the state of its delivery. It calls the URL of the receiver: ask the user first, and correct the receiver before. Returns the task that sends it; call list_deliveries some seconds later for the outcome. A disabled endpoint rejects it. Costs no credits.",
  access: "write",
  input: { messageId: text("The id of the message, `msg_…`, from list_deliveries.", 64), endpointId },
  output: () => responseResult("tasks.resend"),
  run: (client, { messageId, endpointId }) =>
    Effect.map(client.tasks.resend({ params: { id: messageId, endpointId } }), (task) => ({
      text:
        task.total === 0
          ? `${messageId} is being sent to ${endpointId} now; nothing was changed.`
          : `${messageId} is sent to ${endpointId} again by the task ${task.id}, which is ${task.status}.`,
      result: task
    }))
})

/** Endpoints and their deliveries. */
export const alertTools: ReadonlyArray<AgentTool> = [listEndpoints, listDeliveries, resendMessage]
