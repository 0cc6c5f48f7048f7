import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { EndpointId, EndpointNotFound } from "../EndpointId.ts"
import type { SubscribableEventType } from "../EventType.ts"
import { type Message, renderBody } from "../Message.ts"
import { Outbox } from "../Outbox.ts"
import { EndpointStore } from "./Endpoint.ts"

/** The example body of every event type. The catalogue implements it. */
export class EventExamples extends Context.Service<
  EventExamples,
  {
    /** The `data` of an example event of this type, addressed to this endpoint. */
    readonly dataOf: (
      type: SubscribableEventType,
      accountId: AccountId,
      endpointId: EndpointId,
      now: DateTime.Utc
    ) => unknown
  }
>()("@landfall/core/alerts/endpoints/EventExamples") {}

/** Sends examples of alerts, by which receivers are tested. */
export class ExampleAlerts extends Context.Service<
  ExampleAlerts,
  {
    /** Sends an example of a type to an endpoint, also when its filter excludes the type. */
    readonly send: (
      accountId: AccountId,
      endpointId: EndpointId,
      type: SubscribableEventType
    ) => Effect.Effect<Message, EndpointNotFound | StorageError>
  }
>()("@landfall/core/alerts/endpoints/ExampleAlerts") {
  static readonly layer = Layer.effect(
    ExampleAlerts,
    Effect.gen(function* () {
      const endpoints = yield* EndpointStore
      const outbox = yield* Outbox
      const examples = yield* EventExamples

      const send = Effect.fn("ExampleAlerts.send")(function* (
        accountId: AccountId,
        endpointId: EndpointId,
        type: SubscribableEventType
      ) {
        const endpoint = yield* endpoints.find(accountId, endpointId)
        const now = yield* DateTime.now
        const data = examples.dataOf(type, accountId, endpointId, now)
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
