import { AccountStore } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { type Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import * as PostgresStorage from "@landfall/storage/PostgresStorage"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import { DeliveryDispatcher, defaultDispatcherSettings } from "@landfall/worker/dispatch/Dispatcher"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"

const account = accountOf(1)
const application = applicationOf(account, 1)

/** Stores secrets without encryption: Web Crypto runs in the background, outside the test clock. */
const openBox = Layer.succeed(
  SecretBox,
  SecretBox.of({
    seal: (text) => Effect.succeed(Redacted.value(text)),
    open: (sealed) => Effect.succeed(Redacted.make(sealed))
  })
)

/** Every store on a new SQLite database in memory. */
export const sqliteInMemory = SqliteStorage.layer({ filename: ":memory:" }).pipe(Layer.provide(openBox))

/** Every store on an empty Postgres database. */
export const onPostgres = (url: string) =>
  PostgresStorage.layer({ url: Redacted.make(url) }).pipe(Layer.provide(openBox))

/** A delivery worker on the given stores and transport. */
export const worker = DeliveryDispatcher.layer({ ...defaultDispatcherSettings, version: "test" }).pipe(
  Layer.provide([HeaderKeys.absentLayer, NodeMac.layer])
)

/** Stores the account and its application. */
export const storeAccount = Effect.gen(function* () {
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
})

/** Endpoint number `n`, which is not stored yet. */
export const sampleEndpoint = (n: number): Endpoint => endpointOf(application, n)

/** Stores endpoint number `n`. */
export const storeEndpoint = Effect.fnUntraced(function* (n: number, changes: Partial<Endpoint> = {}) {
  const endpoint = endpointOf(application, n, changes)
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(n))
  return endpoint
})

/** Posts one message to endpoints. Returns its id. */
export const post = Effect.fnUntraced(function* (...endpointIds: ReadonlyArray<EndpointId>) {
  const message = yield* (yield* Outbox).post(
    account.id,
    {
      shipmentId: Option.none(),
      type: "vessel.arrival.at.final.pod",
      body: "{}",
      example: true,
      recipients: endpointIds.map((endpointId) => ({ endpointId, skip: Option.none() }))
    },
    yield* DateTime.now
  )
  return message.id
})
