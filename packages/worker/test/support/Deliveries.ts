import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { renderBody } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import {
  AlertTransport,
  type TransportError,
  type WebhookRequest,
  type WebhookResponse
} from "@landfall/core/alerts/sending/AlertTransport"
import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import type { SendPostponed } from "@landfall/core/alerts/sending/SendPostponed"
import * as MemoryDeliveryQueue from "@landfall/testing/memory/alerts/MemoryDeliveryQueue"
import * as MemoryOutbox from "@landfall/testing/memory/alerts/MemoryOutbox"
import { endpointRow } from "@landfall/testing/memory/state/MemoryRows"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import {
  DeliveryDispatcher,
  type DispatcherSettings,
  defaultDispatcherSettings
} from "@landfall/worker/dispatch/Dispatcher"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"

const VERSION = "1.2.3"

/** The defaults without jitter, so that every instant is predictable. */
export const exactSettings: DispatcherSettings = {
  ...defaultDispatcherSettings,
  version: VERSION,
  retryPolicy: { ...defaultDispatcherSettings.retryPolicy, jitter: 0 }
}

const account = accountOf(1)
const application = applicationOf(account, 1)
const accountId: AccountId = account.id

/** Stores endpoint number `n`, whose secrets are `ringOf(n)`, for account number `ofAccount`. */
export const addEndpoint = (
  n: number,
  url?: EndpointUrl,
  ofAccount = 1
): Effect.Effect<EndpointId, never, MemoryState> =>
  Effect.gen(function* () {
    const state = yield* MemoryState
    const owner = ofAccount === 1 ? application : applicationOf(accountOf(ofAccount), ofAccount)
    const endpoint = endpointOf(owner, n, url === undefined ? {} : { url })
    const row = endpointRow(endpoint, endpointCredentialsOf(n))
    yield* state.transact(() => Result.succeed(state.endpoints.set(endpoint.id, row)))
    return endpoint.id
  })

/** Posts one message to an endpoint of account number `ofAccount`; its body contains `n`. */
export const post = (n: number, endpointId: EndpointId, ofAccount = 1) =>
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const now = yield* DateTime.now
    return yield* outbox.post(
      ofAccount === 1 ? accountId : accountOf(ofAccount).id,
      {
        shipmentId: Option.none(),
        type: "shipment.added.to.endpoint",
        body: renderBody("shipment.added.to.endpoint", now, { n }),
        example: false,
        recipients: [{ endpointId, skip: Option.none() }]
      },
      now
    )
  })

/** Signs synchronously: Web Crypto signs in the background, for which the test clock does not wait. */
const cryptoLayer = Layer.mergeAll(SecureRandom.layerWebCrypto, NodeMac.layer, HeaderKeys.absentLayer)

/** State, queue, outbox and crypto for one test, in memory. */
export const memoryLayer = Layer.mergeAll(MemoryDeliveryQueue.layer, MemoryOutbox.layer).pipe(
  Layer.provideMerge(MemoryState.layer),
  Layer.provideMerge(cryptoLayer)
)

/** One send of a scripted transport; `at` in milliseconds since the epoch. */
interface RecordedSend {
  readonly at: number
  readonly request: WebhookRequest
}

/** A transport that responds by a function and records its sends. */
export const scriptedTransport = (
  respond: (request: WebhookRequest, number: number) => Effect.Effect<WebhookResponse, TransportError | SendPostponed>
) => {
  const sends: Array<RecordedSend> = []
  const layer = Layer.succeed(
    AlertTransport,
    AlertTransport.of({
      send: (request) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) => {
          sends.push({ at, request })
          return respond(request, sends.length)
        })
    })
  )
  return { sends, layer }
}

export type ScriptedTransport = ReturnType<typeof scriptedTransport>

/** A dispatcher on new in-memory stores that sends through this transport. */
export const dispatcherLayer = (transport: ScriptedTransport, settings = exactSettings) =>
  DeliveryDispatcher.layer(settings).pipe(Layer.provide(transport.layer), Layer.provideMerge(memoryLayer))

/** Advances the clock far enough to send and record everything due now, and not far enough for a retry. */
export const passDueSends = TestClock.adjust(100)

export const responseOf = (status: number, retryAfterMillis?: number): WebhookResponse => ({
  status,
  body: "",
  retryAfterMillis,
  responseStartMillis: 0
})

/** The state tag of every delivery in the store. */
export const states = Effect.map(MemoryState, (state) => state.deliveries.values().map(({ state }) => state._tag))

/** The attempts of every delivery in the store. */
export const attempts = Effect.map(MemoryState, (state) =>
  state.deliveries.values().flatMap(({ attempts }) => attempts)
)
