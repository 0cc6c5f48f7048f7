import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant, instantOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import {
  addUsage,
  carrierQueueOf,
  claimedUsage,
  noUsage,
  polledUsage,
  type UsageIncrement
} from "@landfall/core/tracking/polling/CarrierUsage"
import {
  type CarrierQueue,
  type PollAllocator,
  type PollLease,
  type PollOutcome,
  PollQueue
} from "@landfall/core/tracking/polling/PollQueue"
import {
  enrolPoll,
  leasePoll,
  type PollRecord,
  pollProgressOf,
  pollStatusOf,
  recordPoll,
  releasePoll
} from "@landfall/core/tracking/polling/PollRecord"
import { compareResponse, type PollResponse, retractedEvents } from "@landfall/core/tracking/polling/PollResponse"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import { releaseShipment } from "@landfall/core/tracking/shipments/ShipmentTransitions"
import { Clock, DateTime, Effect, Layer, Option, Result, Schema } from "effect"
import { joinKey, MemoryState, type PollRow } from "../state/MemoryState.ts"
import { decideOn, snapshotOf, writeChanges } from "./ShipmentWrites.ts"
import { concernedShipments, findByKeys, storeEvents } from "./StoredEvents.ts"

type State = MemoryState["Service"]

const isScac = Schema.is(Scac)
const NOTHING_REPORTED: ReadonlySet<string> = new Set()

const carrierOf = ({ poll }: PollRow): Option.Option<Scac> => Option.map(poll.query, ({ scac }) => scac)

const isAt = (row: PollRow, scac: Scac): boolean => Option.contains(carrierOf(row), scac)

const isDue = ({ poll }: PollRow, now: number): boolean => Option.exists(poll.dueAt, (at) => at <= now)

/** The polls that have an instant to come, the longest due first. */
const scheduledPolls = (state: State): ReadonlyArray<PollRow> => {
  const dueAt = ({ poll }: PollRow) => Option.getOrElse(poll.dueAt, () => Number.POSITIVE_INFINITY)
  return state.polls
    .filter(({ poll }) => Option.isSome(poll.dueAt))
    .toSorted((a, b) => dueAt(a) - dueAt(b) || (a.shipmentId < b.shipmentId ? -1 : 1))
}

const updatePoll = (state: State, row: PollRow, changes: Partial<PollRecord>): void =>
  state.polls.set(row.shipmentId, { ...row, poll: { ...row.poll, ...changes } })

const recordUsage = (state: State, increments: ReadonlyArray<UsageIncrement>, now: number): void => {
  for (const increment of increments) {
    const { usage } = state.carrierUsage.get(increment.scac) ?? {}
    state.carrierUsage.set(increment.scac, { scac: increment.scac, usage: addUsage(usage, increment, now) })
  }
}

const carrierQueues = (state: State, limit: number, now: number): ReadonlyArray<CarrierQueue> => {
  const polls = scheduledPolls(state)
  return state.carrierUsage.values().map(({ scac, usage }) => {
    const ofCarrier = polls.filter((row) => isAt(row, scac))
    const due = ofCarrier.filter((row) => isDue(row, now)).length
    const running = ofCarrier.filter((row) => !isDue(row, now) && Option.isSome(row.poll.leaseToken)).length
    return carrierQueueOf(scac, usage, { due: Math.min(due, limit), running }, now)
  })
}

const enrol = (
  state: State,
  queriesFor: (shipment: Shipment) => ReadonlyArray<SourceQuery>,
  limit: number,
  now: Instant
): number => {
  const found = scheduledPolls(state)
    .filter((row) => Option.isNone(row.poll.query) && isDue(row, now))
    .slice(0, limit)
  for (const row of found) {
    const shipment = state.shipments.get(row.shipmentId)
    if (shipment === undefined) continue
    const enrolled = enrolPoll(queriesFor(shipment), now)
    updatePoll(state, row, enrolled)
    if (Option.isSome(enrolled.query)) recordUsage(state, [noUsage(enrolled.query.value.scac)], now)
  }
  return found.length
}

/** The sealine that the request of a shipment named. */
const requestedSealineOf = (state: State, { id }: Shipment): Option.Option<Scac> => {
  const [, , sealine] = state.trackingKeys.get(id) ?? []
  return isScac(sealine) ? Option.some(sealine) : Option.none()
}

const releaseRow = (state: State, row: PollRow, carrier: Scac, now: Instant): void => {
  const shipment = state.shipments.get(row.shipmentId)
  if (shipment === undefined) return
  const released = releaseShipment(shipment, requestedSealineOf(state, shipment), DateTime.makeUnsafe(now))
  state.shipments.set(shipment.id, released)
  state.reportedEvents.delete(shipment.id)
  updatePoll(state, row, releasePoll(carrier, now))
}

const release = (state: State, configured: ReadonlyArray<Scac>, limit: number, now: Instant): number => {
  const waiting = scheduledPolls(state).flatMap((row) =>
    Option.toArray(carrierOf(row))
      .filter((scac) => !configured.includes(scac))
      .map((scac) => ({ row, scac }))
  )
  const released = waiting.slice(0, limit)
  for (const { row, scac } of released) releaseRow(state, row, scac, now)
  if (released.length >= limit) return released.length
  for (const row of scheduledPolls(state)) {
    if (Option.isNone(row.poll.query)) updatePoll(state, row, { dueAt: Option.some(now) })
  }
  return released.length
}

