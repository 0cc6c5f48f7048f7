import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant, instantOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import {
  changedCarriers,
  healthAfterChange,
  healthAfterPoll,
  pauseAfterChange
} from "@landfall/core/tracking/polling/CarrierHealth"
import {
  addUsage,
  carrierQueueOf,
  noUsage,
  type UsageIncrement,
  usageOfClaim,
  usageOfPoll
} from "@landfall/core/tracking/polling/CarrierUsage"
import {
  type CarrierStatus,
  type PollAllocator,
  type PollLease,
  type PollOutcome,
  PollQueue
} from "@landfall/core/tracking/polling/PollQueue"
import {
  enrolPoll,
  isRestartedBy,
  leasePoll,
  type PollRecord,
  pollProgressOf,
  pollStatusOf,
  recordPoll,
  releasePoll,
  restartPoll
} from "@landfall/core/tracking/polling/PollRecord"
import { type PollRefresh, refreshPoll } from "@landfall/core/tracking/polling/PollRefresh"
import { compareResponse, type PollResponse, retractedEvents } from "@landfall/core/tracking/polling/PollResponse"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import { ShipmentNotFound } from "@landfall/core/tracking/shipments/ShipmentStore"
import { releaseShipment } from "@landfall/core/tracking/shipments/ShipmentTransitions"
import { Clock, DateTime, Effect, Layer, Option, Result, Schema } from "effect"
import type { PollRow } from "../state/MemoryRows.ts"
import { MemoryState } from "../state/MemoryState.ts"
import { carrierOf, carrierRow, isAt, isDue, scheduledPolls, takeDue, updateCarrier } from "./MemoryPolls.ts"
import { decideOn, snapshotOf, writeChanges } from "./ShipmentWrites.ts"
import { compactNumbers, concernedShipments, findByKeys, removeEvents, storeEvents } from "./StoredEvents.ts"
import { markUntracked } from "./UntrackedEvents.ts"

type State = MemoryState["Service"]

const isScac = Schema.is(Scac)
const NOTHING_REPORTED: ReadonlySet<string> = new Set()

const updatePoll = (state: State, row: PollRow, changes: Partial<PollRecord>): void =>
  state.polls.set(row.shipmentId, { ...row, poll: { ...row.poll, ...changes } })

const recordUsage = (state: State, increments: ReadonlyArray<UsageIncrement>, now: number): void => {
  for (const increment of increments) {
    const { usage } = carrierRow(state, increment.scac)
    updateCarrier(state, increment.scac, { usage: addUsage(usage, increment, now) })
  }
}

