import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId } from "@landfall/core/alerts/Message"
import { CancelReason, TaskId, TaskKind } from "@landfall/core/alerts/operations/DeliveryTask"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AlertsPlan, Authorization } from "../conventions/Authorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { pathId } from "../conventions/Ids.ts"
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

/** The registration of every shipment on an endpoint. */
export const EnrolAll = Schema.Struct({
  future: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "true: shipments that the account tracks later are registered too, until `enrolFuture` is set to false. false: they are not. Default: `enrolFuture` of the endpoint is unchanged."
  })
}).annotate({ identifier: "EnrolAll" })

/** A task with its selection, progress and state. */
export const TaskView = Schema.Struct({
  id: TaskId.annotateKey({ description: "The id of the task." }),
  kind: TaskKind.annotateKey({ description: "What the task does." }),
  endpointId: EndpointId.annotateKey({ description: "The endpoint of the task." }),
  messageId: Schema.optionalKey(MessageId).annotateKey({ description: "The message of a resend." }),
  since: Schema.DateTimeUtcFromString.annotateKey({ description: "Start of the deliveries that the task selects." }),
  until: Schema.DateTimeUtcFromString.annotateKey({ description: "End of the deliveries that the task selects." }),
  status: Schema.Literals(["queued", "running", "completed", "cancelled"]).annotateKey({
    description: "The state of the task."
  }),
  reason: Schema.optionalKey(CancelReason).annotateKey({ description: "Why the task was cancelled." }),
  total: Schema.Int.annotateKey({ description: "Number of deliveries of the task; for `enrol-all`, of shipments." }),
  done: Schema.Int.annotateKey({
    description:
      "Number of deliveries that the task has queued again; for `enrol-all`, of shipments that it has registered."
  }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the task was created." }),
  updatedAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the task was last changed." }),
  finishedAt: Schema.optionalKey(Schema.DateTimeUtcFromString).annotateKey({
    description: "When the task was completed or cancelled."
  })
}).annotate({ identifier: "Task" })

/** The number of deliveries that a request for a task would send, without creating it. */
export const PreviewView = Schema.Struct({
  count: Schema.Int.annotateKey({ description: "Number of deliveries that the request would send." })
}).annotate({ identifier: "Preview" })

const endpointParams = { id: pathId("endpoint") }
const taskParams = { id: pathId("task") }
const acceptedTask = TaskView.pipe(HttpApiSchema.status(202))

const startOptions = {
  params: endpointParams,
  success: [acceptedTask, PreviewView],
  error: apiErrors(400, 404, 409, 413, 415)
} as const

/** Deliveries that are sent again on request, and enrolments of shipments. */
export class TasksApi extends HttpApiGroup.make("tasks")
  .add(
    HttpApiEndpoint.post("resend", `${ALERTS_PREFIX}/message/:id/endpoint/:endpointId/resend`, {
      params: { id: pathId("message"), endpointId: pathId("endpoint") },
      success: acceptedTask,
      error: apiErrors(404, 409)
    })
      .annotate(OpenApi.Summary, "Resend a message to an endpoint")
      .annotate(
        OpenApi.Description,
        "Sends the message regardless of the state of its delivery. The delivery is due immediately and its retry policy starts from the beginning. If the message is being sent at this time, the task has a `total` of 0 and changes nothing."
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
    HttpApiEndpoint.post("enrolAll", `${ALERTS_PREFIX}/endpoint/:id/enrol-all`, {
      params: endpointParams,
      payload: [EnrolAll, Schema.Null],
      success: acceptedTask,
      error: apiErrors(400, 404, 409, 413, 415)
    })
      .annotate(OpenApi.Summary, "Register every tracked shipment of the account on an endpoint")
      .annotate(
        OpenApi.Description,
        "Starts a task that registers the shipments which are tracked now and not registered yet, except the demo container. Each registration costs the price of `shipment.track`. If the credits do not cover the next shipment, the task is cancelled with the reason `credits_exhausted`, and its registrations stay; start it again when credits are available."
      ),
    HttpApiEndpoint.get("list", `${ALERTS_PREFIX}/task`, {
      query: ListQuery,
      success: pageSchema(TaskView, "TaskPage"),
      error: apiErrors(400)
    }).annotate(OpenApi.Summary, "List tasks, newest first"),
    HttpApiEndpoint.get("get", `${ALERTS_PREFIX}/task/:id`, {
      params: taskParams,
      success: TaskView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Retrieve a task and its progress"),
    HttpApiEndpoint.post("cancel", `${ALERTS_PREFIX}/task/:id/cancel`, {
      params: taskParams,
      success: TaskView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Cancel a task; deliveries that it has queued are still sent, and registrations stay")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Deliveries that are sent again on request, and enrolments of shipments.") {}
