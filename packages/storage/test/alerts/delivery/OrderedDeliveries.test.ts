import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue, type LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import type { MessageDraft } from "@landfall/core/alerts/Message"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { Clock, Effect, Option, Random } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { makeOutboxRows } from "../../../src/alerts/messages/OutboxRows.ts"
import * as LeaseClock from "../../../src/sql/LeaseClock.ts"
import { openOnFile } from "../../TestStorage.ts"

const ALERTS = 10_000
const SHIPMENTS = 250
const FAILURES = 0.3
const MOST_RETRIES = 4
const CLAIMED = 256

const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1, { ordering: "shipment" })

const draftOf = (alert: number): MessageDraft => {
  const shipment = alert % SHIPMENTS
  const sequence = Math.floor(alert / SHIPMENTS) + 1
  return {
    shipmentId: Option.some(ShipmentId.make(`shp_${shipment}`)),
    sequence,
    type: "vessel.arrival.at.final.pod",
    body: JSON.stringify({ shipment, sequence }),
    example: false,
    recipients: [{ endpointId: endpoint.id, skip: Option.none(), ordered: true }]
  }
}

const outcomeOf = (lease: DeliveryLease, now: number, fails: boolean): LeaseOutcome => ({
  lease,
  startedAt: now,
  durationMillis: 0,
  responseStartMillis: 0,
  outcome: { _tag: "Responded", status: fails ? 500 : 200, body: "" },
  next: !fails
    ? { _tag: "Succeed" }
    : lease.attempt > MOST_RETRIES
      ? { _tag: "Exhaust" }
      : { _tag: "Retry", dueAt: now + lease.attempt * 60_000, pauseUntil: undefined }
})

describe("an endpoint that orders the alerts of a shipment", () => {
  it.effect(
    `receives ${ALERTS} alerts of ${SHIPMENTS} shipments in the order of their numbers while 30 % of the attempts fail`,
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(SAMPLE_TIME.epochMilliseconds)
        yield* (yield* AccountStore).create(account)
        yield* (yield* ApplicationStore).create(application)
        yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
        const sql = yield* SqlClient.SqlClient
        const outbox = yield* makeOutboxRows
        const drafts = Array.from({ length: ALERTS }, (_, alert) => draftOf(alert))
        yield* sql.withTransaction(outbox.postAll(account.id, drafts, SAMPLE_TIME))

        const queue = yield* DeliveryQueue
        const next = new Map<number, number>()
        let ended = 0
        while (ended < ALERTS) {
          const leases = yield* queue.claim(CLAIMED, 25_000)
          if (leases.length === 0) {
            yield* TestClock.setTime(Option.getOrThrow(yield* queue.nextDueAt()))
            continue
          }
          const now = yield* Clock.currentTimeMillis
          const outcomes: Array<LeaseOutcome> = []
          for (const lease of leases) {
            const { shipment, sequence } = JSON.parse(lease.body)
            assert.strictEqual(sequence, next.get(shipment) ?? 1, `shipment ${shipment}`)
            const outcome = outcomeOf(lease, now, (yield* Random.next) < FAILURES)
            outcomes.push(outcome)
            if (outcome.next._tag === "Retry") continue
            next.set(shipment, sequence + 1)
            ended++
          }
          assert.deepStrictEqual(yield* queue.record(outcomes), [])
        }
        assert.isTrue([...next.values()].every((sequence) => sequence === ALERTS / SHIPMENTS + 1))
        assert.deepStrictEqual(yield* queue.claim(1, 25_000), [])
      }).pipe(
        Random.withSeed("ordered alerts"),
        Effect.provide([SecureRandom.layerWebCrypto, LeaseClock.processLayer]),
        Effect.provide(openOnFile)
      )
  )
})
