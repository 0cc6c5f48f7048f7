import type { AccountId } from "@landfall/core/accounts/Account"
import {
  type ClaimQuota,
  type DeliveryLease,
  DeliveryQueue,
  type LeaseOutcome,
  type LeasePostponement,
  leasedDelivery,
  NO_EXCLUSIONS,
  type QueueExclusions,
  UNLIMITED_QUOTA
} from "@landfall/core/alerts/delivery/DeliveryQueue"
import { transition } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import { queuePostponements } from "@landfall/core/alerts/delivery/QueuePostponement"
import { Limits } from "@landfall/core/limits/Limits"
import { Clock, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { type DeliveryProfile, makeOpenDeliveryProfile } from "../../secrets/DeliveryProfile.ts"
import { accountFences } from "../../sql/AccountFences.ts"
import { readByIndex, readByIndexForLeases } from "../../sql/IndexPlans.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { transactionWithDeferredSync } from "../../sqlite/DeferredSync.ts"
import { makeOutboxRows } from "../messages/OutboxRows.ts"
import { stateCells } from "../queue/DeliveryColumns.ts"
import { DeliverySignal } from "../queue/DeliverySignal.ts"
import { makeEndpointQueues } from "../queue/EndpointQueues.ts"
import { type ClaimedDelivery, makeDeliveryClaim } from "./DeliveryClaim.ts"
import { updateLeased } from "./LeasedDeliveries.ts"
import { makeOutcomeRecording } from "./OutcomeRecording.ts"

// Claiming and recording are the hot path of delivery: a few statements for hundreds of rows, and no spans.
const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const signal = yield* DeliverySignal
  const clock = yield* LeaseClock
  const openSecrets = yield* makeOpenDeliveryProfile
  const queues = makeEndpointQueues(sql)
  const { fenced } = accountFences(sql)
  const claimDeliveries = makeDeliveryClaim(sql, queues, yield* Limits)
  const recordOutcomes = makeOutcomeRecording(sql, queues, yield* makeOutboxRows)

  /** The time of the queue's clock, and the milliseconds by which it is ahead of the caller's. */
  const times = Effect.gen(function* () {
    const now = yield* clock.now
    return { now, ahead: now - (yield* Clock.currentTimeMillis) }
  })

  const decodeNext = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ nextAt: Schema.Int })))

  /** Exclusions with the accounts that move to another cell. */
  const withFenced = <Q extends QueueExclusions>(exclusions: Q) =>
    Effect.map(fenced, (accounts) =>
      accounts.size === 0
        ? exclusions
        : { ...exclusions, excludedAccounts: new Set([...exclusions.excludedAccounts, ...accounts]) }
    )

  /** The leases of accounts that do not move to another cell: the other cell sends those again. */
  const unfencedOf = <L extends { readonly accountId: AccountId }>(leases: ReadonlyArray<L>) =>
    Effect.map(fenced, (accounts) =>
      accounts.size === 0 ? leases : leases.filter(({ accountId }) => !accounts.has(accountId))
    )

  /** A claimed delivery whose secrets cannot be opened stays leased, and is claimed again when the lease ends. */
  const toLeases = Effect.fnUntraced(function* (claimed: ReadonlyArray<ClaimedDelivery>, token: string) {
    const profiles = new Map<string, Option.Option<DeliveryProfile>>()
    const leases: Array<DeliveryLease> = []
    for (const { due, queue } of claimed) {
      const endpointId = due.endpoint_id
      const profile = profiles.get(endpointId) ?? (yield* openSecrets(endpointId, queue))
      profiles.set(endpointId, profile)
      if (Option.isNone(profile)) continue

      leases.push({
        messageId: due.message_id,
        endpointId,
        accountId: queue.account_id,
        token,
        attempt: due.attempts + 1,
        attemptsBefore: due.attempts_before,
        trigger: due.manual === 1 ? "manual" : "automatic",
        url: queue.url,
        body: due.body,
        ...profile.value
      })
    }
    return leases
  })

  const claim = Effect.fnUntraced(function* (limit: number, leaseMillis: number, quota: ClaimQuota = UNLIMITED_QUOTA) {
    const now = yield* clock.now
    const token = yield* random.uuidV4()
    // A lease that a power failure loses is a delivery that is claimed again.
    const claiming = Effect.flatMap(withFenced(quota), (admitted) =>
      claimDeliveries(limit, token, now, now + leaseMillis, admitted)
    )
    const [, claimed] = yield* transactionWithDeferredSync(sql)(
      Effect.andThen(signal.reset, inOneRoundTrip(sql, [readByIndexForLeases(sql), claiming]))
    )
    return yield* toLeases(claimed, token)
  }, mapToStorageError("DeliveryQueue.claim"))

  const record = Effect.fnUntraced(function* (all: ReadonlyArray<LeaseOutcome>) {
    if (all.length === 0) return []
    const accounts = yield* fenced
    const isFenced = ({ lease }: LeaseOutcome) => accounts.has(lease.accountId)
    const [outcomes, moved] =
      accounts.size === 0 ? [all, []] : [all.filter((one) => !isFenced(one)), all.filter(isFenced)]
    if (outcomes.length === 0) return moved
    const { now, ahead } = yield* times
    const [, { lost, freed }] = yield* sql.withTransaction(
      inOneRoundTrip(sql, [readByIndex(sql), recordOutcomes(outcomes, now, ahead)])
    )
    if (freed) yield* signal.notify
    return moved.length === 0 ? lost : [...lost, ...moved]
  }, mapToStorageError("DeliveryQueue.record"))

  /** Makes the deliveries of leases due at `now`, without an attempt. */
  const returnLeases = (leases: ReadonlyArray<DeliveryLease>, now: number) => {
    const at = DateTime.makeUnsafe(now)
    return updateLeased(
      sql,
      leases.map((lease) => [lease, stateCells(transition(leasedDelivery(lease, at), { _tag: "Released", at }), 0)])
    )
  }

  const release = Effect.fnUntraced(
    function* (all: ReadonlyArray<DeliveryLease>) {
      const leases = yield* unfencedOf(all)
      if (leases.length === 0) return
      const now = yield* clock.now
      yield* returnLeases(leases, now)
      yield* queues.wake(
        leases.map(({ endpointId }) => endpointId),
        now
      )
      yield* sql.afterCommit(signal.notify)
    },
    sql.withTransaction,
    mapToStorageError("DeliveryQueue.release")
  )

  const postpone = Effect.fnUntraced(
    function* (all: ReadonlyArray<LeasePostponement>) {
      const leases = new Set(yield* unfencedOf(all.map(({ lease }) => lease)))
      const postponements = all.filter(({ lease }) => leases.has(lease))
      if (postponements.length === 0) return
      const { now, ahead } = yield* times
      yield* returnLeases(
        postponements.map(({ lease }) => lease),
        now
      )
      yield* queues.hold(queuePostponements(postponements), ahead)
    },
    sql.withTransaction,
    mapToStorageError("DeliveryQueue.postpone")
  )

  const nextDueAt = Effect.fnUntraced(function* (without?: QueueExclusions) {
    const [next] = yield* decodeNext(yield* queues.nextDue(yield* withFenced(without ?? NO_EXCLUSIONS)))
    if (next === undefined) return Option.none<number>()
    const { ahead } = yield* times
    return Option.some(next.nextAt - ahead)
  }, mapToStorageError("DeliveryQueue.nextDueAt"))

  return DeliveryQueue.of({ claim, record, release, postpone, nextDueAt, arrival: signal.arrival })
})

/** `DeliveryQueue` in the tables `endpoint_queue`, `delivery` and `attempt`, by the time of `LeaseClock`. */
export const layer = Layer.effect(DeliveryQueue, make)
