import { DateTime, JsonSchema, Layer, Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { EndpointId } from "../alerts/EndpointId.ts"
import {
  CONGESTION_THRESHOLD_EVENT,
  describeEventType,
  type EventFamily,
  eventFamilyOf,
  isCreditEventType,
  isOperationalEventType,
  SubscribableEventType
} from "../alerts/EventType.ts"
import { EventExamples } from "../alerts/endpoints/ExampleAlerts.ts"
import { exampleOperationalData } from "../alerts/endpoints/OperationalEvent.ts"
import { renderBody } from "../alerts/Message.ts"
import { exampleThresholdData } from "../congestion/thresholds/ThresholdAlert.ts"
import { instantOf } from "../time/Instant.ts"
import { IsoDateTime } from "../time/IsoDateTime.ts"
import { exampleAlertData, exampleShipment } from "../tracking/decisions/ExampleAlertData.ts"
import { exampleCreditData } from "../usage/CreditNotice.ts"
import { dataSchemaOf } from "./EventData.ts"

/** One event type: its family, its meaning, the schema of its body, and an example body. */
export interface CatalogueEntry {
  readonly type: SubscribableEventType
  readonly family: EventFamily
  readonly description: string
  /** JSON Schema (draft 2020-12) of the whole body. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: unknown
}

/** The `data` of an example event of a type, addressed to an endpoint. */
const exampleData = (
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

const bodySchema = <Type extends Schema.Top>(type: Type, data: Schema.Top) =>
  Schema.Struct({ type, timestamp: IsoDateTime, data })

const jsonSchemaOf = (body: Schema.Top): Readonly<Record<string, unknown>> => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(body)
  const defs = Object.keys(definitions).length === 0 ? {} : { $defs: definitions }
  return { $schema: JsonSchema.META_SCHEMA_URI_DRAFT_2020_12, ...schema, ...defs }
}

/** The types by the schema of their `data`: the sixteen milestones share one, and so do the sixteen changes of date. */
const typesByData = (): ReadonlyMap<Schema.Top, ReadonlyArray<SubscribableEventType>> => {
  const groups = new Map<Schema.Top, Array<SubscribableEventType>>()
  for (const type of SubscribableEventType.literals) {
    const data = dataSchemaOf(type)
    groups.set(data, [...(groups.get(data) ?? []), type])
  }
  return groups
}

/** One JSON Schema (draft 2020-12) of every body that an endpoint can receive, for validators and generators of types. */
export const eventsSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(
    Schema.Union([...typesByData()].map(([data, types]) => bodySchema(Schema.Literals(types), data))).annotate({
      title: "WebhookEvent",
      description: "The body of a delivery."
    })
  )

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
    schema: jsonSchemaOf(bodySchema(Schema.Literal(type), dataSchemaOf(type))),
    example: exampleBody(type)
  }))
