import { Schema } from "effect"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import type { OperationalEventType } from "../EventType.ts"

const shared = {
  endpointId: Schema.String.annotate({ description: "The endpoint that it is about" }),
  example: Schema.optionalKey(Schema.Literal(true))
}

const EndpointFailingData = Schema.Struct({
  ...shared,
  failingSince: IsoDateTime,
  disabledFrom: IsoDateTime.annotate({ description: "It is disabled then unless a delivery succeeds before" })
})

const EndpointDisabledData = Schema.Struct({
  ...shared,
  reason: Schema.Literals(["owner", "gone", "failing"]),
  failingSince: Schema.NullOr(IsoDateTime)
})

const DeliveryExhaustedData = Schema.Struct({
  ...shared,
  messageId: Schema.String,
  messageType: Schema.String,
  attempts: Schema.Int
})

/** The `data` schema of each operational event type. */
export const OPERATIONAL_DATA: Readonly<Record<OperationalEventType, Schema.Top>> = {
  "endpoint.failing": EndpointFailingData,
  "endpoint.disabled": EndpointDisabledData,
  "delivery.exhausted": DeliveryExhaustedData
}
