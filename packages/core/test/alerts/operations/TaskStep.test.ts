import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { RateLimit } from "../../../src/alerts/delivery/RateLimit.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { ApplicationId } from "../../../src/alerts/endpoints/Application.ts"
import { Endpoint, EndpointUrl } from "../../../src/alerts/endpoints/Endpoint.ts"
import { MessageId } from "../../../src/alerts/Message.ts"
import { TaskId } from "../../../src/alerts/operations/DeliveryTask.ts"
import type { ResendScope } from "../../../src/alerts/operations/ResendSelection.ts"
import {
  advanceTask,
  cancelTask,
  decideTaskStep,
  isTaskDue,
  isTaskOpen,
  makeBulkTask,
  makeResendTask,
  resendCapacity,
  scopeOf,
  TASK_PAUSE_MILLIS
} from "../../../src/alerts/operations/TaskStep.ts"
import { DEFAULT_THRESHOLD_HOURS } from "../../../src/alerts/ThresholdHours.ts"

const NOW = 1_700_000_000_000
const now = DateTime.makeUnsafe(NOW)
const later = DateTime.makeUnsafe(NOW + 1000)
const accountId = AccountId.make("acc_1")
const endpointId = EndpointId.make("ep_1")
const identity = { id: TaskId.make("task_1"), accountId, now }
const scope: ResendScope = { kind: "recover", endpointId, since: DateTime.makeUnsafe(0), until: now }

const endpointOf = (disabled: boolean, rateLimit?: number): Endpoint =>
  new Endpoint({
    id: endpointId,
    accountId,
    applicationId: ApplicationId.make("app_1"),
    url: EndpointUrl.make("https://example.com/hook"),
    description: Option.none(),
    filterTypes: Option.none(),
    metadata: {},
    rateLimit: Option.map(Option.fromUndefinedOr(rateLimit), (perSecond) => RateLimit.make(perSecond)),
    retryPolicy: Option.none(),
    headerNames: [],
    dateChangeThresholdHours: DEFAULT_THRESHOLD_HOURS,
    disabled,
    disabledAt: Option.none(),
    verifiedAt: Option.none(),
    createdAt: now,
    updatedAt: now
  })

describe("a new task", () => {
  it("is queued, or completed immediately when nothing is in its scope", () => {
    const queued = makeBulkTask(identity, scope, 3)
    assert.deepEqual([queued.state, queued.total, queued.done], [{ _tag: "Queued" }, 3, 0])
    assert.isTrue(isTaskOpen(queued))
    assert.deepEqual(scopeOf(queued), scope)
    const empty = makeBulkTask(identity, scope, 0)
    assert.deepEqual(empty.state, { _tag: "Completed", at: now })
    assert.isFalse(isTaskOpen(empty))
  })

  it("for one message is completed, with a total of 0 when the delivery is being sent", () => {
    const message = { id: MessageId.make("msg_1"), createdAt: DateTime.makeUnsafe(1) }
    const resent = makeResendTask(identity, message, endpointId, true)
    assert.deepEqual([resent.state, resent.total, resent.done], [{ _tag: "Completed", at: now }, 1, 1])
    const skipped = makeResendTask(identity, message, endpointId, false)
    assert.deepEqual([skipped.state, skipped.total, skipped.done], [{ _tag: "Completed", at: now }, 0, 0])
  })
})

describe("the step of a task", () => {
  it("ends it when its endpoint was removed or disabled", () => {
    assert.deepEqual(decideTaskStep(Option.none(), 0, 100), { _tag: "Cancel", reason: "endpoint_deleted" })
    const disabled = Option.some(endpointOf(true))
    assert.deepEqual(decideTaskStep(disabled, 0, 100), { _tag: "Cancel", reason: "endpoint_disabled" })
  })

  it("pauses it while enough deliveries wait, and reads as many candidates as its capacity allows", () => {
    const step = (waiting: number, limit: number, rateLimit?: number) => {
      const decided = decideTaskStep(Option.some(endpointOf(false, rateLimit)), waiting, limit)
      return decided._tag === "Batch" ? decided.size : decided._tag
    }
    assert.strictEqual(step(0, 100), 100)
    assert.strictEqual(step(950, 100), 50)
    assert.strictEqual(step(1000, 100), "Pause")
    assert.strictEqual(step(0, 100, 3), 30)
    assert.strictEqual(step(30, 100, 3), "Pause")
  })

  it("is due at its time, or when the clock was set back", () => {
    assert.isTrue(isTaskDue(NOW, NOW))
    assert.isFalse(isTaskDue(NOW + 1, NOW))
    assert.isFalse(isTaskDue(NOW + TASK_PAUSE_MILLIS, NOW))
    assert.isTrue(isTaskDue(NOW + TASK_PAUSE_MILLIS + 1, NOW))
  })

  it("has no capacity beyond ten seconds of a rate limit, or a thousand deliveries", () => {
    assert.strictEqual(resendCapacity(Option.some(RateLimit.make(1000)), 0), 1000)
    assert.strictEqual(resendCapacity(Option.none(), 2000), 0)
  })
})

describe("a batch of a task", () => {
  const task = makeBulkTask(identity, scope, 3)

  it("leaves the task running while there are as many candidates as it requested", () => {
    const running = advanceTask(task, { size: 2, read: 2, resent: 1 }, later)
    assert.deepEqual([running.state, running.done, running.total], [{ _tag: "Running" }, 1, 3])
    assert.deepEqual(running.updatedAt, later)
  })

  it("completes the task when there are fewer, whatever its total", () => {
    const ended = advanceTask(task, { size: 2, read: 1, resent: 0 }, later)
    assert.deepEqual([ended.state, ended.done, ended.total], [{ _tag: "Completed", at: later }, 0, 3])
  })

  it("raises the total when more deliveries were queued again than were counted", () => {
    const advanced = advanceTask(task, { size: 10, read: 10, resent: 5 }, later)
    assert.deepStrictEqual([advanced.done, advanced.total], [5, 5])
  })
})

describe("cancelling a task", () => {
  it("ends an open task, and changes none that has ended", () => {
    const task = makeBulkTask(identity, scope, 3)
    const cancelled = cancelTask(task, "requested", later)
    assert.deepEqual(cancelled.state, { _tag: "Cancelled", reason: "requested", at: later })
    assert.strictEqual(cancelTask(cancelled, "endpoint_deleted", now), cancelled)
  })
})
