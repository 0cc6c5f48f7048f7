import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { DAY_MILLIS, Instant, instantOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { storedEventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import type { PollPlan, PollProgress } from "@landfall/core/tracking/polling/PollPlan"
import {
  type CarrierQueue,
  notConfiguredMessage,
  type PollLease,
  type PollOutcome,
  PollQueue,
  type PollStatus
} from "@landfall/core/tracking/polling/PollQueue"
import { isDemoContainer } from "@landfall/core/tracking/references/ContainerNumber"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Clock, Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { joinKey, MemoryState } from "../state/MemoryState.ts"
import { applyDecision, registrationsOf, snapshotOf } from "./ShipmentDecisions.ts"
import { concernsShipment, documentsByContainer, storedEvents, storeEvent } from "./ShipmentEventMatching.ts"

type State = MemoryState["Service"]

/** Where the checks of a shipment stand. Instants in milliseconds since the epoch. */
export interface PollRow {
  readonly shipmentId: ShipmentId
  /** Undefined while no source can know the shipment. */
  readonly progress: PollProgress | undefined
  /** Undefined when it is never due again. While it is leased, when the lease ends. */
  readonly dueAt: number | undefined
  readonly token: string | undefined
  readonly plan: PollPlan | undefined
  readonly polledAt: Instant | undefined
  /** Why nothing came last; none after an answer. */
  readonly error: Option.Option<string>
  /** The meanings of the events in its last snapshot. */
  readonly meanings: ReadonlySet<string>
}

interface CarrierRow {
  /** Days since 1970, UTC. */
  readonly day: number
  /** Requests on that day. */
  readonly used: number
  readonly quietUntil: Instant | undefined
}

/** The checks and carriers of a `MemoryPollQueue`, open to tests that want to look. */
export class MemoryPolls extends Context.Service<
  MemoryPolls,
  { readonly polls: Map<ShipmentId, PollRow>; readonly carriers: Map<Scac, CarrierRow> }
>()("@landfall/testing/memory/tracking/MemoryPolls") {}

type PollTables = MemoryPolls["Service"]

const dayOf = (now: number): number => Math.floor(now / DAY_MILLIS)

const newPollRow = (shipmentId: ShipmentId, dueAt: number): PollRow => ({
  shipmentId,
  progress: undefined,
  dueAt,
  token: undefined,
  plan: undefined,
  polledAt: undefined,
  error: Option.none(),
  meanings: new Set()
})

const carrierAt = ({ carriers }: PollTables, scac: Scac, now: number): CarrierRow => {
  const row = carriers.get(scac)
  if (row === undefined) return { day: dayOf(now), used: 0, quietUntil: undefined }
  return row.day === dayOf(now) ? row : { ...row, day: dayOf(now), used: 0 }
}

const isTracked = (state: State, id: ShipmentId): boolean => state.shipments.get(id)?.status === "tracking"

interface ScheduledPoll {
  readonly row: PollRow
  readonly progress: PollProgress
  readonly dueAt: number
}

/** The shipments that will be asked about at some time, the longest due first. */
const scheduledPolls = (state: State, { polls }: PollTables): ReadonlyArray<ScheduledPoll> =>
  [...polls.values()]
    .flatMap((row) =>
      row.progress === undefined || row.dueAt === undefined || !isTracked(state, row.shipmentId)
        ? []
        : [{ row, progress: row.progress, dueAt: row.dueAt }]
    )
    .toSorted((a, b) => a.dueAt - b.dueAt)

const carrierQueuesOf = (
  all: ReadonlyArray<ScheduledPoll>,
  checks: PollTables,
  limit: number,
  now: number
): Array<CarrierQueue> => {
  const byCarrier = Map.groupBy(all, ({ progress }) => progress.query.scac)
  return [...byCarrier].map(([scac, own]) => {
    const { used, quietUntil } = carrierAt(checks, scac, now)
    const due = own.filter(({ dueAt }) => dueAt <= now).length
    const running = own.filter(({ row, dueAt }) => row.token !== undefined && dueAt > now).length
    return { scac, due: Math.min(due, limit), running, usedToday: used, quietUntil }
  })
}

/** Whether a shipment was asked for with a sealine, and does not owe it to the carrier that answered. */
const hasRequestedSealine = (state: State, shipment: Shipment): boolean =>
  ![shipment.type, Option.none()].some(
    (type) =>
      state.shipmentIdsByReference.get(
        joinKey(
          shipment.accountId,
          shipment.number,
          Option.getOrElse(type, () => "?"),
          "?"
        )
      ) === shipment.id
  )

const releaseShipments = (
  state: State,
  all: PollTables,
  codes: ReadonlyArray<Scac>,
  limit: number,
  now: number
): number => {
  const gone = scheduledPolls(state, all).filter(({ progress }) => !codes.includes(progress.query.scac))
  for (const { row, progress } of gone.slice(0, limit)) {
    const shipment = state.shipments.get(row.shipmentId)
    if (shipment === undefined) continue
    const released = new Shipment({
      ...shipment,
      sealine: hasRequestedSealine(state, shipment) ? shipment.sealine : Option.none(),
      reviewAt: Option.some(DateTime.makeUnsafe(now))
    })
    state.shipments.set(shipment.id, released)
    const error = notConfiguredMessage(progress.query.scac)
    all.polls.set(shipment.id, { ...newPollRow(shipment.id, now), polledAt: row.polledAt, error: Option.some(error) })
  }
  if (gone.length > limit) return limit
  for (const row of all.polls.values()) {
    if (row.progress === undefined && row.dueAt !== undefined) all.polls.set(row.shipmentId, { ...row, dueAt: now })
  }
  return gone.length
}

const firstProgress = (question: SourceQuery): PollProgress => ({
  query: question,
  matched: false,
  tried: 0,
  last: { _tag: "Never" },
  lastResponseAt: Option.none()
})

const enrolShipments = (
  state: State,
  { polls }: PollTables,
  questions: Parameters<PollQueue["Service"]["enrol"]>[0],
  limit: number,
  now: number
): number => {
  const offered = state.shipments.filter((shipment) => {
    const row = polls.get(shipment.id)
    const isNew = row === undefined || (row.progress === undefined && (row.dueAt ?? 0) <= now)
    return isNew && shipment.status === "tracking" && !isDemoContainer(shipment.number)
  })
  for (const shipment of offered.slice(0, limit)) {
    const [question] = questions(shipment)
    polls.set(shipment.id, {
      ...(polls.get(shipment.id) ?? newPollRow(shipment.id, now)),
      progress: question === undefined ? undefined : firstProgress(question),
      dueAt: question === undefined ? now + DAY_MILLIS : now
    })
  }
  return Math.min(offered.length, limit)
}

/** The shipments of an account that are followed and that any of these events speaks of, but for this one. */
const otherShipmentsConcerned = (state: State, { id, accountId }: Shipment, events: ReadonlyArray<CarrierEvent>) => {
  const documents = documentsByContainer(storedEvents(state, accountId))
  return state.shipments.filter(
    (other) =>
      other.id !== id &&
      other.accountId === accountId &&
      other.status !== "stopped" &&
      events.some((event) => concernsShipment(event, other, documents))
  )
}

interface AppliedSnapshot {
  /** The meanings of the answer. */
  readonly meanings: ReadonlySet<string>
  /** Other shipments that it changes something about. */
  readonly others: ReadonlyArray<Shipment>
}

/** Takes in a snapshot: what it holds, and without what only the one before held. */
const applySnapshot = (
  state: State,
  checks: PollTables,
  shipment: Shipment,
  row: PollRow,
  checked: PollOutcome
): AppliedSnapshot => {
  if (Option.isNone(checked.response)) return { meanings: row.meanings, others: [] }
  const { events, complete } = checked.response.value
  const news = events.filter((event) => storeEvent(state, shipment.accountId, event) !== "repeated")
  const meanings = new Set<string>(events.map(storedEventKey))
  const changed = new Set(otherShipmentsConcerned(state, shipment, news))
  if (!complete) return { meanings: new Set([...meanings, ...row.meanings]), others: [...changed] }
  for (const meaning of row.meanings) {
    const key = joinKey(shipment.accountId, meaning)
    const held = state.carrierEvents.get(key)
    if (held === undefined || meanings.has(meaning)) continue
    const others = otherShipmentsConcerned(state, shipment, [held.event])
    if (others.some(({ id }) => checks.polls.get(id)?.meanings.has(meaning) === true)) continue
    for (const other of others) changed.add(other)
    state.carrierEvents.delete(key)
  }
  return { meanings, others: [...changed] }
}

const recordPoll = (state: State, all: PollTables, shipment: Shipment, row: PollRow, checked: PollOutcome): PollRow => {
  const { meanings, others } = applySnapshot(state, all, shipment, row, checked)
  const held = storedEvents(state, shipment.accountId)
  const documents = documentsByContainer(held)
  const snapshotFor = (one: Shipment) =>
    snapshotOf(
      state,
      one,
      held.filter((event) => concernsShipment(event, one, documents)),
      registrationsOf(state, one)
    )
  const snapshot = snapshotFor(shipment)
  const { change, plan } = checked.decide(snapshot)
  applyDecision(state, snapshot, checked.now, () => change)
  for (const other of others) applyDecision(state, snapshotFor(other), checked.now, checked.decideOthers)
  const dueAt = plan.next._tag === "Check" ? plan.next.at : undefined
  const checkedAt = instantOf(checked.now)
  const { progress, error } = plan
  return { ...row, progress, dueAt, token: undefined, plan, error, polledAt: checkedAt, meanings }
}

const pollStatusOf = (state: State, row: PollRow): PollStatus => {
  const asked = Option.map(Option.fromUndefinedOr(row.progress), ({ query }) => query.scac)
  const isDue = Option.isSome(asked) && isTracked(state, row.shipmentId)
  return {
    carrier: asked,
    lastPolledAt: Option.fromUndefinedOr(row.polledAt),
    nextPollAt: isDue && row.dueAt !== undefined ? Option.some(Instant.make(row.dueAt)) : Option.none(),
    lastError: row.error
  }
}

const NEVER_POLLED: PollStatus = {
  carrier: Option.none(),
  lastPolledAt: Option.none(),
  nextPollAt: Option.none(),
  lastError: Option.none()
}

const leaseOf = (state: State, { row, progress }: ScheduledPoll, token: string): ReadonlyArray<PollLease> => {
  const shipment = state.shipments.get(row.shipmentId)
  return shipment === undefined ? [] : [{ shipmentId: shipment.id, accountId: shipment.accountId, token, progress }]
}

/** `PollQueue` beside the stores on `MemoryState`. */
export const layer: Layer.Layer<PollQueue | MemoryPolls, never, MemoryState> = Layer.effectContext(
  Effect.gen(function* () {
    const state = yield* MemoryState
    const all: PollTables = { polls: new Map(), carriers: new Map() }
    let tokens = 0

    const spend = (scac: Scac, requests: number, now: number, quietUntil?: Instant | undefined) => {
      const carrier = carrierAt(all, scac, now)
      const isLater = quietUntil !== undefined && quietUntil > (carrier.quietUntil ?? 0)
      const rest = isLater ? quietUntil : carrier.quietUntil
      all.carriers.set(scac, { ...carrier, used: carrier.used + requests, quietUntil: rest })
    }

    const queue = PollQueue.of({
      enrol: (questions, limit) =>
        Effect.map(Clock.currentTimeMillis, (now) => enrolShipments(state, all, questions, limit, now)),
      release: (codes, limit) =>
        Effect.map(Clock.currentTimeMillis, (now) => releaseShipments(state, all, codes, limit, now)),
      claim: (choose, limit, leaseMillis) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const waits = scheduledPolls(state, all)
          const shares = choose(carrierQueuesOf(waits, all, limit, now))
          return [...shares].flatMap(([scac, share]) => {
            const due = waits.filter(({ progress, dueAt }) => progress.query.scac === scac && dueAt <= now)
            return due.slice(0, share).flatMap((wait) => {
              const token = String(++tokens)
              all.polls.set(wait.row.shipmentId, { ...wait.row, token, dueAt: now + leaseMillis })
              spend(scac, 1, now)
              return leaseOf(state, wait, token)
            })
          })
        }),
      record: (checked) =>
        Effect.gen(function* () {
          const { lease, requests, quietUntil, now } = checked
          const row = all.polls.get(lease.shipmentId)
          const shipment = state.shipments.get(lease.shipmentId)
          if (row?.token !== lease.token || shipment === undefined) return false
          const next = yield* state.transact(() => Result.succeed(recordPoll(state, all, shipment, row, checked)))
          all.polls.set(lease.shipmentId, next)
          const { scac } = lease.progress.query
          spend(scac, requests - 1, DateTime.toEpochMillis(now), Option.getOrUndefined(quietUntil))
          return true
        }),
      status: (accountId, id) =>
        Effect.sync(() => {
          const shipment = state.shipments.get(id)
          if (shipment?.accountId !== accountId || isDemoContainer(shipment.number)) return Option.none()
          const row = all.polls.get(id)
          return Option.some(row === undefined ? NEVER_POLLED : pollStatusOf(state, row))
        }),
      nextDueAt: (carriers) =>
        Effect.sync(() =>
          Option.map(
            Option.fromUndefinedOr(
              scheduledPolls(state, all).find(({ progress }) => carriers.includes(progress.query.scac))
            ),
            ({ dueAt }) => dueAt
          )
        ),
      arrival: Effect.sleep("1 second")
    })
    return Context.make(PollQueue, queue).pipe(Context.add(MemoryPolls, all))
  })
)
