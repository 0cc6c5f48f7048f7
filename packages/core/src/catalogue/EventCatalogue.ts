import { DateTime, JsonSchema, Layer, Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { EndpointId } from "../alerts/EndpointId.ts"
import {
  ADDED_TO_ENDPOINT,
  CONGESTION_THRESHOLD_EVENT,
  describeEventType,
  type EventFamily,
  eventFamilyOf,
  isCreditEventType,
  isDateChangedType,
  isMilestoneType,
  isOperationalEventType,
  isOptInEventType,
  SubscribableEventType
} from "../alerts/EventType.ts"
import { EventExamples } from "../alerts/endpoints/ExampleAlerts.ts"
import { exampleOperationalData, OPERATIONAL_DATA } from "../alerts/endpoints/OperationalEvent.ts"
import { renderBody } from "../alerts/Message.ts"
import { exampleThresholdData, ThresholdData } from "../congestion/thresholds/ThresholdAlert.ts"
import { instantOf } from "../time/Instant.ts"
import { IsoDateTime } from "../time/IsoDateTime.ts"
import { exampleAlertData, exampleShipment } from "../tracking/changes/ExampleAlertData.ts"
import { AddedData, DateChangeData, MilestoneData } from "../tracking/changes/MilestoneData.ts"
import { OPT_IN_EVENTS } from "../tracking/changes/OptInEvents.ts"
import { CREDIT_EVENT_DATA, exampleCreditData } from "../usage/CreditNotice.ts"

/** One event type: who receives it, what it means, the schema of its body, and an example body. */
export interface CatalogueEntry {
  readonly type: SubscribableEventType
  readonly family: EventFamily
  readonly description: string
  /** JSON Schema (draft 2020-12) of the whole body. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: unknown
}

/** The schema of `data` of a type. A declared type without a schema does not compile. */
const dataSchema = (type: SubscribableEventType): Schema.Top => {
  if (isMilestoneType(type)) return MilestoneData
  if (isDateChangedType(type)) return DateChangeData
  if (isOptInEventType(type)) return OPT_IN_EVENTS[type].schema
  if (isOperationalEventType(type)) return OPERATIONAL_DATA[type]
  if (isCreditEventType(type)) return CREDIT_EVENT_DATA[type]
  switch (type) {
    case ADDED_TO_ENDPOINT:
      return AddedData
    case CONGESTION_THRESHOLD_EVENT:
      return ThresholdData
  }
}

/** The `data` of an example event of a type, addressed to an endpoint. */
export const exampleData = (
  type: SubscribableEventType,
  accountId: AccountId,
  endpointId: EndpointId,
  now: DateTime.Utc
): unknown => {
  if (isOperationalEventType(type)) return exampleOperationalData(type, endpointId, now.epochMilliseconds)
  if (isCreditEventType(type)) return exampleCreditData(type, now)
  if (type === CONGESTION_THRESHOLD_EVENT) return exampleThresholdData(now)
  return exampleAlertData(exampleShipment(accountId, now), type, 1, instantOf(now))
}

/** The port through which endpoints are sent examples, implemented by the catalogue. */
export const examplesLayer = Layer.succeed(EventExamples, EventExamples.of({ dataOf: exampleData }))

const jsonSchemaOf = (type: SubscribableEventType): Readonly<Record<string, unknown>> => {
  const body = Schema.Struct({ type: Schema.Literal(type), timestamp: IsoDateTime, data: dataSchema(type) })
  const { schema, definitions } = Schema.toJsonSchemaDocument(body)
  const defs = Object.keys(definitions).length === 0 ? {} : { $defs: definitions }
  return { $schema: JsonSchema.META_SCHEMA_URI_DRAFT_2020_12, ...schema, ...defs }
}

/** The examples of the catalogue have a fixed date, so that the catalogue is always the same. */
const EXAMPLE_TIME = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const EXAMPLE_ACCOUNT = AccountId.make("acc_example")
const EXAMPLE_ENDPOINT = EndpointId.make("ep_example")

const exampleBody = (type: SubscribableEventType): unknown => {
  const data = exampleData(type, EXAMPLE_ACCOUNT, EXAMPLE_ENDPOINT, EXAMPLE_TIME)
  return JSON.parse(renderBody(type, EXAMPLE_TIME, data))
}

/** Every event type: the catalogue first, then the opt-in types, then the operational types. */
export const eventCatalogue = (): ReadonlyArray<CatalogueEntry> =>
  SubscribableEventType.literals.map((type) => ({
    type,
    family: eventFamilyOf(type),
    description: describeEventType(type),
    schema: jsonSchemaOf(type),
    example: exampleBody(type)
  }))
