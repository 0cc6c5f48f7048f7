import type { Lease, Shares } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { placeAfter, type QueueState, turnOf } from "@landfall/core/alerts/delivery/Turn"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { DateTime, Option } from "effect"
import { type DeliveryRow, type EndpointRow, keyOf, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** An open delivery with when it can be claimed, in milliseconds since the epoch. */
interface Open {
  readonly row: DeliveryRow
  readonly dueAt: number
}

/** An endpoint with what is open at it, in the order in which it is claimed. */
interface Queue {
  readonly target: EndpointRow
  readonly open: ReadonlyArray<Open>
}

/** It waits for its first attempt since it was made, or asked for again. */
export const isNew = (row: DeliveryRow): boolean =>
  row.state._tag === "Pending" && row.state.attempts === row.attemptsBefore

/** When an open delivery can be claimed; undefined when never. */
const dueAt = (row: DeliveryRow): number | undefined => {
  switch (row.state._tag) {
    case "Pending":
      return DateTime.toEpochMillis(row.state.dueAt)
    case "Leased":
      return DateTime.toEpochMillis(row.state.until)
    default:
      return undefined
  }
}

const byTurn = (a: Open, b: Open): number =>
  Number(isNew(b.row)) - Number(isNew(a.row)) || a.dueAt - b.dueAt || a.row.order - b.row.order

/** The queues of the endpoints that take something. */
const queuesOf = (state: State): ReadonlyArray<Queue> => {
  const open = new Map<EndpointId, Array<Open>>()
  for (const row of state.deliveries.values()) {
    const due = dueAt(row)
    if (due === undefined) continue
    const others = open.get(row.endpointId)
    if (others === undefined) open.set(row.endpointId, [{ row, dueAt: due }])
    else others.push({ row, dueAt: due })
  }
  return [...open].flatMap(([id, rows]) => {
    const target = state.endpoints.get(id)
    return target === undefined || target.endpoint.disabled ? [] : [{ target, open: rows.toSorted(byTurn) }]
  })
}

/** What was never tried is due at once, whatever clock it came by. */
const readyAt = ({ row, dueAt }: Open, now: number): number => (isNew(row) ? Math.min(dueAt, now) : dueAt)

/** When a queue is next to be looked at. */
const nextAt = ({ target, open }: Queue, now: number): number =>
  Math.max(
    target.pausedUntil,
    target.turnAt,
    open.reduce((first, delivery) => Math.min(first, readyAt(delivery, now)), Number.POSITIVE_INFINITY)
  )

const stateOf = ({ target, open }: Queue): QueueState => ({
  endpointId: target.endpoint.id,
  closed: false,
  pausedUntil: target.pausedUntil,
  rateLimit: Option.getOrUndefined(target.endpoint.rateLimit),
  slotAt: target.slotAt,
  probing: target.probing,
  probedUntil: target.probing ? open.find(({ row }) => row.state._tag === "Leased")?.dueAt : undefined
})

const lease = (
  state: State,
  { row }: Open,
  target: EndpointRow,
  token: string,
  until: DateTime.Utc
): Lease | undefined => {
  const message = state.messages.get(row.messageId)
  if (message === undefined) return undefined
  const { attempts } = row.state
  const leased = { _tag: "Leased" as const, attempts, until }
  state.deliveries.set(keyOf(row.messageId, row.endpointId), { ...row, state: leased, token })
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
const ROUNDS = 8

/** Leases due deliveries, a fair part of each endpoint's; to be called inside a transaction. */
export const claimDue = (
  state: State,
  limit: number,
  now: number,
  until: DateTime.Utc,
  shares: Shares,
  newToken: () => string
): ReadonlyArray<Lease> => {
  const leases: Array<Lease> = []
  const had = new Map<EndpointId, number>()
  const left: Shares = { ...shares, of: (id) => Math.max(0, shares.of(id) - (had.get(id) ?? 0)) }
  let retries = shares.retries
  let turns = state.endpoints.values().reduce((most, { served }) => Math.max(most, served), 0)
  for (let round = 0; round < ROUNDS && leases.length < limit; round++) {
    const before = leases.length
    const due = queuesOf(state)
      .filter((queue) => nextAt(queue, now) <= now && !shares.full.has(queue.target.endpoint.id))
      .toSorted((a, b) => nextAt(a, now) - nextAt(b, now) || a.target.served - b.target.served)
    const fair = Math.ceil((limit - leases.length) / Math.max(due.length, 1))
    for (const queue of due) {
      if (leases.length >= limit) break
      const queueState = stateOf(queue)
      const turn = turnOf(queueState, Math.min(fair, limit - leases.length), now, left)
      let taken = 0
      for (const open of turn._tag === "Take" ? queue.open : []) {
        if (taken >= (turn._tag === "Take" ? turn.quota : 0) || readyAt(open, now) > now) continue
        if (!isNew(open.row) && retries-- <= 0) continue
        const leased = lease(state, open, queue.target, newToken(), until)
        if (leased !== undefined) leases.push(leased)
        taken++
      }
      had.set(queueState.endpointId, (had.get(queueState.endpointId) ?? 0) + taken)
      const place = placeAfter(queueState, taken, now)
      const turnAt = turn._tag === "Wait" ? turn.until : place.notBefore
      state.endpoints.set(queueState.endpointId, { ...queue.target, slotAt: place.slotAt, turnAt, served: ++turns })
    }
    if (leases.length === before) break
  }
  return leases
}

/** When a queue is next to be looked at, in milliseconds since the epoch. */
export const nextDueAt = (state: State, without: ReadonlySet<EndpointId>, now: number): Option.Option<number> => {
  const instants = queuesOf(state)
    .filter(({ target }) => !without.has(target.endpoint.id))
    .map((queue) => nextAt(queue, now))
  return instants.length === 0 ? Option.none() : Option.some(instants.reduce((a, b) => Math.min(a, b)))
}
