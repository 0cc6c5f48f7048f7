import { Option, Schema } from "effect"
import type { FindPlace } from "../../geo/PlaceDirectory.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import { Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import type { CarrierEvent, EquipmentEvent } from "../carriers/CarrierEvent.ts"
import {
  AlertLocation,
  alertLocation,
  containerField,
  journeyFields,
  LocalDate,
  localDateOf,
  type OptInEvent,
  sourceEventField,
  sourceEventOrNull
} from "../changes/AlertFields.ts"
import {
  EXAMPLE_CONTAINER,
  exampleEmptyReturn,
  exampleEvents,
  isExampleEventAt,
  journeyOfExample
} from "../journey/ExampleJourney.ts"
import { NOTHING_NOTIFIED } from "../shipments/NotifiedState.ts"
import { termsEvent } from "./CollectionTermsEvent.ts"
import {
  type ContainerAdded,
  type HandlingAlert,
  type HandlingEventType,
  type HandlingReached,
  type HoldsChanged,
  type LastFreeDayChanged,
  updateContainers,
  updateHandling
} from "./HandlingChanges.ts"

const sharedFields = { ...journeyFields, container: Schema.String, sourceEvent: sourceEventField }

const HandlingReachedData = Schema.Struct({
  ...sharedFields,
  location: Schema.NullOr(AlertLocation).annotate({ description: "Where; null when the event names no place." }),
  date: IsoDateTime,
  localDate: LocalDate,
  classifier: Schema.String.annotate({ description: "ACT actual, EST estimated, PLN planned." }),
  previous: Schema.NullOr(IsoDateTime).annotate({ description: "The date that was notified before; null for none." }),
  rule: Schema.Literals(["empty-pick-up", "empty-return", "available-for-pick-up"])
})

const LastFreeDayData = Schema.Struct({
  ...sharedFields,
  lastFreeDay: Schema.NullOr(Schema.String).annotate({
    description: "The last day without charges, such as 2026-03-14; null when it was removed."
  }),
  previous: Schema.NullOr(Schema.String).annotate({ description: "The day that was notified before; null for none." }),
  rule: Schema.Literal("last-free-day-differs-from-last-notified")
})

const HoldsData = Schema.Struct({
  ...sharedFields,
  holds: Schema.Array(Schema.String).annotate({
    description: "Why the container must not be collected; empty after a release."
  }),
  added: Schema.Array(Schema.String),
  released: Schema.Array(Schema.String),
  rule: Schema.Literal("holds-differ-from-last-notified")
})

const ContainerAddedData = Schema.Struct({
  ...journeyFields,
  container: containerField,
  containers: Schema.Array(Schema.String).annotate({ description: "Every container of the shipment." }),
  rule: Schema.Literal("container-not-known-before"),
  sourceEvent: sourceEventField
})

const RULES = {
  "container.empty.picked.up": "empty-pick-up",
  "container.empty.returned": "empty-return",
  "container.available.for.pickup": "available-for-pick-up"
} as const

const sharedData = ({ container, source }: HandlingAlert) => ({
  container,
  sourceEvent: sourceEventOrNull(Option.some(source))
})

const reachedData = (alert: HandlingReached, findPlace: FindPlace) => {
  const { classifier, date, place } = alert.fact
  return {
    ...sharedData(alert),
    location: Option.isSome(place) ? alertLocation(place.value, findPlace) : null,
    date: isoOf(date),
    localDate: Option.isSome(place) ? localDateOf(date, findPlace(place.value.unlocode)) : null,
    classifier,
    previous: alert.previous === null ? null : isoOf(alert.previous),
    rule: RULES[alert.type]
  }
}

const lastFreeDayData = (alert: LastFreeDayChanged) => ({
  ...sharedData(alert),
  lastFreeDay: alert.lastFreeDay,
  previous: alert.previous,
  rule: "last-free-day-differs-from-last-notified"
})

const holdsData = (alert: HoldsChanged) => ({
  ...sharedData(alert),
  holds: alert.holds,
  added: alert.holds.filter((hold) => !alert.previous.includes(hold)),
  released: alert.previous.filter((hold) => !alert.holds.includes(hold)),
  rule: "holds-differ-from-last-notified"
})

