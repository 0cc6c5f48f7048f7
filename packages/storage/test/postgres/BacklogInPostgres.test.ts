import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { DueBacklog } from "@landfall/core/alerts/delivery/DueBacklog"
import { WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import { newSchema, skipReason, withServer } from "./TestServer.ts"

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
})
