import {
  ADDED_TO_ENDPOINT,
  CONGESTION_THRESHOLD_EVENT,
  type DateChangedType,
  isDateChangedType,
  isMilestoneType,
  isOptInEventType,
  type MilestoneType,
  type SubscribableEventType
} from "../alerts/EventType.ts"
import { OPERATIONAL_DATA } from "../alerts/endpoints/OperationalEvent.ts"
import { ThresholdData } from "../congestion/thresholds/ThresholdAlert.ts"
import { AddedData, DateChangeData, MilestoneData } from "../tracking/changes/MilestoneData.ts"
import { OPT_IN_EVENTS } from "../tracking/decisions/OptInEvents.ts"
import { CREDIT_EVENT_DATA } from "../usage/CreditNotice.ts"

type OptInData = {
  readonly [Type in keyof typeof OPT_IN_EVENTS]: (typeof OPT_IN_EVENTS)[Type]["schema"]
}

/** The schema of `data` by event type. A declared type without a schema does not compile. */
type DataSchemas = Readonly<Record<MilestoneType, typeof MilestoneData>> &
  Readonly<Record<DateChangedType, typeof DateChangeData>> &
  Readonly<Record<typeof ADDED_TO_ENDPOINT, typeof AddedData>> &
  Readonly<Record<typeof CONGESTION_THRESHOLD_EVENT, typeof ThresholdData>> &
  OptInData &
  typeof OPERATIONAL_DATA &
  typeof CREDIT_EVENT_DATA

const OTHER_DATA = {
  [ADDED_TO_ENDPOINT]: AddedData,
  [CONGESTION_THRESHOLD_EVENT]: ThresholdData,
  ...OPERATIONAL_DATA,
  ...CREDIT_EVENT_DATA
}

/** The schema of `data` of a type. */
export const dataSchemaOf = (type: SubscribableEventType): DataSchemas[SubscribableEventType] => {
  if (isMilestoneType(type)) return MilestoneData
  if (isDateChangedType(type)) return DateChangeData
  return isOptInEventType(type) ? OPT_IN_EVENTS[type].schema : OTHER_DATA[type]
}

/** `data` of an event of this type, as JSON. */
export type EventData<Type extends SubscribableEventType> = DataSchemas[Type]["Encoded"]

/** The body of a delivery of this type, as JSON. */
export interface EventBody<Type extends SubscribableEventType> {
  readonly type: Type
  /** When the event was emitted, ISO 8601 in UTC. */
  readonly timestamp: string
  readonly data: EventData<Type>
}

/** The body of any delivery: `switch (event.type)` narrows `data`. */
export type WebhookEvent = { readonly [Type in SubscribableEventType]: EventBody<Type> }[SubscribableEventType]
