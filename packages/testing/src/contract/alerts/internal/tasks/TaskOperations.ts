import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Message, MessageDraft, MessageId, SkipReason } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import type { DeliveryTask } from "@landfall/core/alerts/operations/DeliveryTask"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import type { BulkTaskKind } from "@landfall/core/alerts/operations/ResendSelection"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../../../samples/Samples.ts"
import { draftTo, outcomeOf, responseOutcome } from "../../../suite/DeliverySamples.ts"

export const HOUR_MILLIS = 3_600_000

const DECISIONS: Record<"succeeded" | "exhausted" | "waiting", RetryDecision> = {
  succeeded: { _tag: "Succeed" },
  exhausted: { _tag: "Exhaust" },
  waiting: { _tag: "Retry", dueAt: SAMPLE_TIME.epochMilliseconds + 100 * HOUR_MILLIS, pauseUntil: undefined }
}

/** The state of a delivery after one attempt. */
export type AttemptResult = keyof typeof DECISIONS

/** Posts an alert, not an example, at the time of the clock. */
export const postAlert = Effect.fnUntraced(function* (
  account: Account,
  endpointId: EndpointId,
  changes: Partial<MessageDraft> = {}
) {
  const draft = draftTo([endpointId], { example: false, ...changes })
  return yield* (yield* Outbox).post(account.id, draft, yield* DateTime.now)
})

/** Posts an alert that is not sent to its endpoint. */
export const postSkippedAlert = (
  account: Account,
  endpointId: EndpointId,
  reason: SkipReason,
  changes: Partial<MessageDraft> = {}
) => postAlert(account, endpointId, { recipients: [{ endpointId, skip: Option.some(reason) }], ...changes })

/** Records the outcomes of leases at the time of the clock. */
export const recordAttempts = Effect.fnUntraced(function* (
  leases: ReadonlyArray<DeliveryLease>,
  resultOf: (lease: DeliveryLease) => AttemptResult
) {
  const queue = yield* DeliveryQueue
  const now = yield* Clock.currentTimeMillis
  const unrecorded = yield* queue.record(
    leases.map((lease) => {
      const result = resultOf(lease)
      return outcomeOf(lease, DECISIONS[result], now - 100, responseOutcome(result === "succeeded" ? 200 : 500))
    })
  )
  assert.deepStrictEqual(unrecorded, [])
})

/** Posts alerts and makes one attempt for each, with these results. Returns the messages. */
export const attemptAlerts = Effect.fnUntraced(function* (
  account: Account,
  endpointId: EndpointId,
  ...attemptResults: ReadonlyArray<AttemptResult>
) {
  const posted = yield* Effect.forEach(attemptResults, (result) =>
    Effect.map(postAlert(account, endpointId), (message): readonly [Message, AttemptResult] => [message, result])
  )
  const results = new Map(posted.map(([message, result]): [string, AttemptResult] => [message.id, result]))
  yield* recordAttempts(
    yield* (yield* DeliveryQueue).claim(10_000, 25_000),
    ({ messageId }) => results.get(messageId) ?? "waiting"
  )
  return posted.map(([message]) => message)
})

/** As `attemptAlerts`, for one alert. */
export const attemptAlert = Effect.fnUntraced(function* (
  account: Account,
  endpointId: EndpointId,
  result: AttemptResult
) {
  const [message] = yield* attemptAlerts(account, endpointId, result)
  return message ?? (yield* Effect.die(new Error("no alert was posted")))
})

/** Delivers all due deliveries. Returns the leases in the order in which they were claimed. */
export const deliverAllDue = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const all: Array<DeliveryLease> = []
  for (let more = true; more; ) {
    const leases = yield* queue.claim(1000, 25_000)
    yield* recordAttempts(leases, () => "succeeded")
    all.push(...leases)
    more = leases.length > 0
  }
  return all
})

export const messageIdsOf = (rows: ReadonlyArray<{ readonly messageId: MessageId }>): Array<MessageId> =>
  rows.map(({ messageId }) => messageId)

/**
 * Runs every open task to its end, and delivers the deliveries that it returned to the queue. Returns the leases.
 *
 * @param batchSizes the sizes of batches, in turn and repeatedly
 */
export const runTasks = Effect.fnUntraced(function* (...batchSizes: ReadonlyArray<number>) {
  const tasks = yield* DeliveryTasks
  const all: Array<DeliveryLease> = []
  for (let batches = 0; ; batches++) {
    assert.isBelow(batches, 10_000, "the tasks do not end")
    const { ran, nextAt } = yield* tasks.runBatch(batchSizes[batches % batchSizes.length] ?? 500)
    if (ran) continue
    all.push(...(yield* deliverAllDue))
    if (Option.isNone(nextAt)) return all
    const now = yield* Clock.currentTimeMillis
    assert.isAbove(nextAt.value, now, "a task is due, but no step was run")
    yield* TestClock.setTime(nextAt.value)
  }
})

/** The scope of a task, in hours relative to `SAMPLE_TIME`. */
export const taskScopeOf = (
  kind: BulkTaskKind,
  endpointId: EndpointId,
  hours: readonly [number, number] = [-1000, 1000]
) => ({
  kind,
  endpointId,
  since: DateTime.add(SAMPLE_TIME, { hours: hours[0] }),
  until: DateTime.add(SAMPLE_TIME, { hours: hours[1] })
})

/** The state and the counts of a task, as tests compare them. */
export const progressOf = ({ state, total, done }: DeliveryTask) => ({ state: state._tag, total, done })
