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
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { draftTo, outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"

export const HOUR_MILLIS = 3_600_000

const NEXT_STEP: Record<"succeeded" | "exhausted" | "waiting", RetryDecision> = {
  succeeded: { _tag: "Succeed" },
  exhausted: { _tag: "GiveUp" },
  waiting: { _tag: "Retry", dueAt: SAMPLE_TIME.epochMilliseconds + 100 * HOUR_MILLIS, pauseUntil: undefined }
}

/** What became of a delivery that was tried once. */
export type AttemptResult = keyof typeof NEXT_STEP

/** Posts an alert that is no example, at the time of the clock. */
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

/** Records what came of leases, at the time of the clock. */
export const recordAttempts = Effect.fnUntraced(function* (
  leases: ReadonlyArray<DeliveryLease>,
  tried: (lease: DeliveryLease) => AttemptResult
) {
  const queue = yield* DeliveryQueue
  const now = yield* Clock.currentTimeMillis
  const lost = yield* queue.record(
    leases.map((lease) => {
      const became = tried(lease)
      return outcomeOf(lease, NEXT_STEP[became], now - 100, responseOutcome(became === "succeeded" ? 200 : 500))
    })
  )
  assert.deepStrictEqual(lost, [])
})

/** Posts alerts, tries each once, and answers them with what was to become of them. */
export const attemptAlerts = Effect.fnUntraced(function* (
  account: Account,
  endpointId: EndpointId,
  ...fates: ReadonlyArray<AttemptResult>
) {
  const posted = yield* Effect.forEach(fates, (fate) =>
    Effect.map(postAlert(account, endpointId), (message): readonly [Message, AttemptResult] => [message, fate])
  )
  const fateOf = new Map(posted.map(([message, fate]): [string, AttemptResult] => [message.id, fate]))
  yield* recordAttempts(
    yield* (yield* DeliveryQueue).claim(10_000, 25_000),
    ({ messageId }) => fateOf.get(messageId) ?? "waiting"
  )
  return posted.map(([message]) => message)
})

/** As `attemptAlerts`, for one alert. */
export const attemptAlert = Effect.fnUntraced(function* (
  account: Account,
  endpointId: EndpointId,
  fate: AttemptResult
) {
  const [message] = yield* attemptAlerts(account, endpointId, fate)
  return message ?? (yield* Effect.die(new Error("no alert was posted")))
})

/** Claims all that is due and has it succeed. Answers the leases in the order in which they were claimed. */
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
 * Does every open task to its end, with the deliveries that it puts back: these succeed. Answers their leases.
 *
 * @param pageSizes of one page after another, over and over
 */
export const runTasks = Effect.fnUntraced(function* (...pageSizes: ReadonlyArray<number>) {
  const tasks = yield* DeliveryTasks
  const all: Array<DeliveryLease> = []
  for (let pages = 0; ; pages++) {
    assert.isBelow(pages, 10_000, "the tasks do not end")
    const { ran, nextAt } = yield* tasks.runBatch(pageSizes[pages % pageSizes.length] ?? 500)
    if (ran) continue
    all.push(...(yield* deliverAllDue))
    if (Option.isNone(nextAt)) return all
    const now = yield* Clock.currentTimeMillis
    assert.isAbove(nextAt.value, now, "a task that is due has no turn")
    yield* TestClock.setTime(nextAt.value)
  }
})

/** Asks for what is to be sent again of the time from some hours before `SAMPLE_TIME` to some hours after it. */
export const taskSpanOf = (
  kind: BulkTaskKind,
  endpointId: EndpointId,
  hours: readonly [number, number] = [-1000, 1000]
) => ({
  kind,
  endpointId,
  since: DateTime.add(SAMPLE_TIME, { hours: hours[0] }),
  until: DateTime.add(SAMPLE_TIME, { hours: hours[1] })
})

/** A task in the state that tests compare: how it stands and how far it came. */
export const progressOf = ({ state, total, done }: DeliveryTask) => ({ state: state._tag, total, done })
