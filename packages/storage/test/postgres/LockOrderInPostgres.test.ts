import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue, type LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import type { MessageDraft } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { Clock, Context, DateTime, Effect, Logger, Option, References } from "effect"
import { newSchema, openProcess, skipReason, withServer } from "./TestServer.ts"

const GRANT = 100
const SUBSCRIBERS = 4
const ROUNDS = 15
const MESSAGE = "vessel.arrival.at.final.pod"
const account = accountOf(1, { monthlyCredits: Option.some(GRANT) })
const application = applicationOf(account, 1)
const filterTypes = Option.some(FilterTypes.make([MESSAGE, "delivery.exhausted", "endpoint.disabled", "credits.low"]))
const endpointNumber = (n: number) => endpointOf(application, n, { filterTypes })

const draftTo = (ids: ReadonlyArray<EndpointId>, type = MESSAGE): MessageDraft => ({
  shipmentId: Option.none(),
  type,
  body: JSON.stringify({ type }),
  example: true,
  recipients: ids.map((endpointId) => ({ endpointId, skip: Option.none() }))
})

/** The endpoints that receive an ordinary message are gone; every other delivery succeeds. */
const outcomeOf = (lease: DeliveryLease, startedAt: number): LeaseOutcome => {
  const isGone = lease.body.includes(MESSAGE)
  return {
    lease,
    startedAt,
    durationMillis: 1,
    responseStartMillis: 1,
    outcome: { _tag: "Responded", status: isGone ? 410 : 200, body: "" },
    next: isGone ? { _tag: "DisableEndpoint" } : { _tag: "Succeed" }
  }
}

/** The log lines of an effect, those of the level `debug` too. */
const logOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  yield* effect.pipe(Effect.provide(Logger.layer([logger])), Effect.provideService(References.MinimumLogLevel, "Debug"))
  return lines
})

describe.skipIf(skipReason !== undefined)("transactions of several processes", () => {
  withServer()

  it.live("never deadlock while they notify the same endpoints of events at each other and of credits", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      const [first, second] = [yield* openProcess({ url }), yield* openProcess({ url })]
      yield* Context.get(first, AccountStore).create(account)
      yield* Context.get(first, ApplicationStore).create(application)
      const create = Effect.fnUntraced(function* (n: number) {
        const endpoint = endpointNumber(n)
        yield* Context.get(first, EndpointStore).create(endpoint, endpointCredentialsOf(n))
        return endpoint.id
      })
      const subscribers = yield* Effect.forEach(
        Array.from({ length: SUBSCRIBERS }, (_, n) => n + 1),
        create
      )

      const record = Effect.fnUntraced(function* (stores: typeof first, leases: ReadonlyArray<DeliveryLease>) {
        const startedAt = yield* Clock.currentTimeMillis
        yield* Context.get(stores, DeliveryQueue).record(leases.map((lease) => outcomeOf(lease, startedAt)))
      })
      // Each round: two endpoints respond with 410 at the same time, which each other and the subscribers are notified of, while a debit
      // reaches a level, and an ordinary message is posted.
      const round = Effect.fnUntraced(function* (n: number) {
        const disabledFirst = yield* create(SUBSCRIBERS + 2 * n + 1)
        const disabledSecond = yield* create(SUBSCRIBERS + 2 * n + 2)
        yield* Context.get(first, Outbox).post(account.id, draftTo([disabledFirst, disabledSecond]), SAMPLE_TIME)
        const leases = yield* Context.get(first, DeliveryQueue).claim(1000, 60_000)
        const [ofFirst = [], ofSecond = []] = [disabledFirst, disabledSecond].map((id) =>
          leases.filter(({ endpointId }) => endpointId === id)
        )
        assert.deepStrictEqual([ofFirst.length, ofSecond.length], [1, 1])
        yield* Effect.all(
          [
            record(first, ofFirst),
            record(second, ofSecond),
            record(
              second,
              leases.filter(({ endpointId }) => subscribers.includes(endpointId))
            ),
            Context.get(second, UsageStore).debit(
              account.id,
              Credits.make(0.8 * GRANT),
              DateTime.add(SAMPLE_TIME, { months: n })
            ),
            Context.get(first, Outbox).post(
              account.id,
              draftTo([disabledSecond, disabledFirst, ...subscribers.toReversed()], "vessel.departure.from.first.pol"),
              SAMPLE_TIME
            )
          ],
          { concurrency: "unbounded" }
        )
      })
      const lines = yield* logOf(
        Effect.forEach(
          Array.from({ length: ROUNDS }, (_, n) => n),
          round
        )
      )
      assert.deepStrictEqual(
        lines.filter((line) => line.includes("Postgres aborted")),
        []
      )
    })
  )
})
