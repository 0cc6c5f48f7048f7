import { Option } from "effect"
import type { Instant } from "../../time/Instant.ts"
import type { CarrierEvent, Place } from "../carriers/CarrierEvent.ts"
import { deduplicateEvents } from "../carriers/EventIdentity.ts"
import { inlandMilestones } from "./internal/milestones/InlandMilestones.ts"
import { milestoneOf } from "./internal/milestones/MilestoneDraft.ts"
import { seaMilestones } from "./internal/milestones/SeaMilestones.ts"
import { withLadenMoves } from "./internal/movements/LadenMoves.ts"
import { ACTUAL_RANK, type Movement, movementsOf } from "./internal/movements/Movement.ts"
import { boundMovements } from "./internal/movements/MovementBounds.ts"
import { orderSameDateMovements } from "./internal/movements/SameDateOrder.ts"
import { type Trip, tripsOf } from "./internal/movements/Trips.ts"
import { dependsOnFinalPod, finalPodEvidenceOf } from "./internal/route/FinalPodEvidence.ts"
import { withOneCodePerPort } from "./internal/route/PortComplexes.ts"
import { portVisits, unreportedFirstLeg, visitsAtGate } from "./internal/route/PortVisits.ts"
import { routeOf, seaLegs } from "./internal/route/Route.ts"
import {
  type DestinationStatement,
  destinationOf,
  destinationStatements,
  expectedPodOf,
  isStatedDestination,
  seaDestinationOf
} from "./internal/route/StatedDestination.ts"
import { splitByMode } from "./internal/vessels/MovementsByMode.ts"
import {
  hasRepeatedCall,
  withoutPassingCalls,
  withoutRepeatedCalls,
  withoutShifts,
  withoutUnplannedCalls
} from "./internal/vessels/RepeatedCalls.ts"
import { latestActualDate, selectContainerMovements } from "./internal/vessels/SeaMovements.ts"
import type { LoadingPorts } from "./internal/vessels/UnrelatedVessels.ts"
import type { PortRole, SeaLeg, TripEnd } from "./JourneyParts.ts"
import type { Milestone } from "./Milestone.ts"

/** A sea port of the route: the container is loaded, discharged or transhipped there. */
export interface JourneyPort {
  readonly role: PortRole
  readonly place: Place
  /** 1 for the first call of the container at this port, 2 for the second. */
  readonly visit: number
}

/** One trip of one container, derived from its events. */
export interface Journey {
  /** None while a booking has no container yet. */
  readonly container: Option.Option<string>
  /** Numbers of the documents that its events name: bookings, bills of lading and siblings. */
  readonly documents: ReadonlySet<string>
  /** The type of the container by ISO 6346, as last reported; undefined while it is unknown. */
  readonly isoType: string | undefined
  /** The numbers of its seals, as last reported. */
  readonly seals: ReadonlyArray<string>
  /** The earliest date of the trip; none when the trip has no movements. */
  readonly startsAt: Option.Option<Instant>
  /** The empty return of the container or the start of its next trip; none while the trip is in progress. */
  readonly end: Option.Option<TripEnd>
  readonly ports: ReadonlyArray<JourneyPort>
  readonly legs: ReadonlyArray<SeaLeg>
  /** In journey order: pre-POL, first POL, transhipments, final POD, post-POD. */
  readonly milestones: ReadonlyArray<Milestone>
}

const documentsOf = (movements: ReadonlyArray<Movement>): ReadonlySet<string> => {
  const values = new Set<string>()
  for (const { event } of movements) for (const document of event.documents) values.add(document.value)
  return values
}

/** Type and seals of the container in the newest event that states them. `movements` are in order of date. */
const equipmentOf = (movements: ReadonlyArray<Movement>): Pick<Journey, "isoType" | "seals"> => {
  let isoType: string | undefined
  let seals: ReadonlyArray<string> = []
  for (const { event } of movements) {
    if (event._tag !== "EquipmentEvent") continue
    isoType = event.isoType ?? isoType
    seals = event.seals ?? seals
  }
  return { isoType, seals }
}

/**
 * The port by whose gate the container left after its last move at sea, else that of its empty return; undefined for
 * none.
 */
const leftPortOf = (sea: ReadonlyArray<Movement>, movements: ReadonlyArray<Movement>): string | undefined => {
  const newest = latestActualDate(sea)
  const gates = movements.filter(
    ({ code, empty, rank, at }) => code === (empty ? "IN" : "OUT") && rank === ACTUAL_RANK && at >= newest
  )
  return (gates.findLast(({ empty }) => !empty) ?? gates.at(-1))?.port
}

/** The inputs of a journey beside the movements of its container. */
interface JourneyContext {
  readonly loadingPorts: LoadingPorts
  readonly statements: ReadonlyArray<DestinationStatement>
}

