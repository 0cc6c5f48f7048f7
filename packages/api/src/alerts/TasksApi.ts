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
  description: "Deliveries that were given up at this instant or later, ISO 8601"
})

const optionalFields = {
  until: Schema.optionalKey(BodyInstant).annotateKey({
    description: "Messages that were made at this instant or earlier, ISO 8601; now when left out"
  }),
  preview: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "true: only say how many there are"
  })
}

/** Which deliveries that failed are to be sent again. */
export const Recover = Schema.Struct({ since: SinceInstant, ...optionalFields }).annotate({ identifier: "Recover" })

/** Which deliveries that the endpoint never got are to be sent. */
export const ReplayMissing = Schema.Struct({
  since: Schema.optionalKey(SinceInstant).annotateKey({
    description:
      "Deliveries that were given up at this instant or later, ISO 8601; a minute before the endpoint was last disabled when left out"
  }),
  ...optionalFields
}).annotate({ identifier: "ReplayMissing" })

export const TaskView = Schema.Struct({
  id: TaskId,
  kind: TaskKind,
  endpointId: EndpointId,
  /** The one message of a resend. */
  messageId: Schema.optionalKey(MessageId),
  since: Schema.DateTimeUtcFromString,
  until: Schema.DateTimeUtcFromString,
  status: Schema.Literals(["queued", "running", "completed", "cancelled"]),
  /** Why it was cancelled. */
  reason: Schema.optionalKey(CancelReason),
  /** Deliveries it was made for. */
  total: Schema.Int,
  /** Deliveries it has put back into the endpoint's queue. */
  done: Schema.Int,
  createdAt: Schema.DateTimeUtcFromString,
  updatedAt: Schema.DateTimeUtcFromString,
  finishedAt: Schema.optionalKey(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "Task" })

export const PreviewView = Schema.Struct({ count: Schema.Int }).annotate({ identifier: "Preview" })

const params = { id: Schema.String }
const acceptedTask = TaskView.pipe(HttpApiSchema.status(202))

const startOptions = {
  params,
  success: [acceptedTask, PreviewView],
  error: apiErrors(400, 404, 409, 413, 415)
} as const

/** Deliveries that are sent again because somebody asked for it. */
export class TasksApi extends HttpApiGroup.make("tasks")
  .add(
    HttpApiEndpoint.post("resend", `${ALERTS_PREFIX}/message/:id/endpoint/:endpointId/resend`, {
      params: { id: Schema.String, endpointId: Schema.String },
      success: acceptedTask,
      error: apiErrors(404, 409)
    })
      .annotate(OpenApi.Summary, "Send a message to an endpoint again, whatever became of it there")
      .annotate(
        OpenApi.Description,
        "The message is due at once and its retry policy begins anew. Of one that is being sent at the moment nothing is to be done: the task has a `total` of 0."
      ),
    HttpApiEndpoint.post("recover", `${ALERTS_PREFIX}/endpoint/:id/recover`, {
      ...startOptions,
      payload: Recover
    }).annotate(OpenApi.Summary, "Send everything again that was tried and given up"),
    HttpApiEndpoint.post("replayMissing", `${ALERTS_PREFIX}/endpoint/:id/replay-missing`, {
      ...startOptions,
      payload: ReplayMissing
    }).annotate(
      OpenApi.Summary,
      "Send everything that never reached the endpoint while it was disabled, by the plan, or by a filter that admits it now"
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
    }).annotate(OpenApi.Summary, "Read a task and how far it came"),
    HttpApiEndpoint.post("cancel", `${ALERTS_PREFIX}/task/:id/cancel`, {
      params,
      success: TaskView,
      error: apiErrors(404)
    }).annotate(OpenApi.Summary, "Stop a task; what it has put back is still sent")
  )
  .middleware(AlertsPlan)
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Deliveries that are sent again because somebody asked for it.") {}
