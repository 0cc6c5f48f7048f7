import { Option, Schema } from "effect"
import { MilestoneType } from "../../alerts/EventType.ts"
import type { FindPlace } from "../../geo/PlaceDirectory.ts"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import { hoursBetween, Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { Classifier } from "../carriers/CarrierEvent.ts"
import { exampleEventsAtSea, journeyOfExample } from "../journey/ExampleJourney.ts"
import type { Journey } from "../journey/Journey.ts"
import { SourceEventView, sourceEventView } from "../journey/JourneyView.ts"
import { isActual, type Milestone } from "../journey/Milestone.ts"
import type { NotifiedState, NotifiedUpdate } from "../shipments/NotifiedState.ts"
import { NOTHING_NOTIFIED } from "../shipments/NotifiedState.ts"
import {
  AlertLocation,
  alertLocation,
  containerField,
  journeyFields,
  LocalDate,
  localDateOf,
  type OptInEvent
} from "./AlertFields.ts"

/** An arrival is overdue this many hours after its date; carriers report arrivals hours later. */
export const OVERDUE_AFTER_HOURS = 12

const OVERDUE_AFTER_MILLIS = OVERDUE_AFTER_HOURS * HOUR_MILLIS

/** The date of the arrival of a vessel has passed, and no arrival was reported. */
export interface ArrivalOverdue {
  readonly _tag: "ArrivalOverdue"
  readonly type: "shipment.arrival.overdue"
  readonly container: Option.Option<string>
  readonly milestone: Milestone
  readonly hours: number
}

/** The next arrival of each container in progress: not actual, with nothing actual after it. */
const awaitedArrivals = (journeys: ReadonlyArray<Journey>) =>
  journeys.flatMap(({ container, end, milestones }) => {
    if (Option.isSome(end)) return []
    const last = milestones.findLastIndex(isActual)
    const milestone = milestones.find(
      ({ type, classifier }, index) => index > last && type.startsWith("vessel.arrival.") && classifier !== "ACT"
    )
    return milestone === undefined ? [] : [{ container, milestone }]
  })

/** When arrivals become overdue that an endpoint has not been notified of. */
export const overdueInstants = (
  journeys: ReadonlyArray<Journey>,
  { overdue = {} }: NotifiedState
): ReadonlyArray<number> =>
  awaitedArrivals(journeys).flatMap(({ milestone: { key, date } }) =>
    overdue[key] === date ? [] : [date + OVERDUE_AFTER_MILLIS]
  )

/** The overdue arrivals that an endpoint has not been notified of, and its notified state after them. Each date is notified once. Pure. */
export const updateOverdue = (
  journeys: ReadonlyArray<Journey>,
  notified: NotifiedState,
  now: number
): NotifiedUpdate<ArrivalOverdue> => {
  let { overdue } = notified
  const alerts: Array<ArrivalOverdue> = []
  for (const { container, milestone } of awaitedArrivals(journeys)) {
    const { key, date } = milestone
    if (date + OVERDUE_AFTER_MILLIS > now || overdue?.[key] === date) continue
    const hours = hoursBetween(date, Instant.make(now))
    alerts.push({ _tag: "ArrivalOverdue", type: "shipment.arrival.overdue", container, milestone, hours })
    overdue = { ...overdue, [key]: date }
  }
  return { alerts, notified: overdue === undefined || alerts.length === 0 ? notified : { ...notified, overdue } }
}

const RULE = `not-arrived-${OVERDUE_AFTER_HOURS}-hours-after-its-date` as const

const ArrivalOverdueData = Schema.Struct({
  ...journeyFields,
  container: containerField,
  milestone: MilestoneType,
  location: AlertLocation,
  date: IsoDateTime.annotate({ description: "The planned or estimated arrival." }),
  localDate: LocalDate,
  classifier: Classifier,
  hours: Schema.Finite.annotate({ description: "Hours since that date." }),
  rule: Schema.Literal(RULE),
  sourceEvent: SourceEventView
})

const overdueData = ({ container, milestone, hours }: ArrivalOverdue, findPlace: FindPlace) => ({
  container: Option.getOrNull(container),
  milestone: milestone.type,
  location: alertLocation(milestone.place, findPlace),
  date: isoOf(milestone.date),
  localDate: localDateOf(milestone.date, findPlace(milestone.place.unlocode)),
  classifier: milestone.classifier,
  hours,
  rule: RULE,
  sourceEvent: sourceEventView(milestone.source)
})

/** The example container at sea, with an estimated arrival that has passed. */
const exampleOverdue = (now: Instant): ArrivalOverdue | undefined =>
  updateOverdue([journeyOfExample(exampleEventsAtSea(now))], NOTHING_NOTIFIED, now).alerts[0]

interface OverdueEvents {
  readonly "shipment.arrival.overdue": OptInEvent<ArrivalOverdue, typeof ArrivalOverdueData>
}

/** The event type that `updateOverdue` emits. */
export const OVERDUE_EVENTS: OverdueEvents = {
  "shipment.arrival.overdue": { schema: ArrivalOverdueData, data: overdueData, example: exampleOverdue }
}
