import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId } from "@landfall/core/alerts/Message"
import { CancelReason, TaskId, TaskKind } from "@landfall/core/alerts/operations/DeliveryTask"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { BodyInstant } from "../conventions/Instants.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ALERTS_PREFIX } from "../conventions/PathPrefixes.ts"

const SinceInstant = BodyInstant.annotate({
  description: "Includes deliveries that were exhausted or skipped at or after this instant, ISO 8601."
})

const optionalFields = {
  until: Schema.optionalKey(BodyInstant).annotateKey({
    description: "Includes messages created at or before this instant, ISO 8601. Default: now."
  }),
  preview: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "true: returns the number of deliveries and sends nothing."
  })
}

/** The exhausted deliveries to send again. */
export const Recover = Schema.Struct({ since: SinceInstant, ...optionalFields }).annotate({ identifier: "Recover" })

/** The skipped deliveries to send. */
export const ReplayMissing = Schema.Struct({
  since: Schema.optionalKey(SinceInstant).annotateKey({
    description:
      "Includes deliveries that were exhausted or skipped at or after this instant, ISO 8601. Default: one minute before the endpoint was last disabled."
  }),
  ...optionalFields
}).annotate({ identifier: "ReplayMissing" })

export const TaskView = Schema.Struct({
  id: TaskId,
  kind: TaskKind,
  endpointId: EndpointId.annotateKey({ description: "The endpoint of the deliveries." }),
  messageId: Schema.optionalKey(MessageId).annotateKey({ description: "The message of a resend." }),
  since: Schema.DateTimeUtcFromString,
  until: Schema.DateTimeUtcFromString,
  status: Schema.Literals(["queued", "running", "completed", "cancelled"]),
  reason: Schema.optionalKey(CancelReason).annotateKey({ description: "Why the task was cancelled." }),
  total: Schema.Int.annotateKey({ description: "Number of deliveries of the task." }),
  done: Schema.Int.annotateKey({ description: "Number of deliveries that the task has queued again." }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the task was created." }),
  updatedAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the task was last changed." }),
  finishedAt: Schema.optionalKey(Schema.DateTimeUtcFromString).annotateKey({
    description: "When the task was completed or cancelled."
  })
}).annotate({ identifier: "Task" })

export const PreviewView = Schema.Struct({ count: Schema.Int }).annotate({ identifier: "Preview" })

const params = { id: Schema.String }
const acceptedTask = TaskView.pipe(HttpApiSchema.status(202))

const startOptions = {
  params,
  success: [acceptedTask, PreviewView],
  error: apiErrors(400, 404, 409, 413, 415)
} as const

/** Deliveries that are sent again on request. */
export class TasksApi extends HttpApiGroup.make("tasks")
  .add(
    HttpApiEndpoint.post("resend", `${ALERTS_PREFIX}/message/:id/endpoint/:endpointId/resend`, {
      params: { id: Schema.String, endpointId: Schema.String },
      success: acceptedTask,
      error: apiErrors(404, 409)
    })
      .annotate(OpenApi.Summary, "Resend a message to an endpoint")
      .annotate(
        OpenApi.Description,
        "Sends the message regardless of the state of its delivery. The delivery is due immediately and its retry policy starts again. If the message is being sent at this time, the task has a `total` of 0 and changes nothing."
      ),
    HttpApiEndpoint.post("recover", `${ALERTS_PREFIX}/endpoint/:id/recover`, {
      ...startOptions,
      payload: Recover
    }).annotate(OpenApi.Summary, "Resend all exhausted deliveries of an endpoint"),
    HttpApiEndpoint.post("replayMissing", `${ALERTS_PREFIX}/endpoint/:id/replay-missing`, {
      ...startOptions,
      payload: ReplayMissing
    }).annotate(
      OpenApi.Summary,
      "Send the deliveries of an endpoint that were skipped while it was disabled, by the plan, or by a filter that admits them now"
    ),
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/task`, {
      query: ListQuery,
      success: pageSchema(TaskView, "TaskPage"),
      error: apiErrors(400)
    }).annotate(OpenApi.Summary, "List tasks, newest first"),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/task/:id`, {
      params,
      success: TaskView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Retrieve a task and its progress"),
    HttpApiEndpoint.post("cancel", `${ALERTS_PREFIX}/task/:id/cancel`, {
      params,
      success: TaskView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Cancel a task; deliveries that it has already queued are still sent")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Deliveries that are sent again on request.") {}
