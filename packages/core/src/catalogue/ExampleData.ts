import { type DateTime, Layer } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { EndpointId } from "../alerts/EndpointId.ts"
import { CONGESTION_THRESHOLD_EVENT } from "../alerts/EventType.ts"
import type { SubscribableEventType } from "../alerts/endpoints/Endpoint.ts"
import { EventExamples } from "../alerts/endpoints/ExampleAlerts.ts"
import { exampleOperationalData, isOperationalEventType } from "../alerts/endpoints/OperationalEvent.ts"
import { exampleThresholdData } from "../congestion/thresholds/ThresholdAlert.ts"
import { instantOf } from "../time/Instant.ts"
import { exampleAlertData, exampleShipment } from "../tracking/examples/ExampleAlertData.ts"
/** What an alert of a type would say, marked as an example. */
export const exampleAlert = (
  type: SubscribableEventType,
  accountId: AccountId,
  endpointId: EndpointId,
  now: DateTime.Utc
): unknown => {
  if (isOperationalEventType(type)) return exampleOperationalData(type, endpointId, now.epochMilliseconds)
  if (type === CONGESTION_THRESHOLD_EVENT) return exampleThresholdData(now)
  return exampleAlertData(exampleShipment(accountId, now), type, 1, instantOf(now))
}

/** `EventExamples` from the catalogue. */
export const layer = Layer.succeed(EventExamples, EventExamples.of({ dataOf: exampleAlert }))