const addedData = ({ container, containers, source }: ContainerAdded) => ({
  container,
  containers,
  rule: "container-not-known-before",
  sourceEvent: sourceEventOrNull(source)
})

/** The discharge of the example as an event of another code at the same place. */
const exampleHandling = (now: Instant, code: EquipmentEvent["code"], change: Partial<EquipmentEvent> = {}) =>
  exampleEvents(now).flatMap(
    (event): ReadonlyArray<CarrierEvent> =>
      event._tag === "EquipmentEvent" && isExampleEventAt(event, "NLRTM", "DISC") ? [{ ...event, code, ...change }] : []
  )

/** Terms of the example container, set a day before the end of its journey. */
const exampleTerms = (now: Instant): CarrierEvent => {
  const lastFreeDay = isoOf(Instant.make(now + 3 * DAY_MILLIS)).slice(0, 10)
  const at = Instant.make(now - 25 * HOUR_MILLIS)
  return termsEvent({ documents: [], container: EXAMPLE_CONTAINER }, { lastFreeDay, holds: ["freight"] }, at)
}

const exampleOf = <Type extends HandlingEventType>(type: Type, now: Instant, more: ReadonlyArray<CarrierEvent>) => {
  const events = [...exampleEvents(now), ...more]
  const terms = { now: Instant.make(0), registeredAt: Instant.make(0), firstResponse: false, receives: () => true }
  const { alerts } = updateHandling([journeyOfExample(events)], events, NOTHING_NOTIFIED, terms)
  return alerts.find((alert): alert is Extract<HandlingAlert, { readonly type: Type }> => alert.type === type)
}

interface HandlingEvents {
  readonly "container.empty.picked.up": OptInEvent<HandlingReached, typeof HandlingReachedData>
  readonly "container.empty.returned": OptInEvent<HandlingReached, typeof HandlingReachedData>
  readonly "container.available.for.pickup": OptInEvent<HandlingReached, typeof HandlingReachedData>
  readonly "container.last.free.day.changed": OptInEvent<LastFreeDayChanged, typeof LastFreeDayData>
  readonly "container.holds.changed": OptInEvent<HoldsChanged, typeof HoldsData>
  readonly "shipment.container.added": OptInEvent<ContainerAdded, typeof ContainerAddedData>
}

/** The event types that `updateHandling` and `updateContainers` emit. */
export const HANDLING_EVENTS: HandlingEvents = {
  "container.empty.picked.up": {
    schema: HandlingReachedData,
    data: reachedData,
    example: (now) =>
      exampleOf("container.empty.picked.up", now, [
        ...exampleEvents(now)
          .slice(0, 1)
          .flatMap(
            (event): ReadonlyArray<CarrierEvent> =>
              event._tag === "EquipmentEvent"
                ? [
                    {
                      ...event,
                      code: "GTOT",
                      emptyIndicator: Option.some("EMPTY"),
                      eventDateTime: Instant.make(event.eventDateTime - DAY_MILLIS)
                    }
                  ]
                : []
          )
      ])
  },
  "container.empty.returned": {
    schema: HandlingReachedData,
    data: reachedData,
    example: (now) => exampleOf("container.empty.returned", now, [exampleEmptyReturn(now)])
  },
  "container.available.for.pickup": {
    schema: HandlingReachedData,
    data: reachedData,
    example: (now) => exampleOf("container.available.for.pickup", now, exampleHandling(now, "AVPU"))
  },
  "container.last.free.day.changed": {
    schema: LastFreeDayData,
    data: lastFreeDayData,
    example: (now) => exampleOf("container.last.free.day.changed", now, [exampleTerms(now)])
  },
  "container.holds.changed": {
    schema: HoldsData,
    data: holdsData,
    example: (now) => exampleOf("container.holds.changed", now, [exampleTerms(now)])
  },
  "shipment.container.added": {
    schema: ContainerAddedData,
    data: addedData,
    example: (now) =>
      updateContainers([journeyOfExample(exampleEvents(now))], { ...NOTHING_NOTIFIED, containers: [] }, false).alerts[0]
  }
}
