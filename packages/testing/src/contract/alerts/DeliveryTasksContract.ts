import { assert, describe } from "@effect/vitest"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { FIRST_PAGE_REQUEST, type PageRequest } from "@landfall/core/listing/Page"
import { Effect } from "effect"
import { ulidOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { pagingRules } from "../suite/PagingRules.ts"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeApplication, storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"
import { resendRules } from "./internal/tasks/ResendRules.ts"
import { postSkippedAlert, taskScopeOf } from "./internal/tasks/TaskOperations.ts"
import { taskRunRules } from "./internal/tasks/TaskRunRules.ts"
import { taskSelectionRules } from "./internal/tasks/TaskSelectionRules.ts"

const openList = Effect.fnUntraced(function* () {
  const tasks = yield* DeliveryTasks
  const { account, endpoint } = yield* storeReceiver(1)
  return {
    add: () => Effect.map(tasks.start(account.id, taskScopeOf("recover", endpoint.id)), ({ id }): string => id),
    list: (request: PageRequest) =>
      Effect.map(tasks.list(account.id, request), (page) => ({ ...page, data: page.data.map(({ id }): string => id) }))
  }
})

/** The tasks of one application, between which tasks of another one are started. */
const openListOfApplication = Effect.fnUntraced(function* () {
  const tasks = yield* DeliveryTasks
  const { account, application, endpoint } = yield* storeReceiver(1)
  const second = yield* storeEndpoint(application, 2)
  const other = yield* storeApplication(account, 2)
  const elsewhere = yield* storeEndpoint(other, 3)
  const start = (id: EndpointId) =>
    Effect.map(tasks.start(account.id, taskScopeOf("recover", id)), ({ id }): string => id)
  return {
    add: (n: number) => Effect.zipWith(start(n % 2 === 0 ? endpoint.id : second.id), start(elsewhere.id), (id) => id),
    list: (request: PageRequest) =>
      Effect.map(tasks.list(account.id, request, application.id), (page) => ({
        ...page,
        data: page.data.map(({ id }): string => id)
      }))
  }
})

const findingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a task is found and listed as it was returned, by its account only", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const [{ account, endpoint }, other] = [yield* storeReceiver(1), yield* storeReceiver(2)]
      const message = yield* postSkippedAlert(account, endpoint.id, "endpoint_disabled")
      const span = taskScopeOf("replay-missing", endpoint.id, [-3, 4])
      const replay = yield* tasks.start(account.id, span)
      const resend = yield* tasks.resend(account.id, message.id, endpoint.id)
      assert.match(replay.id, /^task_[0-9A-HJKMNP-TV-Z]{26}$/)
      assertSame({ kind: replay.kind, endpointId: endpoint.id, since: replay.since, until: replay.until }, span)
      assertSame([resend.since, resend.until], [message.createdAt, message.createdAt])
      for (const task of [replay, resend]) assertSame(yield* tasks.find(account.id, task.id), task)
      assertSame((yield* tasks.list(account.id, FIRST_PAGE_REQUEST)).data, [resend, replay])
      assert.deepStrictEqual((yield* tasks.list(other.account.id, FIRST_PAGE_REQUEST)).data, [])
      yield* assertFailsWith(tasks.find(other.account.id, replay.id), "TaskNotFound")
      yield* assertFailsWith(tasks.cancel(other.account.id, replay.id), "TaskNotFound")
      yield* assertFailsWith(tasks.find(account.id, TaskId.make(`task_${ulidOf(1)}`)), "TaskNotFound")
      assertSame(yield* tasks.find(account.id, replay.id), replay)
    })
  )
}

/** Registers the contract of `DeliveryTasks`, with the `Outbox`, the `EndpointStore` and the `DeliveryQueue`. */
export const deliveryTasksContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`DeliveryTasks on ${name}`, () => {
    resendRules(layer)
    taskSelectionRules(layer)
    taskRunRules(layer)
    findingRules(layer)
    pagingRules(layer, "newest first", openList)
    describe("of one application", () => pagingRules(layer, "newest first", openListOfApplication))
  })
}
