import { assert } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId } from "@landfall/core/alerts/Message"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { ulidOf } from "../../../samples/Samples.ts"
import { failsWith, same } from "../../suite/Assertions.ts"
import { claimNone, claimOne } from "../../suite/Queued.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storedEndpoint, storedReceiver } from "../../suite/Stored.ts"
import { alert, progressOf, settle, skipped, type Tried, triedOne } from "./Tasked.ts"

const stateRules = <E>(layer: StorageLayer<E>): void => {
  for (const fate of ["exhausted", "succeeded", "waiting"] as const satisfies ReadonlyArray<Tried>) {
    rule(
      layer,
      `a message that ${fate === "waiting" ? "waits" : `has ${fate}`} is due now, its policy begun anew`,
      () =>
        Effect.gen(function* () {
          const tasks = yield* DeliveryTasks
          const { account, endpoint } = yield* storedReceiver(1)
          const message = yield* triedOne(account, endpoint.id, fate)
          yield* claimNone()
          yield* TestClock.adjust(1000)
          const task = yield* tasks.resend(account.id, message.id, endpoint.id)
          same(progressOf(task), { state: "Completed", total: 1, done: 1 })
          same([task.kind, task.endpointId, task.messageId], ["resend", endpoint.id, Option.some(message.id)])
          const lease = yield* claimOne()
          assert.strictEqual(lease.messageId, message.id)
          assert.strictEqual(lease.body, message.body)
          same([lease.attempt, lease.attemptsBefore, lease.trigger], [2, 1, "manual"])
          yield* settle([lease], () => "exhausted")
          yield* tasks.resend(account.id, message.id, endpoint.id)
          const third = yield* claimOne()
          same([third.attempt, third.attemptsBefore], [3, 2])
        })
    )
  }

  rule(layer, "a message that is being sent is left to that attempt", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storedReceiver(1)
      const message = yield* alert(account, endpoint.id)
      const lease = yield* claimOne()
      const task = yield* (yield* DeliveryTasks).resend(account.id, message.id, endpoint.id)
      same(progressOf(task), { state: "Completed", total: 0, done: 0 })
      yield* claimNone()
      yield* settle([lease], () => "succeeded")
      yield* claimNone()
    })
  )

  rule(layer, "a message that was skipped, and one that was never meant for the endpoint, are sent to it alone", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, application, endpoint } = yield* storedReceiver(1)
      const other = yield* storedEndpoint(application, 2)
      const kept = yield* skipped(account, endpoint.id, "filter")
      yield* tasks.resend(account.id, kept.id, endpoint.id)
      const first = yield* claimOne()
      same([first.messageId, first.endpointId, first.attempt, first.attemptsBefore], [kept.id, endpoint.id, 1, 0])
      same(progressOf(yield* tasks.resend(account.id, kept.id, other.id)), { state: "Completed", total: 1, done: 1 })
      const second = yield* claimOne()
      same([second.messageId, second.endpointId, second.trigger], [kept.id, other.id, "manual"])
    })
  )

  rule(layer, "one message asked for many times at once is sent once", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const { account, application, endpoint } = yield* storedReceiver(1)
      const other = yield* storedEndpoint(application, 2)
      const message = yield* triedOne(account, endpoint.id, "succeeded")
      const ask = (endpointId: EndpointId) => tasks.resend(account.id, message.id, endpointId)
      yield* Effect.all(
        [endpoint.id, other.id, endpoint.id, other.id, endpoint.id, other.id].map((id) => ask(id)),
        { concurrency: "unbounded" }
      )
      const leases = yield* (yield* DeliveryQueue).claim(10, 25_000)
      assert.deepStrictEqual(leases.map(({ endpointId }) => endpointId).toSorted(), [endpoint.id, other.id])
    })
  )
}

const refusalRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "what belongs to another account, and what there is not, is not found and changes nothing", () =>
    Effect.gen(function* () {
      const tasks = yield* DeliveryTasks
      const [mine, theirs] = [yield* storedReceiver(1), yield* storedReceiver(2)]
      const message = yield* skipped(mine.account, mine.endpoint.id, "filter")
      const ask = (account: typeof mine.account, messageId: MessageId, endpointId: EndpointId) =>
        tasks.resend(account.id, messageId, endpointId)
      yield* failsWith(ask(theirs.account, message.id, theirs.endpoint.id), "MessageNotFound")
      yield* failsWith(ask(theirs.account, message.id, mine.endpoint.id), "EndpointNotFound")
      yield* failsWith(ask(mine.account, message.id, theirs.endpoint.id), "EndpointNotFound")
      yield* failsWith(ask(mine.account, MessageId.make(`msg_${ulidOf(9)}`), mine.endpoint.id), "MessageNotFound")
      yield* failsWith(ask(mine.account, message.id, EndpointId.make(`ep_${ulidOf(9)}`)), "EndpointNotFound")
      yield* claimNone()
    })
  )

  rule(layer, "nothing is sent again to an endpoint that is disabled, until it is enabled", () =>
    Effect.gen(function* () {
      const [tasks, store] = [yield* DeliveryTasks, yield* EndpointStore]
      const { account, endpoint } = yield* storedReceiver(1)
      const message = yield* skipped(account, endpoint.id, "filter")
      const disable = (disabled: boolean) =>
        store.modify(account.id, endpoint.id, (known) => new Endpoint({ ...known, disabled }))
      yield* disable(true)
      yield* failsWith(tasks.resend(account.id, message.id, endpoint.id), "EndpointDisabled")
      yield* disable(false)
      yield* claimNone()
      yield* tasks.resend(account.id, message.id, endpoint.id)
      yield* claimOne()
    })
  )
}

/** Registers the rules of `DeliveryTasks.resend`. */
export const resendRules = <E>(layer: StorageLayer<E>): void => {
  stateRules(layer)
  refusalRules(layer)
}
