import type { CarrierEvent, StatedDestination } from "../../../carriers/CarrierEvent.ts"
import { ACTUAL_RANK, isInbound, isPortTerminal, type Movement, statedAt } from "../movements/Movement.ts"
import { isSamePort } from "./PortComplexes.ts"

/** An event that states the destination of its booking or bill of lading. */
export interface DestinationStatement {
  readonly event: CarrierEvent
  readonly destination: StatedDestination
}

/** The events that state a destination; most sources have none. */
export const destinationStatements = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<DestinationStatement> => {
  let statements: Array<DestinationStatement> | undefined
  for (const event of events) {
    if (event.destination === undefined) continue
    statements ??= []
    statements.push({ event, destination: event.destination })
  }
  return statements ?? NO_STATEMENTS
}

const NO_STATEMENTS: ReadonlyArray<DestinationStatement> = []

/** Whether a statement is about a trip: it names one of its documents and no other container, or is an event of the trip. */
const concernsTrip = (
  { event }: DestinationStatement,
  movements: ReadonlyArray<Movement>,
  documents: ReadonlySet<string>,
  container: string | undefined
): boolean => {
  if (event._tag !== "ShipmentEvent") return movements.some((movement) => movement.event === event)
  const containers = event.references.filter(({ type }) => type === "EQ")
  if (containers.length > 0 && !containers.some(({ value }) => value === container)) return false
  return documents.has(event.documentId) || event.documents.some(({ value }) => documents.has(value))
}

/** The destination of a trip by its documents. */
export interface TripDestination extends StatedDestination {
  /** When the first of the statements was received that all name this port of discharge. */
  readonly since: number
}

/** The port of discharge that documents name. */
export interface ExpectedPod {
  readonly port: string
  readonly since: number
}

/** The newest statement of the destination of a trip; undefined for none. */
export const destinationOf = (
  statements: ReadonlyArray<DestinationStatement>,
  movements: ReadonlyArray<Movement>,
  documents: ReadonlySet<string>,
  container: string | undefined
): TripDestination | undefined => {
  if (statements.length === 0) return undefined
  // Of statements made at one time, the first one counts.
  const inOrder = statements
    .filter((statement) => concernsTrip(statement, movements, documents, container))
    .reverse()
    .sort((a, b) => statedAt(a) - statedAt(b))
  const newest = inOrder.at(-1)
  if (newest === undefined) return undefined
  const former = inOrder.findLastIndex(({ destination }) => destination.pod !== newest.destination.pod)
  return { ...newest.destination, since: inOrder[former + 1]?.event.receivedAt ?? newest.event.receivedAt }
}

/** Whether the container was discharged at a port and loaded on a vessel there. `atPort` is in order of date. */
const isPassed = (atPort: ReadonlyArray<Movement>): boolean => {
  const isMove = (move: Movement, code: "DISC" | "LOAD"): boolean => move.code === code && move.rank === ACTUAL_RANK
  const discharge = atPort.findIndex((move) => isMove(move, "DISC"))
  return discharge >= 0 && atPort.some((move, index) => index > discharge && isMove(move, "LOAD"))
}

/**
 * The destination with its place of delivery as the port of discharge, where another vessel than those that reach the port of
 * discharge takes the container on from there to it; without another place of delivery where the vessel itself calls there as well. Undefined once the container has left the port of
 * discharge on a vessel: the documents were those of an earlier leg.
 */
export const seaDestinationOf = (
  destination: TripDestination | undefined,
  sea: ReadonlyArray<Movement>
): TripDestination | undefined => {
  const { pod, delivery } = destination ?? {}
  if (destination === undefined || pod === undefined) return destination
  const atPod = sea.filter(({ port }) => isSamePort(port, pod))
  if (isPassed(atPod)) return undefined
  if (delivery === undefined || isSamePort(pod, delivery)) return destination
  const reaches = new Set(atPod.filter(isInbound).map(({ vessel }) => vessel))
  const isByOther = ({ vessel }: Movement): boolean => !reaches.has(vessel)
  const atDelivery = sea.filter((movement) => isInbound(movement) && isSamePort(movement.port, delivery))
  const isOnward = atPod.some((movement) => !isInbound(movement) && isByOther(movement)) && atDelivery.some(isByOther)
  if (isOnward) return { ...destination, pod: delivery }
  // The vessel calls there as well, and the container leaves it before: by land.
  return atDelivery.length > 0 && !atDelivery.some(isByOther) ? { ...destination, delivery: pod } : destination
}

/** Whether the documents name a port as the port of discharge, or else as the place of delivery. */
export const isStatedDestination = (destination: StatedDestination | undefined, port: string): boolean => {
  const named = destination?.pod ?? destination?.delivery
  return named !== undefined && isSamePort(named, port)
}

/**
 * The plan of an inland move from the terminal of another port than that of the last discharge: the container is to reach that port,
 * by sea as long as it has not left by land. Undefined where a vessel was planned to bring it to the port of the discharge.
 */
const inlandPlanElsewhere = (sea: ReadonlyArray<Movement>, land: ReadonlyArray<Movement>): ExpectedPod | undefined => {
  const last = sea.at(-1)
  if (last?.code !== "DISC" || last.rank !== ACTUAL_RANK) return undefined
  if (sea.some(({ rank, port, code }) => rank !== ACTUAL_RANK && port === last.port && code !== "DEPA"))
    return undefined
  const leaving = land.filter(
    ({ rank, code, at }) =>
      rank !== ACTUAL_RANK && at > last.at && (code === "DEPA" || code === "LOAD" || code === "OUT")
  )
  const [plan] = leaving
  if (plan === undefined || !leaving.every(({ port, place }) => port !== last.port && isPortTerminal(place)))
    return undefined
  return { port: plan.port, since: plan.event.receivedAt }
}

/**
 * The port of discharge by the documents, or where they name none by an inland move planned from another port, for as long as the container can reach it by sea; undefined once the container has
 * left another port by its gate, rail, truck or barge after a discharge there.
 */
export const expectedPodOf = (
  destination: TripDestination | undefined,
  sea: ReadonlyArray<Movement>,
  land: ReadonlyArray<Movement>
): ExpectedPod | undefined => {
  const stated = destination?.pod
  const expected =
    destination === undefined || stated === undefined
      ? inlandPlanElsewhere(sea, land)
      : { port: stated, since: destination.since }
  if (expected === undefined) return undefined
  const isAt = ({ port }: Movement): boolean => isSamePort(port, expected.port)
  // The documents name an inland place, which a train, truck or barge is to reach.
  if (land.some((movement) => isAt(movement) && isInbound(movement)) && !sea.some(isAt)) return undefined
  const leftElsewhere = land.some(
    ({ code, rank, port, at }) =>
      (code === "OUT" || code === "DEPA") &&
      rank === ACTUAL_RANK &&
      !isSamePort(port, expected.port) &&
      sea.some((other) => other.code === "DISC" && other.rank === ACTUAL_RANK && other.port === port && other.at <= at)
  )
  return leftElsewhere ? undefined : expected
}
