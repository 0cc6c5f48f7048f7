import { Option } from "effect"
import { DAY_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import type { Journey } from "../journey/Journey.ts"
import type { SourceEvent } from "../journey/Milestone.ts"
import type { NotifiedHandling, NotifiedState, NotifiedUpdate } from "../shipments/NotifiedState.ts"
import { type ContainerHandling, containerHandling, type HandlingFact } from "./ContainerHandling.ts"

/** The event types about the handling of a container. */
export type HandlingEventType =
  | "container.empty.picked.up"
  | "container.empty.returned"
  | "container.available.for.pickup"
  | "container.last.free.day.changed"
  | "container.holds.changed"

interface HandlingAlertFields {
  readonly container: string
  readonly source: SourceEvent
}

/** The empty container was picked up or returned, or can be collected. */
export interface HandlingReached extends HandlingAlertFields {
  readonly _tag: "HandlingReached"
  readonly type: "container.empty.picked.up" | "container.empty.returned" | "container.available.for.pickup"
  readonly fact: HandlingFact
  /** The date that was notified before; null for none. */
  readonly previous: Instant | null
}

/** The last free day changed. */
export interface LastFreeDayChanged extends HandlingAlertFields {
  readonly _tag: "LastFreeDayChanged"
  readonly type: "container.last.free.day.changed"
  /** Null after its removal. */
  readonly lastFreeDay: string | null
  readonly previous: string | null
}

/** A hold began or was released. */
export interface HoldsChanged extends HandlingAlertFields {
  readonly _tag: "HoldsChanged"
  readonly type: "container.holds.changed"
  readonly holds: ReadonlyArray<string>
  readonly previous: ReadonlyArray<string>
}

/** A change of the handling of a container that is notified. */
export type HandlingAlert = HandlingReached | LastFreeDayChanged | HoldsChanged

/** The terms on which one endpoint is notified of changes. */
export interface HandlingTerms {
  readonly now: Instant
  readonly registeredAt: Instant
  readonly firstResponse: boolean
  /** Whether the endpoint receives a type. */
  readonly receives: (type: HandlingEventType) => boolean
}

const REACHED = {
  emptyPickedUp: "container.empty.picked.up",
  emptyReturned: "container.empty.returned",
  availableForPickup: "container.available.for.pickup"
} as const

/**
 * Changes that became known longer ago are not notified: an endpoint that names a type later does not receive earlier
 * ones.
 */
const KNOWN_DAYS = 7

const NOTHING: NotifiedHandling = {}

/** The changes of the handling of a container since its notified state, and that state after them. */
const diffHandling = (handling: ContainerHandling, before: NotifiedHandling) => {
  const { container } = handling
  const alerts: Array<HandlingAlert> = []
  let notified = before
  for (const name of ["emptyPickedUp", "emptyReturned", "availableForPickup"] as const) {
    const fact = handling[name]
    if (fact === undefined || before[name] === fact.date) continue
    const previous = before[name] ?? null
    alerts.push({ _tag: "HandlingReached", type: REACHED[name], container, fact, previous, source: fact.source })
    notified = { ...notified, [name]: fact.date }
  }
  const previousDay = before.lastFreeDay ?? null
  if (handling.lastFreeDay !== undefined && handling.lastFreeDay.value !== previousDay) {
    const { value: lastFreeDay, source } = handling.lastFreeDay
    alerts.push({
      _tag: "LastFreeDayChanged",
      type: "container.last.free.day.changed",
      container,
      lastFreeDay,
      previous: previousDay,
      source
    })
    notified = { ...notified, lastFreeDay }
  }
  const previous = before.holds ?? []
  if (handling.holds !== undefined && handling.holds.value.join() !== previous.join()) {
    const { value: holds, source } = handling.holds
    alerts.push({ _tag: "HoldsChanged", type: "container.holds.changed", container, holds, previous, source })
    notified = { ...notified, holds }
  }
  return { alerts, notified }
}

/** Whether a change became known too long ago to be notified, or before the registration. */
const isPast = ({ source }: HandlingAlert, { now, registeredAt, firstResponse }: HandlingTerms): boolean =>
  firstResponse || source.receivedAt <= registeredAt || source.receivedAt < now - KNOWN_DAYS * DAY_MILLIS

const TYPES: ReadonlyArray<HandlingEventType> = [
  ...Object.values(REACHED),
  "container.last.free.day.changed",
  "container.holds.changed"
]

/**
 * The changes of the handling of containers that an endpoint has not been notified of, one alert for each, and its
 * notified state afterwards. Pure. Changes that became known before the endpoint named the types are recorded without
 * an alert.
 */
export const updateHandling = (
  journeys: ReadonlyArray<Journey>,
  events: ReadonlyArray<CarrierEvent>,
  notified: NotifiedState,
  terms: HandlingTerms
): NotifiedUpdate<HandlingAlert> => {
  const alerts: Array<HandlingAlert> = []
  if (!TYPES.some(terms.receives)) return { alerts, notified }
  let handled = notified.handling
  for (const journey of journeys) {
    const handling = containerHandling(journey, events)
    if (handling === undefined) continue
    const previous = handled?.[handling.container] ?? NOTHING
    const diff = diffHandling(handling, previous)
    alerts.push(...diff.alerts.filter((alert) => terms.receives(alert.type) && !isPast(alert, terms)))
    if (diff.notified !== previous) handled = { ...handled, [handling.container]: diff.notified }
  }
  return {
    alerts,
    notified: handled === undefined || handled === notified.handling ? notified : { ...notified, handling: handled }
  }
}

/** A container became known that belongs to a booking or bill of lading. */
export interface ContainerAdded {
  readonly _tag: "ContainerAdded"
  readonly type: "shipment.container.added"
  readonly container: string
  /** Every container of the shipment. */
  readonly containers: ReadonlyArray<string>
  readonly source: Option.Option<SourceEvent>
}

/** The containers of a booking or bill of lading that an endpoint has not been notified of, and its notified state afterwards. */
export const updateContainers = (
  journeys: ReadonlyArray<Journey>,
  notified: NotifiedState,
  silent: boolean
): NotifiedUpdate<ContainerAdded> => {
  const containers = journeys.flatMap(({ container }) => Option.toArray(container))
  const notifiedContainers = notified.containers
  const added = containers.filter((container) => notifiedContainers?.includes(container) !== true)
  if (notifiedContainers !== undefined && added.length === 0) return { alerts: [], notified }
  const alerts = added.map((container): ContainerAdded => {
    const milestones = journeys.find((journey) => Option.contains(journey.container, container))?.milestones ?? []
    const source = Option.fromUndefinedOr(milestones.at(-1)?.source)
    return { _tag: "ContainerAdded", type: "shipment.container.added", container, containers, source }
  })
  const all = [...new Set([...(notifiedContainers ?? []), ...containers])]
  return {
    alerts: notifiedContainers === undefined || silent ? [] : alerts,
    notified: { ...notified, containers: all }
  }
}
