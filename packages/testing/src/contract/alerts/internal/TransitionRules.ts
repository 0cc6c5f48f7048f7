import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import type { DeliveryState } from "@landfall/core/alerts/delivery/Delivery"
import {
  attemptedEvent,
  type DeliveryLease,
  DeliveryQueue,
  UNLIMITED_QUOTA
} from "@landfall/core/alerts/delivery/DeliveryQueue"
import { type DeliveryEvent, transition } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import type { MessageId } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { draftTo, outcomeOf } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer, StoragePorts } from "../../suite/StoragePorts.ts"
import { storeReceiver } from "../../suite/StoredSamples.ts"

const LEASE_MILLIS = 25_000
const HOUR = 3_600_000

/** The kinds of deliveries that the state machine distinguishes. */
const KINDS = ["first", "retryDue", "retryLater", "leased", "expired", "succeeded", "exhausted", "skipped"] as const
type Kind = (typeof KINDS)[number]

/** A delivery to a separate endpoint, with its lease where it was claimed. */
interface Sample {
  readonly account: Account
  readonly endpoint: Endpoint
  readonly messageId: MessageId
  readonly lease: Option.Option<DeliveryLease>
}

/** Claims from one endpoint. */
const claimFrom = Effect.fnUntraced(function* (endpoint: Endpoint, leaseMillis: number) {
  const limitFor = (id: Endpoint["id"]) => (id === endpoint.id ? UNLIMITED_QUOTA.limitFor(id) : 0)
  const [lease] = yield* (yield* DeliveryQueue).claim(10, leaseMillis, { ...UNLIMITED_QUOTA, limitFor })
  return Option.fromUndefinedOr(lease)
})

const recordNow = Effect.fnUntraced(function* (lease: DeliveryLease, decide: (now: number) => RetryDecision) {
  const now = (yield* DateTime.now).epochMilliseconds
  yield* (yield* DeliveryQueue).record([outcomeOf(lease, decide(now), now - 100)])
})

/** The decision after the first attempt, for the kinds that have one. */
const FIRST_ATTEMPT: Partial<Record<Kind, (now: number) => RetryDecision>> = {
  retryDue: (now) => ({ _tag: "Retry", dueAt: now + 10, pauseUntil: undefined }),
  retryLater: (now) => ({ _tag: "Retry", dueAt: now + HOUR, pauseUntil: undefined }),
  succeeded: () => ({ _tag: "Succeed" }),
  exhausted: () => ({ _tag: "Exhaust" })
}

/** Makes a delivery of a kind. */
const makeSample = Effect.fnUntraced(function* (n: number, kind: Kind) {
  const { account, endpoint } = yield* storeReceiver(n)
  const skip = kind === "skipped" ? Option.some("filter" as const) : Option.none()
  const draft = { ...draftTo([endpoint.id]), recipients: [{ endpointId: endpoint.id, skip }] }
  const message = yield* (yield* Outbox).post(account.id, draft, yield* DateTime.now)
  const isClaimed = kind !== "first" && kind !== "skipped"
  const lease = isClaimed ? yield* claimFrom(endpoint, kind === "expired" ? 10 : LEASE_MILLIS) : Option.none()
  const decide = FIRST_ATTEMPT[kind]
  if (Option.isSome(lease) && decide !== undefined) yield* recordNow(lease.value, decide)
  yield* TestClock.adjust(20)
  const sample: Sample = { account, endpoint, messageId: message.id, lease }
  return sample
})

const stateOf = Effect.fnUntraced(function* ({ account, messageId }: Sample) {
  const { deliveries } = yield* (yield* MessageLog).message(account.id, messageId)
  const [delivery] = deliveries
  return delivery?.state ?? (yield* Effect.die(new Error("the message has no delivery")))
})

const setDisabled = Effect.fnUntraced(function* ({ account, endpoint }: Sample, disabled: boolean) {
  const store = yield* EndpointStore
  yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled }))
})

