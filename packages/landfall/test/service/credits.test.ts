import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Credits } from "@landfall/core/usage/Credits"
import { DEFAULT_TARIFF, METERED_UNITS } from "@landfall/core/usage/Tariff"
import { UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect } from "effect"
import { CLOSED_PORT } from "../support/Listener.ts"
import { type Caller, newCaller, serviceOf, serviceOn } from "../support/Service.ts"
import { runningClock } from "../support/ServiceClock.ts"

const PREFIXES = [ALERTS_PREFIX, CONGESTION_PREFIX, CO2_PREFIX]
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const VOYAGE = { vessel: { imo: 9706906 }, departure: { portCode: "FRLEH" }, arrival: { portCode: "ESBCN" } }

const get = (caller: Caller, path: string) => Effect.promise(() => caller.send("GET", path))
const post = (caller: Caller, path: string, body: unknown, headers: Record<string, string> = {}) =>
  Effect.promise(() => caller.send("POST", path, body, headers))

layer(serviceOn(runningClock), { excludeTestServices: true })("credits", (it) => {
  it.effect("the current period has its id, credits and month, the same under every prefix", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 100)
      yield* post(caller, `${CO2_PREFIX}/compute-co2`, VOYAGE)
      const now = yield* DateTime.now
      const views = yield* Effect.forEach(PREFIXES, (prefix) => get(caller, `${prefix}/consumption/current-period`))
      for (const { status, body } of views) {
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(body, views[0]?.body)
      }
      const { id, ...period } = views[0]?.body ?? {}
      assert.match(id, UUID)
      const startsAt = DateTime.startOf(now, "month")
      assert.deepStrictEqual(period, {
        credits: 99,
        creditsInitial: 100,
        periodStart: DateTime.formatIso(startsAt),
        periodEnd: DateTime.formatIso(DateTime.add(startsAt, { months: 1 })),
        expired: false
      })
      const { body: periods } = yield* get(caller, `${CONGESTION_PREFIX}/consumption/periods`)
      assert.deepStrictEqual(periods, [views[0]?.body])
    })
  )

  it.effect("periods are listed newest first, and expired ones are marked", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 100)
      const usage = yield* UsageStore
      const now = yield* DateTime.now
      yield* usage.debit(
        caller.accountId,
        Credits.make(30),
        DateTime.subtract(DateTime.startOf(now, "month"), { days: 1 })
      )
      const { body } = yield* get(caller, `${ALERTS_PREFIX}/consumption/periods`)
      assert.deepStrictEqual(
        body.map(({ credits, expired }: { credits: number; expired: boolean }) => [credits, expired]),
        [
          [100, false],
          [70, true]
        ]
      )
    })
  )

  it.effect("a top-up raises credits immediately and never creditsInitial", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 0)
      const before = yield* post(caller, `${CO2_PREFIX}/compute-co2`, VOYAGE)
      assert.strictEqual(before.status, 402)
      const now = yield* DateTime.now
      const end = DateTime.formatIso(DateTime.add(DateTime.startOf(now, "month"), { months: 1 }))
      assert.deepStrictEqual(before.body.details, [
        `The request costs 1 credit; 0 are left in the period that ends at ${end}.`
      ])
      yield* (yield* UsageStore).topUp(caller.accountId, Credits.make(5), now)
      const after = yield* post(caller, `${CO2_PREFIX}/compute-co2`, VOYAGE)
      assert.strictEqual(after.status, 200)
      const { body } = yield* get(caller, `${CO2_PREFIX}/consumption/current-period`)
      assert.deepStrictEqual([body.credits, body.creditsInitial], [4, 0])
    })
  )

  it.effect("a 402 without a credit period states that", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", null)
      const { status, body } = yield* post(caller, `${CO2_PREFIX}/compute-co2`, VOYAGE)
      assert.deepStrictEqual(
        [status, body.details],
        [
          402,
          [
            "The request costs 1 credit; the account has no credit period. Ask the operator for monthly credits or a top-up."
          ]
        ]
      )
    })
  )

  it.effect("a rejected request to track shipments notifies once that the credits are exhausted", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 25)
      const created = yield* post(caller, `${ALERTS_PREFIX}/endpoint`, {
        url: `http://127.0.0.1:${CLOSED_PORT}/`,
        filterTypes: ["credits.low", "credits.exhausted"]
      })
      const shipments = ["MSKU7194304", "MSCU1234566", "CSQU3054383"].map((number) => ({ number }))
      for (const key of [undefined, "5c1e6f34-8a8e-4c7e-9d57-0b1c2d3e4f50"]) {
        const rejected = yield* post(
          caller,
          `${ALERTS_PREFIX}/easy-shipment`,
          { [created.body.id]: { shipments } },
          key === undefined ? {} : { "content-type": "application/json", "idempotency-key": key }
        )
        assert.strictEqual(rejected.status, 402)
      }
      const { body } = yield* get(caller, `${ALERTS_PREFIX}/message`)
      assert.deepStrictEqual(
        body.data.map(({ type }: { type: string }) => type),
        ["credits.exhausted"]
      )
    })
  )

  it.effect("the tariff is published with the unit of each operation", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { status, body } = yield* get(caller, `${ALERTS_PREFIX}/tariff`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        body.operations,
        Object.entries(DEFAULT_TARIFF).map(([operation, credits]) => ({
          operation,
          credits,
          unit: Object.entries(METERED_UNITS).find(([name]) => name === operation)?.[1]
        }))
      )
    })
  )
})

const expensive = serviceOf({
  tariff: { ...DEFAULT_TARIFF, "co2.voyage": Credits.make(7), "shipment.track": Credits.make(0) }
})

layer(expensive, { excludeTestServices: true })("a tariff of the operator", (it) => {
  it.effect("is published and charged", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("pay-as-you-go", 20)
      const { body } = yield* get(caller, `${ALERTS_PREFIX}/tariff`)
      const prices = body.operations.map(({ operation, credits }: { operation: string; credits: number }) => [
        operation,
        credits
      ])
      assert.deepInclude(prices, ["co2.voyage", 7])
      assert.deepInclude(prices, ["shipment.track", 0])
      const statuses = yield* Effect.forEach([1, 2, 3], () => post(caller, `${CO2_PREFIX}/compute-co2`, VOYAGE))
      assert.deepStrictEqual(
        statuses.map(({ status }) => status),
        [200, 200, 402]
      )
      const tracked = yield* post(caller, `${ALERTS_PREFIX}/shipment`, { number: "MSKU7194304" })
      assert.strictEqual(tracked.status, 201)
      const { body: period } = yield* get(caller, `${ALERTS_PREFIX}/consumption/current-period`)
      assert.strictEqual(period.credits, 6)
    })
  )
})
