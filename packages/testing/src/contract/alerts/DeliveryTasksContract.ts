import { assert, describe } from "@effect/vitest"
import { TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { firstPage, type PageRequest } from "@landfall/core/listing/Page"
import { Effect } from "effect"
import { ulidOf } from "../../samples/Samples.ts"
import { failsWith, same } from "../suite/Assertions.ts"
import { pagingRules } from "../suite/PagingRules.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storedReceiver } from "../suite/Stored.ts"
import { resendRules } from "./internal/ResendRules.ts"
import { spanRules } from "./internal/SpanRules.ts"
import { skipped, spanOf } from "./internal/Tasked.ts"
import { taskTurnRules } from "./internal/TaskTurnRules.ts"

const openList = Effect.fnUntraced(function* () {
  const tasks = yield* DeliveryTasks
  const { account, endpoint } = yield* storedReceiver(1)
  return {
    add: () => Effect.map(tasks.start(account.id, spanOf("recover", endpoint.id)), ({ id }): string => id),
    list: (request: PageRequest) =>
      Effect.map(tasks.list(account.id, request), (page) => ({ ...page, data: page.data.map(({ id }): string => id) }))
  }
})

const findingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a task is found and listed as it was answered, by its account alone", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const [{ account, endpoint }, other] = [yield* storedReceiver(1), yield* storedReceiver(2)]
      const message = yield* skipped(account, endpoint.id, "endpoint_disabled")
      const span = spanOf("replay-missing", endpoint.id, [-3, 4])
      const replay = yield* tasks.start(account.id, span)
      const resend = yield* tasks.resend(account.id, message.id, endpoint.id)
      assert.match(replay.id, /^task_[0-9A-HJKMNP-TV-Z]{26}$/)
      same({ kind: replay.kind, endpointId: endpoint.id, since: replay.since, until: replay.until }, span)
      same([resend.since, resend.until], [message.createdAt, message.createdAt])
      for (const task of [replay, resend]) same(yield* tasks.find(account.id, task.id), task)
      same((yield* tasks.list(account.id, firstPage)).data, [resend, replay])
      assert.deepStrictEqual((yield* tasks.list(other.account.id, firstPage)).data, [])
      yield* failsWith(tasks.find(other.account.id, replay.id), "TaskNotFound")
      yield* failsWith(tasks.cancel(other.account.id, replay.id), "TaskNotFound")
      yield* failsWith(tasks.find(account.id, TaskId.make(`task_${ulidOf(1)}`)), "TaskNotFound")
      same(yield* tasks.find(account.id, replay.id), replay)
    })
  )
}

/** What every `DeliveryTasks` does with the `Outbox`, the `EndpointStore` and the `DeliveryQueue` beside it. */
export const deliveryTasksContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`DeliveryTasks on ${name}`, () => {
    resendRules(layer)
    spanRules(layer)
    taskTurnRules(layer)
    findingRules(layer)
    pagingRules(layer, "newest first", openList)
  })
}