/** Carries out one event and returns the corresponding events of the state machine. */
type AppliedTransition = (
  sample: Sample,
  now: DateTime.Utc
) => Effect.Effect<ReadonlyArray<DeliveryEvent>, unknown, StoragePorts>

const recordOutcome =
  (decide: (now: number) => RetryDecision, isDisabled = false): AppliedTransition =>
  (sample, now) =>
    Effect.gen(function* () {
      if (isDisabled) yield* setDisabled(sample, true)
      const disabled: ReadonlyArray<DeliveryEvent> = isDisabled ? [{ _tag: "EndpointDisabled", at: now }] : []
      // A lease that was used for a first attempt records nothing: its token is void.
      if (Option.isNone(sample.lease)) return disabled
      const outcome = outcomeOf(sample.lease.value, decide(now.epochMilliseconds), now.epochMilliseconds - 100)
      yield* (yield* DeliveryQueue).record([outcome])
      return [...disabled, attemptedEvent(outcome, isDisabled, now)]
    })

const retryInAnHour = (now: number): RetryDecision => ({ _tag: "Retry", dueAt: now + HOUR, pauseUntil: undefined })

const EVENTS: Readonly<Record<string, AppliedTransition>> = {
  "a claim": ({ endpoint }, now) =>
    Effect.as(claimFrom(endpoint, LEASE_MILLIS), [
      { _tag: "Claimed", at: now, until: DateTime.add(now, { milliseconds: LEASE_MILLIS }) }
    ]),
  "the release of its lease": ({ lease }, now) =>
    Effect.gen(function* () {
      yield* (yield* DeliveryQueue).release(Option.toArray(lease))
      return [{ _tag: "Released", at: now }]
    }),
  "a successful attempt": recordOutcome(() => ({ _tag: "Succeed" })),
  "a failed attempt": recordOutcome(retryInAnHour),
  "a failed attempt at a disabled endpoint": recordOutcome(retryInAnHour, true),
  "the last attempt": recordOutcome(() => ({ _tag: "Exhaust" })),
  "410 Gone": recordOutcome(() => ({ _tag: "DisableEndpoint" })),
  "disabling its endpoint": (sample, now) =>
    Effect.as(setDisabled(sample, true), [{ _tag: "EndpointDisabled", at: now }]),
  "a claim from its disabled endpoint": (sample, now) =>
    Effect.gen(function* () {
      yield* setDisabled(sample, true)
      yield* claimFrom(sample.endpoint, LEASE_MILLIS)
      return [
        { _tag: "EndpointDisabled", at: now },
        { _tag: "EndpointInactive", reason: "endpoint_disabled", at: now }
      ]
    }),
  "removing its endpoint": ({ account, endpoint }, now) =>
    Effect.gen(function* () {
      yield* (yield* EndpointStore).remove(account.id, endpoint.id, now)
      return [{ _tag: "EndpointDeleted", at: now }]
    }),
  "a resend": ({ account, endpoint, messageId }, now) =>
    Effect.gen(function* () {
      yield* (yield* DeliveryTasks).resend(account.id, messageId, endpoint.id)
      return [{ _tag: "ResendRequested", at: now }]
    })
}

const applyTransition = Effect.fnUntraced(function* (event: AppliedTransition, n: number, kind: Kind) {
  const sample = yield* makeSample(n, kind)
  const before = yield* stateOf(sample)
  const events = yield* event(sample, yield* DateTime.now)
  const start = { state: before, attemptsBefore: 0, trigger: "automatic" as const }
  const expected: DeliveryState = events.reduce(transition, start).state
  assert.deepEqual(yield* stateOf(sample), expected, `${kind}: ${before._tag}`)
})

export const transitionRules = <E>(layer: StorageLayer<E>): void => {
  for (const [name, event] of Object.entries(EVENTS)) {
    rule(layer, `${name} changes every delivery as the state machine of core decides`, () =>
      Effect.forEach(KINDS, (kind, index) => applyTransition(event, index + 1, kind))
    )
  }
}
