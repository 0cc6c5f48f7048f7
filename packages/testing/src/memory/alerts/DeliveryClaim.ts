import type { ClaimQuota, DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { decideTurn, positionAfter, type QueueState } from "@landfall/core/alerts/delivery/QueueTurn"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { DateTime, Option } from "effect"
import { type DeliveryRow, type EndpointRow, joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** An open delivery with when it can be claimed, in milliseconds since the epoch. */
interface OpenDelivery {
  readonly row: DeliveryRow
  readonly dueAt: number
}

/** An endpoint with what is open at it, in the order in which it is claimed. */
interface EndpointQueue {
  readonly target: EndpointRow
  readonly open: ReadonlyArray<OpenDelivery>
}

/** It waits for its first attempt since it was made, or asked for again. */
export const awaitsFirstAttempt = (row: DeliveryRow): boolean =>
  row.state._tag === "Pending" && row.state.attempts === row.attemptsBefore

/** When an open delivery can be claimed; undefined when never. */
const claimableAt = (row: DeliveryRow): number | undefined => {
  switch (row.state._tag) {
    case "Pending":
      return DateTime.toEpochMillis(row.state.dueAt)
    case "Leased":
      return DateTime.toEpochMillis(row.state.until)
    default:
      return undefined
  }
}

const compareClaimOrder = (a: OpenDelivery, b: OpenDelivery): number =>
  Number(awaitsFirstAttempt(b.row)) - Number(awaitsFirstAttempt(a.row)) ||
  a.dueAt - b.dueAt ||
  a.row.order - b.row.order

/** The queues of the endpoints that take something. */
const queuesOf = (state: State): ReadonlyArray<EndpointQueue> => {
  const open = new Map<EndpointId, Array<OpenDelivery>>()
  for (const row of state.deliveries.values()) {
    const due = claimableAt(row)
    if (due === undefined) continue
    const others = open.get(row.endpointId)
    if (others === undefined) open.set(row.endpointId, [{ row, dueAt: due }])
    else others.push({ row, dueAt: due })
  }
  return [...open].flatMap(([id, rows]) => {
    const target = state.endpoints.get(id)
    return target === undefined || target.endpoint.disabled ? [] : [{ target, open: rows.toSorted(compareClaimOrder) }]
  })
}

/** What was never tried is due at once, whatever clock it came by. */
const readyAt = ({ row, dueAt }: OpenDelivery, now: number): number =>
  awaitsFirstAttempt(row) ? Math.min(dueAt, now) : dueAt

/** When a queue is next to be looked at. */
const queueDueAt = ({ target, open }: EndpointQueue, now: number): number =>
  Math.max(
    target.pausedUntil,
    target.nextTurnAt,
    open.reduce((first, delivery) => Math.min(first, readyAt(delivery, now)), Number.POSITIVE_INFINITY)
  )

const queueStateOf = ({ target, open }: EndpointQueue): QueueState => ({
  endpointId: target.endpoint.id,
  inactive: false,
  pausedUntil: target.pausedUntil,
  rateLimit: Option.getOrUndefined(target.endpoint.rateLimit),
  slotAt: target.slotAt,
  probing: target.probing,
  probedUntil: target.probing ? open.find(({ row }) => row.state._tag === "Leased")?.dueAt : undefined
})

const leaseDelivery = (
  state: State,
  { row }: OpenDelivery,
  target: EndpointRow,
  token: string,
  until: DateTime.Utc
): DeliveryLease | undefined => {
  const message = state.messages.get(row.messageId)
  if (message === undefined) return undefined
  const { attempts } = row.state
  const leased = { _tag: "Leased" as const, attempts, until }
  state.deliveries.set(joinKey(row.messageId, row.endpointId), { ...row, state: leased, token })
  return {
    messageId: row.messageId,
    endpointId: row.endpointId,
    token,
    attempt: attempts + 1,
    attemptsBefore: row.attemptsBefore,
    trigger: row.trigger,
    url: target.endpoint.url,
    body: message.body,
    secrets: target.secrets,
    headers: target.headers,
    retryPolicy: target.endpoint.retryPolicy
  }
}

/** How often one claim goes round the queues. */
const MAX_ROUNDS = 8

/** Leases due deliveries, a fair part of each endpoint's; to be called inside a transaction. */
export const claimDeliveries = (
  state: State,
  limit: number,
  now: number,
  until: DateTime.Utc,
  shares: ClaimQuota,
  newToken: () => string
): ReadonlyArray<DeliveryLease> => {
  const leases: Array<DeliveryLease> = []
  const had = new Map<EndpointId, number>()
  const left: ClaimQuota = { ...shares, limitFor: (id) => Math.max(0, shares.limitFor(id) - (had.get(id) ?? 0)) }
  let retries = shares.maxRetries
  let turns = state.endpoints.values().reduce((most, { lastTurn }) => Math.max(most, lastTurn), 0)
  for (let round = 0; round < MAX_ROUNDS && leases.length < limit; round++) {
    const before = leases.length
    const due = queuesOf(state)
      .filter((queue) => queueDueAt(queue, now) <= now && !shares.excludedEndpoints.has(queue.target.endpoint.id))
      .toSorted((a, b) => queueDueAt(a, now) - queueDueAt(b, now) || a.target.lastTurn - b.target.lastTurn)
    const fair = Math.ceil((limit - leases.length) / Math.max(due.length, 1))
    for (const queue of due) {
      if (leases.length >= limit) break
      const queueState = queueStateOf(queue)
      const turn = decideTurn(queueState, Math.min(fair, limit - leases.length), now, left)
      let taken = 0
      for (const open of turn._tag === "Take" ? queue.open : []) {
        if (taken >= (turn._tag === "Take" ? turn.quota : 0) || readyAt(open, now) > now) continue
        if (!awaitsFirstAttempt(open.row) && retries-- <= 0) continue
        const leased = leaseDelivery(state, open, queue.target, newToken(), until)
        if (leased !== undefined) leases.push(leased)
        taken++
      }
      had.set(queueState.endpointId, (had.get(queueState.endpointId) ?? 0) + taken)
      const place = positionAfter(queueState, taken, now)
      const turnAt = turn._tag === "Wait" ? turn.until : place.notBefore
      state.endpoints.set(queueState.endpointId, {
        ...queue.target,
        slotAt: place.slotAt,
        nextTurnAt: turnAt,
        lastTurn: ++turns
      })
    }
    if (leases.length === before) break
  }
  return leases
}

/** When a queue is next to be looked at, in milliseconds since the epoch. */
export const nextDueAt = (state: State, without: ReadonlySet<EndpointId>, now: number): Option.Option<number> => {
  const instants = queuesOf(state)
    .filter(({ target }) => !without.has(target.endpoint.id))
    .map((queue) => queueDueAt(queue, now))
  return instants.length === 0 ? Option.none() : Option.some(instants.reduce((a, b) => Math.min(a, b)))
}
