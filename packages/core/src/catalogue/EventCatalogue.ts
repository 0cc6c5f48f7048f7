import { DateTime, JsonSchema, Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { EndpointId } from "../alerts/EndpointId.ts"
import { CONGESTION_THRESHOLD_EVENT, isDefaultEventType, MilestoneType } from "../alerts/EventType.ts"
import { SubscribableEventType } from "../alerts/endpoints/Endpoint.ts"
import {
  DeliveryExhaustedData,
  EndpointDisabledData,
  EndpointFailingData
} from "../alerts/endpoints/OperationalData.ts"
import { isOperationalEventType } from "../alerts/endpoints/OperationalEvent.ts"
import { renderBody } from "../alerts/Message.ts"
import { ThresholdData } from "../congestion/thresholds/ThresholdAlert.ts"
import { IsoDateTime } from "../time/IsoDateTime.ts"
import { AddedData, DateChangeData, MilestoneData } from "../tracking/changes/AlertData.ts"
import {
  MilestoneRetractedData,
  RouteChangedData,
  ShipmentCompletedData,
  ShipmentInErrorData,
  ShipmentRolledData,
  ShipmentStaleData,
  VesselChangedData
} from "../tracking/changes/OptInData.ts"
import { describeEventType } from "./EventDescriptions.ts"
import { exampleAlert } from "./ExampleData.ts"

/** Who is sent a type: whoever names no filter, or those alone who name it. */
export type EventFamily = "catalogue" | "opt-in" | "operational"

/** One type of event: who is sent it, what it means, what its body looks like, and one such body. */
export interface CatalogueEntry {
  readonly type: SubscribableEventType
  readonly family: EventFamily
  readonly description: string
  /** JSON Schema (draft 2020-12) of the whole body. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: unknown
}

const isMilestone = Schema.is(MilestoneType)

const dataSchema = (type: SubscribableEventType) => {
  if (isMilestone(type)) return MilestoneData
  switch (type) {
    case "shipment.added.to.endpoint":
      return AddedData
    case "shipment.route.changed":
      return RouteChangedData
    case "shipment.vessel.changed":
      return VesselChangedData
    case "shipment.rolled":
      return ShipmentRolledData
    case "shipment.milestone.retracted":
      return MilestoneRetractedData
    case "shipment.completed":
      return ShipmentCompletedData
    case "shipment.stale":
      return ShipmentStaleData
    case "shipment.in.error":
      return ShipmentInErrorData
    case CONGESTION_THRESHOLD_EVENT:
      return ThresholdData
    case "endpoint.failing":
      return EndpointFailingData
    case "endpoint.disabled":
      return EndpointDisabledData
    case "delivery.exhausted":
      return DeliveryExhaustedData
    default:
      return DateChangeData
  }
}

/** The schema of a body of this type, as it is sent. */
export const bodySchema = (type: SubscribableEventType) =>
  Schema.Struct({ type: Schema.Literal(type), timestamp: IsoDateTime, data: dataSchema(type) })

const jsonSchemaOf = (type: SubscribableEventType): Readonly<Record<string, unknown>> => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(bodySchema(type))
  const defs = Object.keys(definitions).length === 0 ? {} : { $defs: definitions }
  return { $schema: JsonSchema.META_SCHEMA_URI_DRAFT_2020_12, ...schema, ...defs }
}

const familyOf = (type: SubscribableEventType): EventFamily => {
  if (isDefaultEventType(type)) return "catalogue"
  return isOperationalEventType(type) ? "operational" : "opt-in"
}

/** When the examples of the catalogue are sent: always the same ones. */
const EXAMPLE_TIME = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const EXAMPLE_ACCOUNT = AccountId.make("acc_example")
const EXAMPLE_ENDPOINT = EndpointId.make("ep_example")

const exampleBody = (type: SubscribableEventType): unknown => {
  const data = exampleAlert(type, EXAMPLE_ACCOUNT, EXAMPLE_ENDPOINT, EXAMPLE_TIME)
  return JSON.parse(renderBody(type, EXAMPLE_TIME, data))
}

/** Every type of event: the catalogue first, then what is opt-in, then what the service says of its own deliveries. */
export const eventCatalogue = (): ReadonlyArray<CatalogueEntry> =>
  SubscribableEventType.literals.map((type) => ({
    type,
    family: familyOf(type),
    description: describeEventType(type),
    schema: jsonSchemaOf(type),
    example: exampleBody(type)
  }))
