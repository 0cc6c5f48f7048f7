import { type DateTime, Layer } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { EndpointId } from "../alerts/EndpointId.ts"
import { CONGESTION_THRESHOLD } from "../alerts/EventType.ts"
import type { SubscribableType } from "../alerts/endpoints/Endpoint.ts"
import { EventExamples } from "../alerts/endpoints/ExampleAlerts.ts"
import { exampleOperationalData, isOperationalType } from "../alerts/endpoints/OperationalEvent.ts"
import { exampleThresholdData } from "../congestion/thresholds/ThresholdAlert.ts"
import { instantOf } from "../time/Instant.ts"
import { exampleData } from "../tracking/examples/ExampleAlert.ts"
import { exampleShipment } from "../tracking/examples/ExampleShipment.ts"

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

/** `EventExamples` from the catalogue. */
export const layer = Layer.succeed(EventExamples, EventExamples.of({ dataOf: exampleAlert }))
