import { Schema } from "effect"
import { IsoDateTime } from "../tracking/JourneyView.ts"

const endpointId = Schema.String.annotate({ description: "The endpoint that it is about" })

export const EndpointFailingData = Schema.Struct({
  endpointId,
  failingSince: IsoDateTime,
  disabledFrom: IsoDateTime.annotate({ description: "It is disabled then unless a delivery succeeds before" })
})

export const EndpointDisabledData = Schema.Struct({
  endpointId,
  reason: Schema.Literals(["owner", "gone", "failing"]),
  failingSince: Schema.NullOr(IsoDateTime)
})

export const DeliveryExhaustedData = Schema.Struct({
  endpointId,
  messageId: Schema.String,
  messageType: Schema.String,
  attempts: Schema.Int
})
