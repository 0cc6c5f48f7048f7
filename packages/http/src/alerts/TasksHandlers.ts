import type { ReplayMissing, TaskView } from "@landfall/api/alerts/TasksApi"
import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import type { DeliveryTask } from "@landfall/core/alerts/operations/DeliveryTask"
import { DeliveryTasks, TaskNotFound } from "@landfall/core/alerts/operations/DeliveryTasks"
import type { BulkTaskKind } from "@landfall/core/alerts/operations/ResendSelection"
import { EnrolmentTasks } from "@landfall/core/tracking/enrolment/EnrolmentTasks"
import { DateTime, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseEndpointId, parseMessageId, parseTaskId } from "../conventions/PathIds.ts"
import { makePortalScope } from "./PortalScope.ts"

/** Deliveries in progress when an endpoint was disabled count as missed. No send takes longer than this. */
const SEND_MARGIN = { minutes: 1 }

const STATUS_NAMES = { Queued: "queued", Running: "running", Completed: "completed", Cancelled: "cancelled" } as const

const toTaskView = (task: DeliveryTask): typeof TaskView.Type => ({
  id: task.id,
  kind: task.kind,
  endpointId: task.endpointId,
  ...(Option.isSome(task.messageId) ? { messageId: task.messageId.value } : {}),
  since: task.since,
  until: task.until,
  status: STATUS_NAMES[task.state._tag],
  ...(task.state._tag === "Cancelled" ? { reason: task.state.reason } : {}),
  total: task.total,
  done: task.done,
  createdAt: task.createdAt,
  updatedAt: task.updatedAt,
  ...("at" in task.state ? { finishedAt: task.state.at } : {})
})

export const tasksHandlers = HttpApiBuilder.group(
  LandfallApi,
  "tasks",
  Effect.fnUntraced(function* (handlers) {
    const tasks = yield* DeliveryTasks
    const enrolments = yield* EnrolmentTasks
    const endpoints = yield* EndpointStore
    const scope = yield* makePortalScope

    const sinceDisabled = Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
      const { disabledAt } = yield* endpoints.find(accountId, id)
      if (Option.isSome(disabledAt)) return DateTime.subtract(disabledAt.value, SEND_MARGIN)
      return yield* failWith("bodyInvalid", [
        "$.since is missing. It is optional only for an endpoint that has been disabled: send the instant from which deliveries are included."
      ])
    })

    const startTask = (kind: BulkTaskKind) =>
      Effect.fnUntraced(function* (request: {
        readonly params: { readonly id: string }
        readonly payload: typeof ReplayMissing.Type
      }) {
        const { preview } = request.payload
        const account = yield* CurrentAccount
        const id = yield* parseEndpointId(request.params.id)
        yield* scope.requireEndpoint(account.id, id)
        const since = request.payload.since ?? (yield* sinceDisabled(account.id, id))
        const until = request.payload.until ?? (yield* DateTime.now)
        if (DateTime.isGreaterThan(since, until)) {
          return yield* failWith("bodyInvalid", ["$.since must not be after $.until, whose default is now."])
        }
        const span = { kind, endpointId: id, since, until }
        return preview === true
          ? { count: yield* tasks.countCandidates(account.id, span) }
          : toTaskView(yield* tasks.start(account.id, span))
      }, mapDomainErrors)

    return handlers.handleAll({
      resend: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const message = yield* parseMessageId(params.id)
        const endpoint = yield* parseEndpointId(params.endpointId)
        yield* scope.requireDelivery(account.id, message, endpoint)
        return toTaskView(yield* tasks.resend(account.id, message, endpoint))
      }, mapDomainErrors),
      recover: startTask("recover"),
      replayMissing: startTask("replay-missing"),
      enrolAll: Effect.fnUntraced(function* ({ params, payload }) {
        const account = yield* CurrentAccount
        const id = yield* parseEndpointId(params.id)
        const future = Option.fromUndefinedOr(payload?.future)
        return toTaskView(yield* enrolments.start(account.id, id, future))
      }, mapDomainErrors),
      list: Effect.fnUntraced(function* ({ query }) {
        const account = yield* CurrentAccount
        const page = yield* parsePageRequest(query, "task_")
        return toPageView(yield* tasks.list(account.id, page, yield* scope.currentApplication), toTaskView)
      }, mapDomainErrors),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const task = yield* tasks.find(account.id, yield* parseTaskId(params.id))
        yield* scope
          .requireEndpoint(account.id, task.endpointId)
          .pipe(Effect.catchTag("EndpointNotFound", () => new TaskNotFound({ id: task.id })))
        return toTaskView(task)
      }, mapDomainErrors),
      cancel: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        return toTaskView(yield* tasks.cancel(account.id, yield* parseTaskId(params.id)))
      }, mapDomainErrors)
    })
  })
)
