import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import { exampleThresholdData } from "../congestion/ThresholdAlert.ts"
import type { StorageError } from "../faults/StorageError.ts"
import { exampleData } from "../tracking/ExampleAlert.ts"
import { exampleShipment } from "../tracking/ExampleShipment.ts"
import { instantOf } from "../tracking/Instant.ts"
import { type EndpointNotFound, EndpointStore, type SubscribableType } from "./Endpoint.ts"
import type { EndpointId } from "./EndpointId.ts"
import { CONGESTION_THRESHOLD } from "./EventType.ts"
import { type Message, renderBody } from "./Message.ts"
import { exampleOperationalData, isOperationalType } from "./OperationalEvent.ts"
import { Outbox } from "./Outbox.ts"

/** What an alert of a type would say, marked as an example. */
export const exampleAlert = (
  type: SubscribableType,
  accountId: AccountId,
  endpointId: EndpointId,
  now: DateTime.Utc
): unknown => {
  if (isOperationalType(type)) return exampleOperationalData(type, endpointId, now.epochMilliseconds)
  if (type === CONGESTION_THRESHOLD) return exampleThresholdData(now)
  return exampleData(exampleShipment(accountId, now), type, 1, instantOf(now))
}

export class ExampleAlerts extends Context.Service<
  ExampleAlerts,
  {
    /** Sends an example of a type to an endpoint, also when its filter leaves the type out. */
    readonly send: (
      accountId: AccountId,
      endpointId: EndpointId,
      type: SubscribableType
    ) => Effect.Effect<Message, EndpointNotFound | StorageError>
  }
>()("@landfall/core/alerts/ExampleAlerts") {
  static readonly layer = Layer.effect(
    ExampleAlerts,
    Effect.gen(function* () {
      const endpoints = yield* EndpointStore
      const outbox = yield* Outbox

      const send = Effect.fn("ExampleAlerts.send")(function* (
        accountId: AccountId,
        endpointId: EndpointId,
        type: SubscribableType
      ) {
        const endpoint = yield* endpoints.find(accountId, endpointId)
        const now = yield* DateTime.now
        const data = exampleAlert(type, accountId, endpointId, now)
        const skip = endpoint.disabled ? Option.some("endpoint_disabled" as const) : Option.none()
        return yield* outbox.post(
          accountId,
          {
            shipmentId: Option.none(),
            type,
            body: renderBody(type, now, data),
            example: true,
            recipients: [{ endpointId, skip }]
          },
          now
        )
      })

      return ExampleAlerts.of({ send })
    })
  )
}
