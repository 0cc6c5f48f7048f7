import { assert } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId } from "@landfall/core/alerts/Message"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { ulidOf } from "../../../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../../../suite/Assertions.ts"
import { claimNone, claimOne } from "../../../suite/DeliveryQueueOperations.ts"
import { rule } from "../../../suite/Rules.ts"
import type { StorageLayer } from "../../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../../suite/StoredSamples.ts"
import {
  type AttemptResult,
  attemptAlert,
  postAlert,
  postSkippedAlert,
  progressOf,
  recordAttempts
} from "./TaskOperations.ts"

const resendStateRules = <E>(layer: StorageLayer<E>): void => {
  for (const result of ["exhausted", "succeeded", "waiting"] as const satisfies ReadonlyArray<AttemptResult>) {
    rule(
      layer,
      `a message that ${result === "waiting" ? "waits" : `has ${result}`} is due now, and its policy starts again`,
      () =>
        Effect.gen(function* () {
          const tasks = yield* DeliveryTasks
          const { account, endpoint } = yield* storeReceiver(1)
          const message = yield* attemptAlert(account, endpoint.id, result)
          yield* claimNone()
          yield* TestClock.adjust(1000)
          const task = yield* tasks.resend(account.id, message.id, endpoint.id)
          assertSame(progressOf(task), { state: "Completed", total: 1, done: 1 })
          assertSame([task.kind, task.endpointId, task.messageId], ["resend", endpoint.id, Option.some(message.id)])
          const lease = yield* claimOne()
          assert.strictEqual(lease.messageId, message.id)
          assert.strictEqual(lease.body, message.body)
          assertSame([lease.attempt, lease.attemptsBefore, lease.trigger], [2, 1, "manual"])
          yield* recordAttempts([lease], () => "exhausted")
          yield* tasks.resend(account.id, message.id, endpoint.id)
          const third = yield* claimOne()
          assertSame([third.attempt, third.attemptsBefore], [3, 2])
        })
    )
  }

  rule(layer, "a message that is being sent is not resent", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      const message = yield* postAlert(account, endpoint.id)
      const lease = yield* claimOne()
      const task = yield* (yield* DeliveryTasks).resend(account.id, message.id, endpoint.id)
      assertSame(progressOf(task), { state: "Completed", total: 0, done: 0 })
      yield* claimNone()
      yield* recordAttempts([lease], () => "succeeded")
      yield* claimNone()
    })
  )

  rule(
    layer,
    "a skipped message, and one that was not addressed to the endpoint, are resent to this endpoint only",
    () =>
      Effect.gen(function* () {
        const tasks = yield* DeliveryTasks
        const { account, application, endpoint } = yield* storeReceiver(1)
        const other = yield* storeEndpoint(application, 2)
        const skipped = yield* postSkippedAlert(account, endpoint.id, "filter")
        yield* tasks.resend(account.id, skipped.id, endpoint.id)
        const first = yield* claimOne()
        assertSame(
          [first.messageId, first.endpointId, first.attempt, first.attemptsBefore],
          [skipped.id, endpoint.id, 1, 0]
        )
        assertSame(progressOf(yield* tasks.resend(account.id, skipped.id, other.id)), {
          state: "Completed",
          total: 1,
          done: 1
        })
        const second = yield* claimOne()
        assertSame([second.messageId, second.endpointId, second.trigger], [skipped.id, other.id, "manual"])
      })
  )

  rule(layer, "concurrent resends of one message send it once", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      const message = yield* attemptAlert(account, endpoint.id, "succeeded")
      const resend = (endpointId: EndpointId) => tasks.resend(account.id, message.id, endpointId)
      yield* Effect.all(
        [endpoint.id, other.id, endpoint.id, other.id, endpoint.id, other.id].map((id) => resend(id)),
        { concurrency: "unbounded" }
      )
      const leases = yield* (yield* DeliveryQueue).claim(10, 25_000)
      assert.deepStrictEqual(leases.map(({ endpointId }) => endpointId).toSorted(), [endpoint.id, other.id])
    })
  )
}

const rejectionRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "resending to an unknown endpoint or an unknown message, or those of another account, fails and changes nothing",
    () =>
      Effect.gen(function* () {
        const tasks = yield* DeliveryTasks
        const [first, second] = [yield* storeReceiver(1), yield* storeReceiver(2)]
        const message = yield* postSkippedAlert(first.account, first.endpoint.id, "filter")
        const resend = (account: typeof first.account, messageId: MessageId, endpointId: EndpointId) =>
          tasks.resend(account.id, messageId, endpointId)
        yield* assertFailsWith(resend(second.account, message.id, second.endpoint.id), "MessageNotFound")
        yield* assertFailsWith(resend(second.account, message.id, first.endpoint.id), "EndpointNotFound")
        yield* assertFailsWith(resend(first.account, message.id, second.endpoint.id), "EndpointNotFound")
        yield* assertFailsWith(
          resend(first.account, MessageId.make(`msg_${ulidOf(9)}`), first.endpoint.id),
          "MessageNotFound"
        )
        yield* assertFailsWith(
          resend(first.account, message.id, EndpointId.make(`ep_${ulidOf(9)}`)),
          "EndpointNotFound"
        )
        yield* claimNone()
      })
  )

  rule(layer, "a resend to a disabled endpoint fails until it is enabled", () =>
    Effect.gen(function* () {
      const [tasks, store] = [yield* DeliveryTasks, yield* EndpointStore]
      const { account, endpoint } = yield* storeReceiver(1)
      const message = yield* postSkippedAlert(account, endpoint.id, "filter")
      const disable = (disabled: boolean) =>
        store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled }))
      yield* disable(true)
      yield* assertFailsWith(tasks.resend(account.id, message.id, endpoint.id), "EndpointDisabled")
      yield* disable(false)
      yield* claimNone()
      yield* tasks.resend(account.id, message.id, endpoint.id)
      yield* claimOne()
    })
  )
}

/** Registers the rules of `DeliveryTasks.resend`. */
export const resendRules = <E>(layer: StorageLayer<E>): void => {
  resendStateRules(layer)
  rejectionRules(layer)
}
