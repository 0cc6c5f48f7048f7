import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { DAY_MILLIS, Instant, instantOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { heldKey } from "@landfall/core/tracking/carriers/EventMeaning"
import type { SourceQuestion } from "@landfall/core/tracking/carriers/TrackingSource"
import type { CheckPlan, CheckProgress } from "@landfall/core/tracking/polling/CheckPlan"
import {
  type CarrierQueue,
  type Checked,
  type CheckLease,
  type CheckStanding,
  notConfigured,
  PollQueue
} from "@landfall/core/tracking/polling/PollQueue"
import { isDemoContainer } from "@landfall/core/tracking/references/ContainerNumber"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Clock, Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { keyOf, MemoryState } from "../state/MemoryState.ts"
import { decideOn, registrationsOf, snapshotOf } from "./ShipmentDecisions.ts"
import { documentsByContainer, heldEvents, hold, speaksOf } from "./ShipmentEvents.ts"

type State = MemoryState["Service"]

/** Where the checks of a shipment stand. Instants in milliseconds since the epoch. */
export interface CheckRow {
  readonly shipmentId: ShipmentId
  /** Undefined while no source can know the shipment. */
  readonly progress: CheckProgress | undefined
  /** Undefined when it is never due again. While it is leased, when the lease ends. */
  readonly dueAt: number | undefined
  readonly token: string | undefined
  readonly plan: CheckPlan | undefined
  readonly checkedAt: Instant | undefined
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
export class MemoryChecks extends Context.Service<
  MemoryChecks,
  { readonly checks: Map<ShipmentId, CheckRow>; readonly carriers: Map<Scac, CarrierRow> }
>()("@landfall/testing/memory/tracking/MemoryChecks") {}

type Checks = MemoryChecks["Service"]

const dayOf = (now: number): number => Math.floor(now / DAY_MILLIS)

const unasked = (shipmentId: ShipmentId, dueAt: number): CheckRow => ({
  shipmentId,
  progress: undefined,
  dueAt,
  token: undefined,
  plan: undefined,
  checkedAt: undefined,
  error: Option.none(),
  meanings: new Set()
})

const carrierAt = ({ carriers }: Checks, scac: Scac, now: number): CarrierRow => {
  const row = carriers.get(scac)
  if (row === undefined) return { day: dayOf(now), used: 0, quietUntil: undefined }
  return row.day === dayOf(now) ? row : { ...row, day: dayOf(now), used: 0 }
}

const isTracked = (state: State, id: ShipmentId): boolean => state.shipments.get(id)?.status === "tracking"

interface Waiting {
  readonly row: CheckRow
  readonly progress: CheckProgress
  readonly dueAt: number
}

/** The shipments that will be asked about at some time, the longest due first. */
const waiting = (state: State, { checks }: Checks): ReadonlyArray<Waiting> =>
  [...checks.values()]
    .flatMap((row) =>
      row.progress === undefined || row.dueAt === undefined || !isTracked(state, row.shipmentId)
        ? []
        : [{ row, progress: row.progress, dueAt: row.dueAt }]
    )
    .toSorted((a, b) => a.dueAt - b.dueAt)

const queuesOf = (all: ReadonlyArray<Waiting>, checks: Checks, limit: number, now: number): Array<CarrierQueue> => {
  const byCarrier = Map.groupBy(all, ({ progress }) => progress.question.scac)
  return [...byCarrier].map(([scac, own]) => {
    const { used, quietUntil } = carrierAt(checks, scac, now)
    const due = own.filter(({ dueAt }) => dueAt <= now).length
    const running = own.filter(({ row, dueAt }) => row.token !== undefined && dueAt > now).length
    return { scac, due: Math.min(due, limit), running, usedToday: used, quietUntil }
  })
}

/** Whether a shipment was asked for with a sealine, and does not owe it to the carrier that answered. */
const namedItsSealine = (state: State, shipment: Shipment): boolean =>
  ![shipment.type, Option.none()].some(
    (type) =>
      state.shipmentIds.get(
        keyOf(
          shipment.accountId,
          shipment.number,
          Option.getOrElse(type, () => "?"),
          "?"
        )
      ) === shipment.id
  )

const release = (state: State, all: Checks, codes: ReadonlyArray<Scac>, limit: number, now: number): number => {
  const gone = waiting(state, all).filter(({ progress }) => !codes.includes(progress.question.scac))
  for (const { row, progress } of gone.slice(0, limit)) {
    const shipment = state.shipments.get(row.shipmentId)
    if (shipment === undefined) continue
    const released = new Shipment({
      ...shipment,
      sealine: namedItsSealine(state, shipment) ? shipment.sealine : Option.none(),
      reviewAt: Option.some(DateTime.makeUnsafe(now))
    })
    state.shipments.set(shipment.id, released)
    const error = notConfigured(progress.question.scac)
    all.checks.set(shipment.id, { ...unasked(shipment.id, now), checkedAt: row.checkedAt, error: Option.some(error) })
  }
  if (gone.length > limit) return limit
  for (const row of all.checks.values()) {
    if (row.progress === undefined && row.dueAt !== undefined) all.checks.set(row.shipmentId, { ...row, dueAt: now })
  }
  return gone.length
}

const firstProgress = (question: SourceQuestion): CheckProgress => ({
  question,
  matched: false,
  tried: 0,
  last: { _tag: "Never" },
  answeredAt: Option.none()
})

const offer = (
  state: State,
  { checks }: Checks,
  questions: Parameters<PollQueue["Service"]["enrol"]>[0],
  limit: number,
  now: number
): number => {
  const offered = state.shipments.filter((shipment) => {
    const row = checks.get(shipment.id)
    const isNew = row === undefined || (row.progress === undefined && (row.dueAt ?? 0) <= now)
    return isNew && shipment.status === "tracking" && !isDemoContainer(shipment.number)
  })
  for (const shipment of offered.slice(0, limit)) {
    const [question] = questions(shipment)
    checks.set(shipment.id, {
      ...(checks.get(shipment.id) ?? unasked(shipment.id, now)),
      progress: question === undefined ? undefined : firstProgress(question),
      dueAt: question === undefined ? now + DAY_MILLIS : now
    })
  }
  return Math.min(offered.length, limit)
}

/** The shipments of an account that are followed and that any of these events speaks of, but for this one. */
const besides = (state: State, { id, accountId }: Shipment, events: ReadonlyArray<CarrierEvent>) => {
  const documents = documentsByContainer(heldEvents(state, accountId))
  return state.shipments.filter(
    (other) =>
      other.id !== id &&
      other.accountId === accountId &&
      other.status !== "stopped" &&
      events.some((event) => speaksOf(event, other, documents))
  )
}

interface TakenIn {
  /** The meanings of the answer. */
  readonly meanings: ReadonlySet<string>
  /** Other shipments that it changes something about. */
  readonly others: ReadonlyArray<Shipment>
}

/** Takes in a snapshot: what it holds, and without what only the one before held. */
const takeIn = (state: State, checks: Checks, shipment: Shipment, row: CheckRow, checked: Checked): TakenIn => {
  if (Option.isNone(checked.snapshot)) return { meanings: row.meanings, others: [] }
  const { events, complete } = checked.snapshot.value
  const news = events.filter((event) => hold(state, shipment.accountId, event) !== "repeated")
  const meanings = new Set<string>(events.map(heldKey))
  const changed = new Set(besides(state, shipment, news))
  if (!complete) return { meanings: new Set([...meanings, ...row.meanings]), others: [...changed] }
  for (const meaning of row.meanings) {
    const key = keyOf(shipment.accountId, meaning)
    const held = state.events.get(key)
    if (held === undefined || meanings.has(meaning)) continue
    const others = besides(state, shipment, [held.event])
    if (others.some(({ id }) => checks.checks.get(id)?.meanings.has(meaning) === true)) continue
    for (const other of others) changed.add(other)
    state.events.delete(key)
  }
  return { meanings, others: [...changed] }
}

const recordOn = (state: State, all: Checks, shipment: Shipment, row: CheckRow, checked: Checked): CheckRow => {
  const { meanings, others } = takeIn(state, all, shipment, row, checked)
  const held = heldEvents(state, shipment.accountId)
  const documents = documentsByContainer(held)
  const snapshotFor = (one: Shipment) =>
    snapshotOf(
      state,
      one,
      held.filter((event) => speaksOf(event, one, documents)),
      registrationsOf(state, one)
    )
  const snapshot = snapshotFor(shipment)
  const { change, plan } = checked.decide(snapshot)
  decideOn(state, snapshot, checked.now, () => change)
  for (const other of others) decideOn(state, snapshotFor(other), checked.now, checked.decideOthers)
  const dueAt = plan.next._tag === "Check" ? plan.next.at : undefined
  const checkedAt = instantOf(checked.now)
  const { progress, error } = plan
  return { ...row, progress, dueAt, token: undefined, plan, error, checkedAt, meanings }
}

const standingOf = (state: State, row: CheckRow): CheckStanding => {
  const asked = Option.map(Option.fromUndefinedOr(row.progress), ({ question }) => question.scac)
  const isDue = Option.isSome(asked) && isTracked(state, row.shipmentId)
  return {
    asked,
    lastCheckedAt: Option.fromUndefinedOr(row.checkedAt),
    nextCheckAt: isDue && row.dueAt !== undefined ? Option.some(Instant.make(row.dueAt)) : Option.none(),
    lastError: row.error
  }
}

const NOTHING_ASKED: CheckStanding = {
  asked: Option.none(),
  lastCheckedAt: Option.none(),
  nextCheckAt: Option.none(),
  lastError: Option.none()
}

const leaseOf = (state: State, { row, progress }: Waiting, token: string): ReadonlyArray<CheckLease> => {
  const shipment = state.shipments.get(row.shipmentId)
  return shipment === undefined ? [] : [{ shipmentId: shipment.id, accountId: shipment.accountId, token, progress }]
}

/** `PollQueue` beside the stores on `MemoryState`. */
export const layer: Layer.Layer<PollQueue | MemoryChecks, never, MemoryState> = Layer.effectContext(
  Effect.gen(function* () {
    const state = yield* MemoryState
    const all: Checks = { checks: new Map(), carriers: new Map() }
    let tokens = 0

    const spend = (scac: Scac, requests: number, now: number, quietUntil?: Instant | undefined) => {
      const carrier = carrierAt(all, scac, now)
      const isLater = quietUntil !== undefined && quietUntil > (carrier.quietUntil ?? 0)
      const rest = isLater ? quietUntil : carrier.quietUntil
      all.carriers.set(scac, { ...carrier, used: carrier.used + requests, quietUntil: rest })
    }

    const queue = PollQueue.of({
      enrol: (questions, limit) =>
        Effect.map(Clock.currentTimeMillis, (now) => offer(state, all, questions, limit, now)),
      release: (codes, limit) => Effect.map(Clock.currentTimeMillis, (now) => release(state, all, codes, limit, now)),
      claim: (choose, limit, leaseMillis) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const waits = waiting(state, all)
          const shares = choose(queuesOf(waits, all, limit, now))
          return [...shares].flatMap(([scac, share]) => {
            const due = waits.filter(({ progress, dueAt }) => progress.question.scac === scac && dueAt <= now)
            return due.slice(0, share).flatMap((wait) => {
              const token = String(++tokens)
              all.checks.set(wait.row.shipmentId, { ...wait.row, token, dueAt: now + leaseMillis })
              spend(scac, 1, now)
              return leaseOf(state, wait, token)
            })
          })
        }),
      record: (checked) =>
        Effect.gen(function* () {
          const { lease, requests, quietUntil, now } = checked
          const row = all.checks.get(lease.shipmentId)
          const shipment = state.shipments.get(lease.shipmentId)
          if (row?.token !== lease.token || shipment === undefined) return false
          const next = yield* state.transact(() => Result.succeed(recordOn(state, all, shipment, row, checked)))
          all.checks.set(lease.shipmentId, next)
          const { scac } = lease.progress.question
          spend(scac, requests - 1, DateTime.toEpochMillis(now), Option.getOrUndefined(quietUntil))
          return true
        }),
      standing: (accountId, id) =>
        Effect.sync(() => {
          const shipment = state.shipments.get(id)
          if (shipment?.accountId !== accountId || isDemoContainer(shipment.number)) return Option.none()
          const row = all.checks.get(id)
          return Option.some(row === undefined ? NOTHING_ASKED : standingOf(state, row))
        }),
      nextDueAt: (carriers) =>
        Effect.sync(() =>
          Option.map(
            Option.fromUndefinedOr(
              waiting(state, all).find(({ progress }) => carriers.includes(progress.question.scac))
            ),
            ({ dueAt }) => dueAt
          )
        ),
      arrival: Effect.sleep("1 second")
    })
    return Context.make(PollQueue, queue).pipe(Context.add(MemoryChecks, all))
  })
)