const leaseOf = (state: State, { shipmentId, poll }: PollRow, token: string): ReadonlyArray<PollLease> => {
  const shipment = state.shipments.get(shipmentId)
  const progress = pollProgressOf(poll)
  return shipment === undefined || Option.isNone(progress)
    ? []
    : [{ shipmentId, accountId: shipment.accountId, token, progress: progress.value }]
}

const claim = (state: State, allocate: PollAllocator, limit: number, leaseMillis: number, now: Instant) => {
  const allocation = allocate(carrierQueues(state, limit, now))
  const token = state.nextUlid(now)
  const polls = scheduledPolls(state)
  return [...allocation].flatMap(([scac, share]) => {
    const due = polls.filter((row) => isAt(row, scac) && isDue(row, now)).slice(0, share)
    for (const row of due) updatePoll(state, row, leasePoll(token, now, leaseMillis))
    recordUsage(state, [claimedUsage(scac, due.length)], now)
    return due.flatMap((row) => leaseOf(state, row, token))
  })
}

/** Retracts what no carrier reports any longer. Returns the other shipments that lose an event. */
const retract = (state: State, accountId: AccountId, id: ShipmentId, missing: ReadonlyArray<string>) => {
  const othersOf = (stored: ReadonlyArray<{ readonly event: CarrierEvent }>) =>
    concernedShipments(
      state,
      accountId,
      stored.map(({ event }) => event)
    ).filter((other) => other.id !== id)
  const stored = findByKeys(state, accountId, missing)
  const reported = othersOf(stored).map((other) => state.reportedEvents.get(other.id) ?? NOTHING_REPORTED)
  const retracted = retractedEvents(stored, reported)
  const concerned = othersOf(retracted)
  for (const { key } of retracted) state.carrierEvents.delete(joinKey(accountId, key))
  return concerned
}

/** Stores a response about a shipment. Returns the other shipments whose events it changes. */
const storeResponse = (state: State, accountId: AccountId, id: ShipmentId, response: PollResponse) => {
  const { changed } = storeEvents(state, accountId, response.events)
  const concerned = concernedShipments(state, accountId, changed)
  const { reported, missing } = compareResponse(state.reportedEvents.get(id) ?? NOTHING_REPORTED, response)
  state.reportedEvents.set(id, reported)
  const affected = [...concerned, ...retract(state, accountId, id, missing)].filter((shipment) => shipment.id !== id)
  return [...new Map(affected.map((shipment) => [shipment.id, shipment])).values()]
}

const record = (state: State, outcome: PollOutcome): boolean => {
  const { lease, now } = outcome
  const { shipmentId: id, accountId } = lease
  const row = state.polls.get(id)
  const shipment = state.shipments.get(id)
  if (row === undefined || shipment === undefined) return false
  if (!Option.contains(row.poll.leaseToken, lease.token)) return false
  const others = Option.isNone(outcome.response) ? [] : storeResponse(state, accountId, id, outcome.response.value)
  const snapshot = snapshotOf(state, shipment)
  const { change, plan } = outcome.decide(snapshot)
  const changes = new ShipmentChanges()
  changes.apply(() => change, snapshot)
  writeChanges(state, accountId, changes, now)
  const snapshots = others.map((other) => snapshotOf(state, other))
  decideOn(state, accountId, snapshots, now, outcome.decideOthers)
  updatePoll(state, row, recordPoll(plan, instantOf(now)))
  recordUsage(
    state,
    polledUsage({ ...outcome, query: lease.progress.query }, plan.progress.query.scac),
    DateTime.toEpochMillis(now)
  )
  return true
}

/** `PollQueue` beside the stores on `MemoryState`. */
export const layer: Layer.Layer<PollQueue, never, MemoryState> = Layer.effect(
  PollQueue,
  Effect.map(MemoryState, (state) => {
    const transactAt = <A>(work: (now: Instant) => A): Effect.Effect<A> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => state.transact(() => Result.succeed(work(Instant.make(now)))))

    return PollQueue.of({
      enrol: (queriesFor, limit) => transactAt((now) => enrol(state, queriesFor, limit, now)),
      release: (configured, limit) => transactAt((now) => release(state, configured, limit, now)),
      claim: (allocate, limit, leaseMillis) => transactAt((now) => claim(state, allocate, limit, leaseMillis, now)),
      record: (outcome) => state.transact(() => Result.succeed(record(state, outcome))),
      status: (accountId, id) =>
        Effect.sync(() => {
          const row = state.polls.get(id)
          return row === undefined || state.shipments.get(id)?.accountId !== accountId
            ? Option.none()
            : Option.some(pollStatusOf({ ...row.poll, carrier: carrierOf(row) }))
        }),
      nextDueAt: (carriers) =>
        Effect.sync(() =>
          Option.flatMap(
            Option.fromUndefinedOr(scheduledPolls(state).find((row) => carriers.some((scac) => isAt(row, scac)))),
            ({ poll }) => poll.dueAt
          )
        ),
      arrival: Effect.sleep("1 second")
    })
  })
)
