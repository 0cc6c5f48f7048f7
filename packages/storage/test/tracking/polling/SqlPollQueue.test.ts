import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { parseShipmentReference } from "@landfall/core/tracking/references/ShipmentReference"
import { type ShipmentDecision, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import { containerOf, equipmentEventOf, hoursLater } from "@landfall/testing/samples/EventSamples"
import { accountOf, SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { plansOf, scansOf, sortsOf } from "../../Plans.ts"
import { openOnFile } from "../../TestStorage.ts"

const account = accountOf(1)
const CARRIERS = [Scac.make("MAEU"), Scac.make("HLCU"), Scac.make("ONEY")]
const SHIPMENTS = 2000
const changeNothing: ShipmentDecision = ({ shipment }) => ({ shipment, registrations: [], outbox: [] })

const trackContainers = Effect.fnUntraced(function* (count: number) {
  yield* TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME))
  yield* (yield* AccountStore).create(account)
  const requests = Array.from({ length: count }, (_, n) => ({
    reference: Result.getOrThrow(parseShipmentReference({ number: containerOf(n) })),
    endpointId: Option.none(),
    label: Option.none(),
    metadata: Option.none()
  }))
  const store = yield* ShipmentStore
  yield* store.track(account.id, requests, Credits.make(0), SAMPLE_TIME, ({ shipment }) => ({
    shipment,
    registrations: [],
    outbox: []
  }))
})

describe("the query plans of the poll queue with thousands of shipments", () => {
  it.effect(
    "claims read the queue of each carrier by its index, and enrolments and records find their rows by a key",
    () =>
      Effect.gen(function* () {
        yield* trackContainers(SHIPMENTS)
        const queue = yield* PollQueue
        const { plans } = yield* plansOf(
          Effect.gen(function* () {
            const [first] = CARRIERS
            const enrolled = yield* queue.enrol(({ number }) => {
              const scac = CARRIERS[Number(number.slice(4, 10)) % CARRIERS.length]
              return scac === undefined ? [] : [{ scac, number, kind: "CT" }]
            }, SHIPMENTS)
            assert.strictEqual(enrolled, SHIPMENTS)
            const leases = yield* queue.claim((queues) => new Map(queues.map(({ scac }) => [scac, 10])), 100, 1000)
            assert.strictEqual(leases.length, 30)
            const [lease] = leases
            if (lease === undefined || first === undefined) return assert.fail()
            for (const code of ["LOAD", "DISC"] as const) {
              const recorded = yield* queue.record({
                lease,
                now: SAMPLE_TIME,
                requests: 1,
                response: Option.some({ events: [equipmentEventOf(containerOf(0), { code })], complete: true }),
                carrierPoll: Option.none(),
                pausedUntil: Option.some(hoursLater(1)),
                decideOthers: changeNothing,
                decide: ({ shipment }) => ({
                  change: { shipment, registrations: [], outbox: [] },
                  plan: {
                    progress: lease.progress,
                    next: { _tag: "Poll", at: hoursLater(0), reason: "under_way" },
                    error: Option.none()
                  }
                })
              })
              assert.strictEqual(recorded, code === "LOAD")
            }
            yield* queue.nextDueAt(CARRIERS)
            yield* queue.status(account.id, lease.shipmentId)
          })
        )
        // Scans of one row for each carrier, of the accounts that a claim considers, and of at most as many polls as a claim takes.
        const scans = scansOf(plans).filter((step) => !/^SCAN (?:a|due|visited|\(subquery-\d+\)) /.test(step))
        assert.deepStrictEqual(scans, [])
        // The subscribers of one shipment are sorted, and so are the few shipments that a response concerns.
        assert.deepStrictEqual(
          sortsOf(plans).filter((step) => !/registration AS r|named CROSS JOIN shipment AS s/.test(step)),
          []
        )
        const steps = plans.flatMap((plan) => plan.steps)
        const uses = (index: string) => steps.some((step) => step.includes(`INDEX ${index} (`))
        assert.isTrue(uses("shipment_check_queue"))
        assert.isTrue(uses("shipment_check_turn"))
        assert.isTrue(uses("shipment_check_new"))
        assert.isTrue(uses("shipment_check_leased"))
      }).pipe(Effect.provide(openOnFile))
  )
})

describe("a review", () => {
  it.effect("sees how the last poll of a shipment went, and nothing for one that was never polled", () =>
    Effect.gen(function* () {
      yield* trackContainers(2)
      const queue = yield* PollQueue
      yield* queue.enrol(({ number }) => [{ scac: Scac.make("MAEU"), number, kind: "CT" }], 10)
      const [lease] = yield* queue.claim(() => new Map([[Scac.make("MAEU"), 1]]), 10, 1000)
      if (lease === undefined) return assert.fail()
      const last = { _tag: "Unauthorised", failures: 3 } as const
      yield* queue.record({
        lease,
        now: SAMPLE_TIME,
        requests: 1,
        response: Option.none(),
        carrierPoll: Option.none(),
        pausedUntil: Option.none(),
        decideOthers: changeNothing,
        decide: ({ shipment }) => ({
          change: { shipment, registrations: [], outbox: [] },
          plan: {
            progress: { ...lease.progress, last },
            next: { _tag: "Poll", at: hoursLater(1), reason: "unauthorised" },
            error: Option.some("MAEU responded with status 401.")
          }
        })
      })
      const states = new Map<string, unknown>()
      const store = yield* ShipmentStore
      yield* store.runReviews(SAMPLE_TIME, 10, ({ shipment, lastPoll }) => {
        states.set(shipment.id === lease.shipmentId ? "polled" : "other", lastPoll)
        return { shipment, registrations: [], outbox: [] }
      })
      assert.deepStrictEqual(states.get("polled"), last)
      assert.isTrue(states.has("other"))
      assert.isUndefined(states.get("other"))
    }).pipe(Effect.provide(openOnFile))
  )
})
