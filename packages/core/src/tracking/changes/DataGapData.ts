import { DateTime, Option, Schema } from "effect"
import { MilestoneType } from "../../alerts/EventType.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { type CarrierEvent, Classifier } from "../carriers/CarrierEvent.ts"
import { exampleEvents, isExampleEventAt, journeyOfExample } from "../journey/ExampleJourney.ts"
import { NOTHING_NOTIFIED } from "../shipments/NotifiedState.ts"
import { journeyFields, type OptInEvent, PortVisitView, sourceEventField, sourceEventOrNull } from "./AlertFields.ts"
import {
  dataGapsOf,
  ErrorReason,
  IN_ERROR_AFTER_HOURS,
  newestEvent,
  type ShipmentInError,
  type ShipmentStale,
  STALE_AFTER_DAYS
} from "./DataGap.ts"

const STALE_RULE = `no-events-for-${STALE_AFTER_DAYS}-days` as const
const IN_ERROR_RULE = `no-data-for-${IN_ERROR_AFTER_HOURS}-hours` as const

const ShipmentStaleData = Schema.Struct({
  ...journeyFields,
  lastEventReceivedAt: IsoDateTime,
  days: Schema.Int.annotate({ description: "Whole days since the last new event." }),
  next: Schema.NullOr(
    Schema.Struct({ milestone: MilestoneType, location: PortVisitView, date: IsoDateTime, classifier: Classifier })
  ).annotate({ description: "The next milestone that is planned or estimated." }),
  rule: Schema.Literal(STALE_RULE),
  sourceEvent: sourceEventField
})

const ShipmentInErrorData = Schema.Struct({
  ...journeyFields,
  reason: ErrorReason,
  since: IsoDateTime.annotate({
    description: "When data was last available, or when the shipment was registered."
  }),
  rule: Schema.Literal(IN_ERROR_RULE),
  sourceEvent: sourceEventField
})

const staleData = ({ lastReceivedAt, days, next, source }: ShipmentStale) => ({
  lastEventReceivedAt: isoOf(lastReceivedAt),
  days,
  next: Option.isSome(next)
    ? {
        milestone: next.value.type,
        location: { unlocode: next.value.place.unlocode, visit: next.value.visit },
        date: isoOf(next.value.date),
        classifier: next.value.classifier
      }
    : null,
  rule: STALE_RULE,
  sourceEvent: sourceEventOrNull(source)
})

const inErrorData = ({ reason, since, source }: ShipmentInError) => ({
  reason,
  since: isoOf(since),
  rule: IN_ERROR_RULE,
  sourceEvent: sourceEventOrNull(source)
})

/** The data gaps of an endpoint that registered the example container and was not notified of anything. */
const exampleDataGaps = (events: ReadonlyArray<CarrierEvent>, registeredAt: number, now: Instant) =>
  dataGapsOf(
    {
      journeys: events.length === 0 ? [] : [journeyOfExample(events)],
      newest: newestEvent(events),
      lastPoll: undefined,
      lastResponseAt: undefined,
      pollsRestartedAt: undefined
    },
    { notified: NOTHING_NOTIFIED, registeredAt: DateTime.makeUnsafe(registeredAt) },
    DateTime.makeUnsafe(now)
  )

/** The example container at sea: its newest event was received `STALE_AFTER_DAYS` ago, with an estimated arrival. */
const eventsUntilStale = (now: Instant): ReadonlyArray<CarrierEvent> => {
  const receivedAt = Instant.make(now - STALE_AFTER_DAYS * DAY_MILLIS)
  return exampleEvents(Instant.make(now + 12 * DAY_MILLIS)).flatMap((event): ReadonlyArray<CarrierEvent> => {
    if (event.eventDateTime <= receivedAt) return [event]
    if (event._tag !== "TransportEvent" || !isExampleEventAt(event, "NLRTM")) return []
    return [{ ...event, classifier: "EST", receivedAt, createdDateTime: Option.some(receivedAt) }]
  })
}

interface DataGapEvents {
  readonly "shipment.stale": OptInEvent<ShipmentStale, typeof ShipmentStaleData>
  readonly "shipment.in.error": OptInEvent<ShipmentInError, typeof ShipmentInErrorData>
}

/** The event types that `dataGapsOf` emits. */
export const DATA_GAP_EVENTS: DataGapEvents = {
  "shipment.stale": {
    schema: ShipmentStaleData,
    data: staleData,
    example: (now) => exampleDataGaps(eventsUntilStale(now), 0, now).find((alert) => alert._tag === "Stale")
  },
  "shipment.in.error": {
    schema: ShipmentInErrorData,
    data: inErrorData,
    example: (now) =>
      exampleDataGaps([], now - IN_ERROR_AFTER_HOURS * HOUR_MILLIS, now).find((alert) => alert._tag === "InError")
  }
}
