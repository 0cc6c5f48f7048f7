import { DeliveryQueue, type Lease, type Outcome } from "@landfall/core/alerts/DeliveryQueue"
import type { SecretRing } from "@landfall/core/alerts/SigningSecret"
import { Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, SqlSchema } from "effect/sql"
import { columns, jsonRows } from "../JsonRows.ts"
import { LeaseClock } from "../LeaseClock.ts"
import { storageFaults } from "../StorageFaults.ts"
import { type Candidate, makeClaim } from "./Claim.ts"
import { DeliverySignal } from "./DeliverySignal.ts"
import { makeOpenSecrets } from "./OpenSecrets.ts"
import { makeRecording } from "./Recording.ts"

const HELD = columns({ message_id: "TEXT", endpoint_id: "TEXT", lease_token: "TEXT" })

// Claiming and recording are the hot path of delivery: a few statements for hundreds of rows, and no spans.
const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const signal = yield* DeliverySignal
  const clock = yield* LeaseClock
  const openSecrets = yield* makeOpenSecrets
  const claimDue = makeClaim(sql)
  const recordAll = makeRecording(sql)

  const findNext = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: Schema.Struct({ dueAt: Schema.Int }),
    execute: () => sql`SELECT due_at FROM delivery WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`
  })

  /** What is claimed but cannot be signed stays leased, and is tried again when the lease ends. */
  const toLeases = Effect.fnUntraced(function* (candidates: ReadonlyArray<Candidate>, token: string) {
    const rings = new Map<string, Option.Option<SecretRing>>()
    const leases: Array<Lease> = []
    for (const candidate of candidates) {
      const endpointId = candidate.endpoint_id
      const ring = rings.get(endpointId) ?? (yield* openSecrets(endpointId, candidate))
      rings.set(endpointId, ring)
      if (Option.isNone(ring)) continue
      leases.push({
        messageId: candidate.message_id,
        endpointId,
        token,
        attempt: candidate.attempts + 1,
        url: candidate.url,
        body: candidate.body,
        secrets: ring.value
      })
    }
    return leases
  })

  const claim = Effect.fnUntraced(function* (limit: number, leaseMillis: number) {
    const now = yield* clock.now
    const token = yield* random.uuidV4()
    const claimed = yield* sql.withTransaction(
      Effect.andThen(signal.reset, claimDue(limit, token, now, now + leaseMillis))
    )
    return yield* toLeases(claimed, token)
  }, storageFaults("DeliveryQueue.claim"))

  const record = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
    return outcomes.length === 0 ? [] : yield* sql.withTransaction(recordAll(outcomes))
  }, storageFaults("DeliveryQueue.record"))

  const release = Effect.fnUntraced(function* (leases: ReadonlyArray<Lease>) {
    if (leases.length === 0) return
    const now = yield* clock.now
    const rows = leases.map(({ messageId, endpointId, token }) => [messageId, endpointId, token])
    yield* sql`UPDATE delivery SET state = 'pending', due_at = ${now}, lease_token = NULL
      FROM ${jsonRows(sql, HELD, rows)} AS held
      WHERE delivery.message_id = held.message_id AND delivery.endpoint_id = held.endpoint_id
        AND delivery.lease_token = held.lease_token`
    yield* sql.afterCommit(signal.notify)
  }, storageFaults("DeliveryQueue.release"))

  return DeliveryQueue.of({
    claim,
    record,
    release,
    nextDueAt: findNext().pipe(Effect.map(Option.map(({ dueAt }) => dueAt)), storageFaults("DeliveryQueue.nextDueAt")),
    arrival: signal.arrival
  })
})

/**
 * `DeliveryQueue` in the tables `delivery` and `attempt`, by the time of `LeaseClock`.
 */
export const layer = Layer.effect(DeliveryQueue, make)
