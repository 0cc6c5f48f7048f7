import { type DateTime, Option } from "effect"
import { includesAlerts } from "../../accounts/Plan.ts"
import { matchesFilter } from "../../alerts/endpoints/Endpoint.ts"
import {
  type MessageDraft,
  type MessageStatement,
  type Recipient,
  renderBody,
  type SkipReason
} from "../../alerts/Message.ts"
import type { FindPlace } from "../../geo/PlaceDirectory.ts"
import type { MilestoneAlert } from "../changes/JourneyDiff.ts"
import { milestoneAlertData } from "../changes/MilestoneData.ts"
import type { Journey } from "../journey/Journey.ts"
import { isActual } from "../journey/Milestone.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import type { ShipmentSnapshot, Subscriber } from "../shipments/ShipmentStore.ts"
import { type OptInAlert, optInData } from "./OptInEvents.ts"

/** Why a subscriber does not receive alerts of this type; none when it does. The filter is checked first. */
const skipReasonOf = (
  snapshot: ShipmentSnapshot,
  { endpoint }: Subscriber,
  type: string
): Option.Option<SkipReason> => {
  if (!matchesFilter(endpoint.filterTypes, type)) return Option.some("filter")
  if (!includesAlerts(snapshot.plan)) return Option.some("plan")
  return endpoint.disabled ? Option.some("endpoint_disabled") : Option.none()
}

/** The subscriber as the recipient of an alert of this type. */
export const recipientOf = (snapshot: ShipmentSnapshot, subscriber: Subscriber, type: string): Recipient => ({
  endpointId: subscriber.endpoint.id,
  skip: skipReasonOf(snapshot, subscriber, type),
  ...(subscriber.endpoint.ordering === "shipment" && { ordered: true })
})

/** Whether the filter of a subscriber names an opt-in type. */
export const subscribesTo = ({ endpoint }: Subscriber, type: OptInAlert["type"]): boolean =>
  matchesFilter(endpoint.filterTypes, type)

interface AlertDraft {
  readonly type: string
  readonly data: (sequence: number) => unknown
  readonly recipients: Array<Recipient>
  readonly states?: MessageStatement
}

/**
 * Equal alerts to several endpoints share this key and become one message. Last notified dates may differ between them.
 */
const alertKey = (alert: MilestoneAlert): string => {
  const key = `${alert.type} ${alert.milestone.key} ${alert.supersedes?.id}`
  return alert._tag === "DateChanged" ? `${key} ${alert.previous} ${alert.initial} ${alert.thresholdHours}` : key
}

/** Collects the alerts of a decision. An alert to several subscribers becomes one message with several recipients. */
export class AlertDrafts {
  private readonly drafts = new Map<string, AlertDraft>()
  private readonly snapshot: ShipmentSnapshot
  private readonly journeys: ReadonlyArray<Journey>
  private readonly findPlace: FindPlace

  constructor(snapshot: ShipmentSnapshot, journeys: ReadonlyArray<Journey>, findPlace: FindPlace) {
    this.snapshot = snapshot
    this.journeys = journeys
    this.findPlace = findPlace
  }

  /** The journey of the container, its last trip. */
  private journeyOf({ container, milestone }: MilestoneAlert): Journey | undefined {
    const name = Option.getOrUndefined(container)
    const ofContainer = this.journeys.filter((journey) => Option.getOrUndefined(journey.container) === name)
    return (
      ofContainer.find(({ milestones }) => milestones.some(({ key }) => key === milestone.key)) ?? ofContainer.at(-1)
    )
  }

  private addRecipient(key: string, draft: Omit<AlertDraft, "recipients">, subscriber: Subscriber): void {
    const { type } = draft
    const existing = this.drafts.get(key) ?? { ...draft, recipients: [] }
    existing.recipients.push(recipientOf(this.snapshot, subscriber, type))
    this.drafts.set(key, existing)
  }

  addMilestoneAlert(alert: MilestoneAlert, subscriber: Subscriber): void {
    const { shipment } = this.snapshot
    const { type, milestone } = alert
    const states = { milestone: milestone.key, date: milestone.date, actual: isActual(milestone) }
    const context = { journey: this.journeyOf(alert), findPlace: this.findPlace }
    const data = (sequence: number) => milestoneAlertData(shipment, alert, sequence, context)
    this.addRecipient(alertKey(alert), { type, data, states }, subscriber)
  }

  /** Adds an alert for a subscriber whose filter names its type; ignores it for any other. */
  addOptInAlert(alert: OptInAlert, subscriber: Subscriber): void {
    if (!subscribesTo(subscriber, alert.type)) return
    const { shipment } = this.snapshot
    const data = (sequence: number) => optInData(shipment, alert, sequence, this.journeys, this.findPlace)
    this.addRecipient(`${alert.type} ${JSON.stringify(data(0))}`, { type: alert.type, data }, subscriber)
  }

  /** The messages, with sequence numbers that follow the shipment's latest alert. */
  toMessageDrafts(shipment: Shipment, now: DateTime.Utc): ReadonlyArray<MessageDraft> {
    return [...this.drafts.values()].map(({ type, data, recipients, states }, index) => ({
      shipmentId: Option.some(shipment.id),
      type,
      body: renderBody(type, now, data(shipment.sequence + index + 1)),
      example: false,
      recipients,
      sequence: shipment.sequence + index + 1,
      ...(states === undefined ? {} : { states })
    }))
  }
}