const carrierStatuses = (state: State, limit: number, now: number): ReadonlyArray<CarrierStatus> => {
  const polls = scheduledPolls(state)
  const rows = state.carriers.values().toSorted((a, b) => (a.scac < b.scac ? -1 : 1))
  return rows.map(({ scac, usage, health }) => {
    const ofCarrier = polls.filter((row) => isAt(row, scac))
    const due = ofCarrier.filter((row) => isDue(row, now)).length
    const running = ofCarrier.filter((row) => !isDue(row, now) && Option.isSome(row.poll.leaseToken)).length
    return { ...carrierQueueOf(scac, usage, { due: Math.min(due, limit), running }, now), health }
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

/** Restarts the polls that failed before the profile of a carrier changed. */
const restartPolls = (state: State, carrier: Scac, limit: number, now: Instant): number => {
  const failed = scheduledPolls(state).filter((row) => {
    const shipment = state.shipments.get(row.shipmentId)
    return shipment !== undefined && isRestartedBy(carrier, row.poll, shipment, now)
  })
  const restarted = failed.slice(0, limit)
  for (const row of restarted) updatePoll(state, row, restartPoll(row.poll, now))
  return restarted.length
}

const storeFingerprint = (state: State, scac: Scac, fingerprint: string): void => {
  const row = carrierRow(state, scac)
  const { health, usage } = row
  updateCarrier(state, scac, {
    fingerprint: Option.some(fingerprint),
    ...(Option.isSome(row.fingerprint) && {
      health: healthAfterChange(health),
      usage: { ...usage, pausedUntil: pauseAfterChange(health, usage.pausedUntil) }
    })
  })
}

const reconfigure = (state: State, fingerprints: ReadonlyMap<Scac, string>, limit: number, now: Instant): number => {
  const changed = changedCarriers(fingerprints, (scac) => carrierRow(state, scac).fingerprint)
  let restarted = 0
  for (const { isNew, scac } of changed) {
    if (!isNew) restarted += restartPolls(state, scac, limit - restarted, now)
    if (restarted >= limit) return restarted
  }
  for (const { fingerprint, scac } of changed) storeFingerprint(state, scac, fingerprint)
  return restarted
}

const refresh = (
  state: State,
  accountId: AccountId,
  id: ShipmentId,
  now: Instant
): Result.Result<Option.Option<PollRefresh>, ShipmentNotFound> => {
  if (state.shipments.get(id)?.accountId !== accountId) return Result.fail(new ShipmentNotFound({ id }))
  const row = state.polls.get(id)
  const refreshed = row === undefined ? Option.none() : refreshPoll(row.poll, now)
  if (row !== undefined && Option.isSome(refreshed) && refreshed.value._tag === "Scheduled") {
    updatePoll(state, row, { dueAt: Option.some(refreshed.value.at) })
  }
  return Result.succeed(refreshed)
}

const leaseOf = (state: State, { shipmentId, poll }: PollRow, token: string): ReadonlyArray<PollLease> => {
  const shipment = state.shipments.get(shipmentId)
  const progress = pollProgressOf(poll)
  return shipment === undefined || Option.isNone(progress)
    ? []
    : [{ shipmentId, accountId: shipment.accountId, token, progress: progress.value }]
}

const claim = (state: State, allocate: PollAllocator, limit: number, leaseMillis: number, now: Instant) => {
  const allocation = allocate(carrierStatuses(state, limit + 1, now))
  const token = state.nextUlid(now)
  return [...allocation].flatMap(([scac, share]) => {
    const due = takeDue(state, scac, share, now)
    for (const row of due) updatePoll(state, row, leasePoll(token, now, leaseMillis))
    recordUsage(state, [usageOfClaim(scac, due.length)], now)
    return due.flatMap((row) => leaseOf(state, row, token))
  })
}

/** Retracts events that no carrier reports any longer. Returns the other shipments that lose an event. */
const retract = (state: State, accountId: AccountId, id: ShipmentId, missing: ReadonlyArray<string>) => {
  const othersOf = (stored: ReadonlyArray<{ readonly event: CarrierEvent }>) =>
    concernedShipments(
      state,
      accountId,
      stored.map(({ event }) => event)
    ).shipments.filter((other) => other.id !== id)
  const stored = findByKeys(state, accountId, missing)
  const reported = othersOf(stored).map((other) => state.reportedEvents.get(other.id) ?? NOTHING_REPORTED)
  const retracted = retractedEvents(stored, reported)
  const concerned = othersOf(retracted)
  removeEvents(
    state,
    accountId,
    retracted.map(({ key }) => key)
  )
  return concerned
}

/** Stores a response about a shipment. Returns the other shipments whose events it changes. */
const storeResponse = (state: State, accountId: AccountId, id: ShipmentId, response: PollResponse) => {
  const { changed, added } = storeEvents(state, accountId, response.events)
  const { shipments: concerned, events } = concernedShipments(state, accountId, changed)
  markUntracked(state, accountId, changed, events, added)
  compactNumbers(state, accountId, concerned, added)
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
    usageOfPoll({ ...outcome, query: lease.progress.query }, plan.progress.query.scac),
    DateTime.toEpochMillis(now)
  )
  if (Option.isSome(outcome.carrierPoll)) {
    const { scac } = lease.progress.query
    const health = healthAfterPoll(carrierRow(state, scac).health, outcome.carrierPoll.value, instantOf(now))
    updateCarrier(state, scac, { health })
  }
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
      reconfigure: (fingerprints, limit) => transactAt((now) => reconfigure(state, fingerprints, limit, now)),
      claim: (allocate, limit, leaseMillis) => transactAt((now) => claim(state, allocate, limit, leaseMillis, now)),
      record: (outcome) => state.transact(() => Result.succeed(record(state, outcome))),
      refresh: (accountId, id) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          state.transact(() => refresh(state, accountId, id, Instant.make(now)))
        ),
      carriers: (dueLimit) => transactAt((now) => carrierStatuses(state, dueLimit, now)),
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
