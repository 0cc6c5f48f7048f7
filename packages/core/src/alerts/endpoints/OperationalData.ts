import { Schema } from "effect"
import { IsoDateTime } from "../../time/IsoDateTime.ts"

const shared = {
  endpointId: Schema.String.annotate({ description: "The endpoint that it is about" }),
  example: Schema.optionalKey(Schema.Literal(true))
}

export const EndpointFailingData = Schema.Struct({
  ...shared,
  failingSince: IsoDateTime,
  disabledFrom: IsoDateTime.annotate({ description: "It is disabled then unless a delivery succeeds before" })
})

export const EndpointDisabledData = Schema.Struct({
  ...shared,
  reason: Schema.Literals(["owner", "gone", "failing"]),
  failingSince: Schema.NullOr(IsoDateTime)
})

export const DeliveryExhaustedData = Schema.Struct({
  ...shared,
  messageId: Schema.String,
  messageType: Schema.String,
  attempts: Schema.Int
})
