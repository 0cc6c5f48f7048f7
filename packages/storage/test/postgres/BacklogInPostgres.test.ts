import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { DueBacklog } from "@landfall/core/alerts/delivery/DueBacklog"
import { WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import { Clock, DateTime, Effect, Layer, Logger, Option, Redacted } from "effect"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import { newSchema, skipReason, withServer } from "./TestServer.ts"

/** The clock of a machine that is ahead of the others; behind them when negative. */
const aheadBy = (real: Clock.Clock, millis: number): Clock.Clock => ({
  currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() + millis,
  currentTimeMillis: Effect.sync(() => real.currentTimeMillisUnsafe() + millis),
  currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + BigInt(millis) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => real.currentTimeNanosUnsafe() + BigInt(millis) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: real.monotonicTimeNanos,
  sleep: (duration) => real.sleep(duration)
})

const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)

describe.skipIf(skipReason !== undefined)("the backlog of deliveries on Postgres", () => {
  withServer()

  it.live("counts the deliveries that are due by the server's clock and not leased", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      const box = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })
      yield* Effect.gen(function* () {
        yield* (yield* AccountStore).create(account)
        yield* (yield* ApplicationStore).create(application)
        yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
        const { measure } = yield* DueBacklog
        const heartbeats = yield* WorkerHeartbeats
        yield* heartbeats.beat("a", Option.some(5_000))
        yield* heartbeats.beat("a", Option.some(6_000))
        const [heartbeat, ...others] = yield* heartbeats.list
        assert.isEmpty(others)
        assert.isAtLeast(
          Option.getOrElse(heartbeat?.claimedMillisAgo ?? Option.none(), () => 0),
          6_000
        )
        yield* heartbeats.leave("a")
        assert.isEmpty(yield* heartbeats.list)
        assert.deepStrictEqual(yield* measure, { due: 0, oldestDueMillis: 0 })
        const recipients = [{ endpointId: endpoint.id, skip: Option.none() }]
        const draft = { shipmentId: Option.none(), type: "test", body: "{}", example: true, recipients }
        for (let n = 0; n < 3; n++) yield* (yield* Outbox).post(account.id, draft, yield* DateTime.now)
        const backlog = yield* measure
        assert.strictEqual(backlog.due, 3)
        assert.isAtLeast(backlog.oldestDueMillis, 0)
        yield* (yield* DeliveryQueue).claim(2, 60_000)
        assert.strictEqual((yield* measure).due, 1)
      }).pipe(Effect.provide(PostgresStorage.layer({ url }).pipe(Layer.provide(box))))
    })
  )

  it.live("warns a worker whose clock differs by more than receivers accept, once", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      const box = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })
      const warnings: Array<string> = []
      const logger = Logger.make(({ message, logLevel }) => {
        if (logLevel === "Warn") warnings.push(String(message))
      })
      yield* Effect.gen(function* () {
        const { beat, list } = yield* WorkerHeartbeats
        const real = yield* Clock.Clock
        const beatAhead = (millis: number) =>
          Effect.provideService(beat("a", Option.none()), Clock.Clock, aheadBy(real, millis))
        yield* beatAhead(240_000)
        assert.isEmpty(warnings)
        yield* beatAhead(7_200_000)
        yield* beatAhead(7_200_000)
        assert.strictEqual(warnings.length, 1)
        assert.match(warnings[0] ?? "", /^The clock of this machine is 7\d{3} s ahead of that of the database\. /)
        yield* beatAhead(0)
        yield* beatAhead(-600_000)
        assert.match(warnings[1] ?? "", /^The clock of this machine is (?:600|599) s behind that of the database\. /)
        assert.isAtMost((yield* list)[0]?.seenMillisAgo ?? Number.NaN, 60_000)
      }).pipe(
        Effect.provide(PostgresStorage.layer({ url }).pipe(Layer.provide(box))),
        Effect.provide(Logger.layer([logger]))
      )
    })
  )
})