/** Trip -> port visits -> route -> milestones. */
const journeyOf = (
  container: Option.Option<string>,
  trip: Trip,
  { loadingPorts, statements }: JourneyContext
): Journey => {
  const documents = documentsOf(trip.movements)
  const { sea, land } = splitByMode(trip.movements)
  const isRepeated = hasRepeatedCall(sea)
  const selected = selectContainerMovements(isRepeated ? withoutShifts(sea) : sea, land, loadingPorts)
  const documentDestination = destinationOf(statements, trip.movements, documents, Option.getOrUndefined(container))
  const isDestination = (port: string): boolean => isStatedDestination(documentDestination, port)
  const stops = withoutUnplannedCalls(withoutPassingCalls(selected), land, isDestination)
  const concerning = isRepeated ? withoutRepeatedCalls(stops) : stops
  const destination = seaDestinationOf(documentDestination, concerning)
  const ended = trip.end !== undefined && concerning.some(({ rank }) => rank === ACTUAL_RANK)
  const expected = expectedPodOf(destination, concerning, land)
  const visits = [
    ...portVisits(concerning, unreportedFirstLeg(concerning, land)),
    ...visitsAtGate(concerning, land, isDestination)
  ]
  const route = routeOf(visits, ended, expected, leftPortOf(concerning, trip.movements))
  const boardedAt = sea.find((movement) => movement.code === "LOAD" && movement.rank === ACTUAL_RANK)?.port
  const inland = inlandMilestones(land, route, boardedAt)
  const drafts = [
    ...inland.prePol,
    ...inland.polGate,
    ...route.flatMap(seaMilestones),
    ...inland.podGate,
    ...inland.postPod
  ]
  const evidence = finalPodEvidenceOf(route, land, ended, destination)
  return {
    container,
    documents,
    ...equipmentOf(trip.movements),
    startsAt: Option.map(Option.fromUndefinedOr(trip.movements[0]), (movement) => movement.event.eventDateTime),
    end: Option.fromUndefinedOr(trip.end),
    ports: route.map(({ role, visit }) => ({ role, place: visit.place, visit: visit.visit })),
    legs: seaLegs(route),
    milestones: drafts.map((draft) => {
      const milestone = milestoneOf(container, draft)
      return evidence !== undefined && dependsOnFinalPod(draft.type)
        ? { ...milestone, finalPodEvidence: evidence }
        : milestone
    })
  }
}

/** Whether a movement without container applies to this one: always, unless its references name other containers. */
const concernsContainer = (movement: Movement, container: string | undefined): boolean => {
  if (movement.event.references.length === 0) return true
  const named = movement.event.references.filter((reference) => reference.type === "EQ")
  return named.length === 0 || (container !== undefined && named.some((reference) => reference.value === container))
}

/** The ports at which other containers were loaded, by vessel. They show from which vessels this container was rolled. */
const loadingPortsOf = (movements: ReadonlyArray<Movement>): LoadingPorts => {
  const loadingPorts = new Map<string, Set<string>>()
  for (const movement of movements) {
    if (movement.code !== "LOAD" || movement.mode !== "sea" || movement.vessel === "") continue
    const ports = loadingPorts.get(movement.vessel)
    if (ports === undefined) loadingPorts.set(movement.vessel, new Set([movement.port]))
    else ports.add(movement.port)
  }
  return loadingPorts
}

const containerOf = (movement: Movement): string | undefined => Option.getOrUndefined(movement.event.equipmentReference)

const EMPTY_TRIP: Trip = { movements: [], end: undefined }

const containerJourneys = (
  movements: ReadonlyArray<Movement>,
  container: string | undefined,
  statements: ReadonlyArray<DestinationStatement>
): ReadonlyArray<Journey> => {
  const selected: Array<Movement> = []
  const siblings: Array<Movement> = []
  for (const movement of movements) {
    const named = containerOf(movement)
    if (named === undefined ? concernsContainer(movement, container) : named === container) selected.push(movement)
    else if (named !== undefined) siblings.push(movement)
  }
  const context = { loadingPorts: loadingPortsOf(siblings), statements }
  const trips = tripsOf(withLadenMoves(orderSameDateMovements(withOneCodePerPort(selected))))
  return (trips.length === 0 ? [EMPTY_TRIP] : trips).map((trip) =>
    journeyOf(Option.fromUndefinedOr(container), trip, context)
  )
}

/**
 * Derives every journey from a set of events: one for each container and trip, by container and then by date; or one
 * without container while no event names any. Pure: the same events in any order, repeated any number of times, give
 * the same journeys. The caller removes retracted events first.
 */
export const deriveJourneys = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<Journey> => {
  const distinct = deduplicateEvents(events)
  const movements = boundMovements(movementsOf(distinct))
  const statements = destinationStatements(distinct)
  const containers = [...new Set(movements.map(containerOf))].filter((named) => named !== undefined).sort()
  if (containers.length > 0)
    return containers.flatMap((container) => containerJourneys(movements, container, statements))
  return movements.length === 0 ? [] : containerJourneys(movements, undefined, statements)
}

/** Derives the journeys of one container. Returns at least one journey, which is empty while no event names it. */
export const deriveContainerJourneys = (
  events: ReadonlyArray<CarrierEvent>,
  container: string
): ReadonlyArray<Journey> => {
  const distinct = deduplicateEvents(events)
  return containerJourneys(boundMovements(movementsOf(distinct)), container, destinationStatements(distinct))
}
