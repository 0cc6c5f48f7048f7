import { type DateChangedType, dateChangedOf, MilestoneType } from "../alerts/EventType.ts"
import type { SubscribableEventType } from "../alerts/endpoints/Endpoint.ts"

/** What each milestone says. */
const MILESTONE_DESCRIPTIONS: Readonly<Record<MilestoneType, string>> = {
  "container.departure.from.pre.pol": "The container has left an inland place on its way to the first port of loading.",
  "container.arrival.at.pre.pol":
    "The container has arrived at an inland place on its way to the first port of loading.",
  "container.loaded.at.pre.pol":
    "The container has been loaded on a train, truck or barge on its way to the first port of loading.",
  "container.arrival.at.first.pol": "The laden container has arrived at the first port of loading.",
  "container.loaded.at.first.pol": "The container has been loaded on the ship at the first port of loading.",
  "vessel.departure.from.first.pol": "The ship has left the first port of loading with the container.",
  "vessel.arrival.at.transhipment_port": "The ship has arrived with the container at a port where it changes ships.",
  "container.discharge.at.transhipment_port": "The container has been discharged at a port where it changes ships.",
  "container.loaded.at.transhipment_port":
    "The container has been loaded on the next ship at a port where it changes ships.",
  "vessel.departure.from.transhipment_port": "The next ship has left the port where the container changed ships.",
  "vessel.arrival.at.final.pod": "The ship has arrived with the container at the final port of discharge.",
  "container.discharge.at.final.pod": "The container has been discharged at the final port of discharge.",
  "container.departure.from.final.pod": "The container has left the final port of discharge.",
  "container.arrival.at.post.pod": "The container has arrived at an inland place after the final port of discharge.",
  "container.discharge.at.post.pod":
    "The container has been taken off a train, truck or barge after the final port of discharge.",
  "container.departure.from.post.pod": "The container has left an inland place after the final port of discharge."
}

const OTHER_DESCRIPTIONS: Readonly<Record<Exclude<SubscribableEventType, MilestoneType | DateChangedType>, string>> = {
  "shipment.added.to.endpoint": "A shipment was registered on the endpoint; holds its journeys so far.",
  "shipment.route.changed": "A port was added to the container's route, dropped, or gave way to another.",
  "shipment.vessel.changed": "The container leaves a port on another ship than was known.",
  "shipment.rolled": "The container was left behind and leaves a port later, on a later ship or voyage.",
  "shipment.milestone.retracted":
    "What was told as having happened is taken back by its carrier, or turned out to be something else.",
  "shipment.completed": "Every container of the shipment has ended its trip; it is removed from tracking 7 days later.",
  "shipment.stale": "The shipment is under way, and nothing new was heard of it for 14 days.",
  "shipment.in.error": "There has been no data of the shipment for 24 hours, and why.",
  "port.congestion.threshold":
    "A figure of a port that the endpoint watches has reached its threshold, or has come below it again.",
  "endpoint.failing":
    "Another endpoint of the account has done nothing but fail for half of the time after which it is disabled.",
  "endpoint.disabled": "Another endpoint of the account was disabled.",
  "delivery.exhausted": "The last attempt of a delivery to another endpoint of the account has failed."
}

const DESCRIPTIONS = new Map<string, string>(Object.entries({ ...MILESTONE_DESCRIPTIONS, ...OTHER_DESCRIPTIONS }))
for (const milestone of MilestoneType.literals) {
  DESCRIPTIONS.set(
    dateChangedOf(milestone),
    `The date of ${milestone} has moved by more than the endpoint's threshold since it was last told.`
  )
}

/** What a type of event says, in one sentence. */
export const describeEventType = (type: SubscribableEventType): string => {
  const said = DESCRIPTIONS.get(type)
  if (said === undefined) throw new Error(`${type} has no description`)
  return said
}
