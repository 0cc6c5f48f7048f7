import { type Brand, cast, Option } from "effect"
import type { MilestoneType } from "../../alerts/EventType.ts"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent, Classifier, Place, ReportedVessel } from "../carriers/CarrierEvent.ts"
import { eventKey } from "../carriers/EventIdentity.ts"
import type { FinalPodEvidence } from "./JourneyParts.ts"
import type { MilestoneRule } from "./MilestoneRule.ts"

/**
 * The stable identity of one milestone of one container: `container/type/port/visit`, such as
 * `FFAU7094447/vessel.arrival.at.transhipment_port/CNNGB/1`. It counts visits of one port and not legs, so a
 * transhipment that is reported later does not change the keys of other milestones.
 */
export type MilestoneKey = Brand.Branded<string, "MilestoneKey">

const brandMilestoneKey: (text: string) => MilestoneKey = cast

/** `container` is none while a booking has no container. */
export const milestoneKey = (
  container: Option.Option<string>,
  type: MilestoneType,
  port: string,
  visit: number
): MilestoneKey => brandMilestoneKey(`${Option.getOrElse(container, () => "")}/${type}/${port}/${visit}`)

/** The carrier's event behind a date. `id` is the carrier's, or the key of the event's content when it assigns none. */
export interface SourceEvent {
  readonly id: string
  readonly receivedAt: Instant
  readonly createdAt: Option.Option<Instant>
  readonly remark: Option.Option<string>
  readonly delayReason: Option.Option<string>
}

/** The event behind a date; its key stands for a missing id. */
export const sourceEventOf = (event: CarrierEvent): SourceEvent => ({
  id: Option.isSome(event.sourceEventId) ? event.sourceEventId.value : eventKey(event),
  receivedAt: event.receivedAt,
  createdAt: event.createdDateTime,
  remark: event.remark,
  delayReason: event.delayReason
})

/** One date that a carrier reported for a milestone. */
export interface ReportedDate {
  readonly date: Instant
  readonly classifier: Classifier
  readonly source: SourceEvent
}

/** One milestone of a journey with its current date. */
export interface Milestone {
  readonly key: MilestoneKey
  readonly type: MilestoneType
  readonly place: Place
  readonly visit: number
  readonly date: Instant
  readonly classifier: Classifier
  readonly vessel: Option.Option<ReportedVessel>
  readonly voyage: Option.Option<string>
  readonly rule: MilestoneRule
  readonly source: SourceEvent
  /** Why the final POD is one, for the discharge there and what follows it, once the discharge is actual. */
  readonly finalPodEvidence?: FinalPodEvidence
  /** Every reported date, superseded ones included, in the order received. */
  readonly history: ReadonlyArray<ReportedDate>
}

/** Whether a milestone has happened: its date is actual, not estimated or planned. */
export const isActual = (milestone: Milestone): boolean => milestone.classifier === "ACT"
