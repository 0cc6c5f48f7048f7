import type { DeliveryTask, SpanKind } from "@landfall/core/alerts/DeliveryTask"
import { DeliveryTasks } from "@landfall/core/alerts/DeliveryTasks"
import { DateTime, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentAccount } from "../Authorization.ts"
import { failing } from "../DomainFailures.ts"
import { failWith } from "../Failure.ts"
import { endpointId, messageId, taskId } from "../Ids.ts"
import { LandfallApi } from "../LandfallApi.ts"
import { pageRequest, showPage } from "../Listing.ts"
import type { SendAgain, TaskView } from "./TasksApi.ts"

const STATUS = { Queued: "queued", Running: "running", Completed: "completed", Cancelled: "cancelled" } as const

const show = (task: DeliveryTask): typeof TaskView.Type => ({
  id: task.id,
  kind: task.kind,
  endpointId: task.endpointId,
  ...(Option.isSome(task.messageId) ? { messageId: task.messageId.value } : {}),
  since: task.since,
  until: task.until,
  status: STATUS[task.state._tag],
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

    const sendAgain = (kind: SpanKind) =>
      Effect.fnUntraced(function* (request: {
        readonly params: { readonly id: string }
        readonly payload: typeof SendAgain.Type
      }) {
        const { since, preview } = request.payload
        const account = yield* CurrentAccount
        const until = request.payload.until ?? (yield* DateTime.now)
        if (DateTime.isGreaterThan(since, until)) {
          return yield* failWith("bodyInvalid", [
            "$.since must not be after $.until, which is now when it is left out."
          ])
        }
        const span = { kind, endpointId: yield* endpointId(request.params.id), since, until }
        return preview === true
          ? { count: yield* tasks.count(account.id, span) }
          : show(yield* tasks.start(account.id, span))
      }, failing)

    return handlers.handleAll({
      resend: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const message = yield* messageId(params.id)
        return show(yield* tasks.resend(account.id, message, yield* endpointId(params.endpointId)))
      }, failing),
      recover: sendAgain("recover"),
      replayMissing: sendAgain("replay-missing"),
      list: Effect.fnUntraced(function* ({ query }) {
        const account = yield* CurrentAccount
        return showPage(yield* tasks.list(account.id, yield* pageRequest(query, "task_")), show)
      }, failing),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        return show(yield* tasks.find(account.id, yield* taskId(params.id)))
      }, failing),
      cancel: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        return show(yield* tasks.cancel(account.id, yield* taskId(params.id)))
      }, failing)
    })
  })
)
