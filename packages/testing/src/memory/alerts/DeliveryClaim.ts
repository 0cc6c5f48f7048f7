import type { ClaimQuota, DeliveryLease, QueueExclusions } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { type ClaimKind, claimableAt, claimKindOf, isOpen } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { NextTurn, QueueState } from "@landfall/core/alerts/delivery/QueueTurn"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Message } from "@landfall/core/alerts/Message"
import type { LimitValues } from "@landfall/core/limits/Limits"
import { DateTime, Option } from "effect"
import { type ClaimableQueues, claimInRounds } from "../../queues/ClaimRounds.ts"
import type { DeliveryRow, EndpointRow } from "../state/MemoryRows.ts"
import type { MemoryState } from "../state/MemoryState.ts"
import { applyEvent, skipDeliveries } from "./Deliveries.ts"

type State = MemoryState["Service"]

/** An endpoint with its open deliveries. Instants in milliseconds since the epoch. */
interface EndpointQueue {
  readonly target: EndpointRow
  readonly open: ReadonlyArray<DeliveryRow>
  readonly dueAt: number
}

const claimableAtOf = (row: DeliveryRow, now: number): number =>
  Option.getOrElse(claimableAt(row, now), () => Number.POSITIVE_INFINITY)

const postponedUntilOf = ({ postponement }: EndpointRow): number =>
  Option.match(postponement, { onNone: () => 0, onSome: ({ until }) => until })

const lineKeyOf = ({ endpointId, line }: DeliveryRow): string => `${endpointId} ${line?.shipmentId}`

/** Removes the deliveries that wait for an earlier one of their shipment, at endpoints that order them. */
const withoutWaiting = (state: State, open: ReadonlyArray<DeliveryRow>): ReadonlyArray<DeliveryRow> => {
  const first = new Map<string, number>()
  for (const row of open) {
    if (row.line === undefined) continue
    const key = lineKeyOf(row)
    first.set(key, Math.min(first.get(key) ?? Number.POSITIVE_INFINITY, row.line.sequence))
  }
  return open.filter(
    (row) =>
      row.line === undefined ||
      row.line.sequence === first.get(lineKeyOf(row)) ||
      state.endpoints.get(row.endpointId)?.endpoint.ordering === "none"
  )
}

/** The open deliveries that wait for no other. */
const openDeliveries = (state: State): ReadonlyArray<DeliveryRow> =>
  withoutWaiting(
    state,
    state.deliveries.filter(({ state }) => isOpen(state))
  )

/** The queues with an open delivery, in the order in which their turns come. */
const queuesOf = (state: State, now: number): ReadonlyArray<EndpointQueue> =>
  [...Map.groupBy(openDeliveries(state), ({ endpointId }) => endpointId)]
    .flatMap(([id, open]): ReadonlyArray<EndpointQueue> => {
      const target = state.endpoints.get(id)
      if (target === undefined) return []
      const firstDue = open.reduce((first, row) => Math.min(first, claimableAtOf(row, now)), Number.POSITIVE_INFINITY)
      return [
        { target, open, dueAt: Math.max(target.pausedUntil, postponedUntilOf(target), target.nextTurnAt, firstDue) }
      ]
    })
    .toSorted((a, b) => a.dueAt - b.dueAt || a.target.lastTurn - b.target.lastTurn)

const isExcluded = ({ target: { endpoint } }: EndpointQueue, exclusions: QueueExclusions): boolean =>
  exclusions.excludedEndpoints.has(endpoint.id) || exclusions.excludedAccounts.has(endpoint.accountId)

const queueStateOf = ({ target, open }: EndpointQueue, now: number, limits: LimitValues): QueueState => ({
  endpointId: target.endpoint.id,
  accountId: target.endpoint.accountId,
  inactive: target.endpoint.disabled,
  pausedUntil: target.pausedUntil,
  postponedUntil: postponedUntilOf(target),
  rateLimit: Option.getOrUndefined(target.endpoint.rateLimit),
  unverifiedAttemptsPerMinute: Option.isNone(target.endpoint.verifiedAt)
    ? limits["endpoint.unverifiedAttempts"]
    : undefined,
  slotAt: target.slotAt,
  probing: target.probing,
  probedUntil: open
    .filter((row) => row.state._tag === "Leased")
    .map((row) => claimableAtOf(row, now))
    .reduce((latest, at) => Math.max(latest, at), 0)
})

const readCandidates = (
  state: State,
  endpointIds: ReadonlySet<EndpointId>,
  kind: ClaimKind,
  now: number
): ReadonlyArray<DeliveryRow> =>
  openDeliveries(state)
    .filter((row) => endpointIds.has(row.endpointId) && Option.contains(claimKindOf(row, now), kind))
    .toSorted((a, b) => claimableAtOf(a, now) - claimableAtOf(b, now) || a.order - b.order)

const leaseOf = (row: DeliveryRow, message: Message, target: EndpointRow, token: string): DeliveryLease => ({
  messageId: row.messageId,
  endpointId: row.endpointId,
  accountId: target.endpoint.accountId,
  token,
  attempt: row.state.attempts + 1,
  attemptsBefore: row.attemptsBefore,
  trigger: row.trigger,
  url: target.endpoint.url,
  ...Option.match(target.urlSecret, { onNone: () => ({}), onSome: (urlSecret) => ({ urlSecret }) }),
  body: message.body,
  format: target.endpoint.format,
  secrets: target.secrets,
  headers: target.headers,
  retryPolicy: target.endpoint.retryPolicy
})

const setNextTurns = (state: State, nextTurns: ReadonlyArray<NextTurn>): void => {
  let turn = state.endpoints.values().reduce((latest, { lastTurn }) => Math.max(latest, lastTurn), 0)
  for (const { endpointId, slotAt, notBefore } of nextTurns) {
    const target = state.endpoints.get(endpointId)
    turn++
    if (target !== undefined)
      state.endpoints.set(endpointId, { ...target, slotAt, nextTurnAt: notBefore, lastTurn: turn })
  }
}

/** Leases due deliveries. Call it inside a transaction. */
export const claimDeliveries = (
  state: State,
  limit: number,
  now: number,
  until: DateTime.Utc,
  quota: ClaimQuota,
  limits: LimitValues,
  newToken: () => string
): ReadonlyArray<DeliveryLease> => {
  const at = DateTime.makeUnsafe(now)
  const leases: Array<DeliveryLease> = []
  const leaseRow = (row: DeliveryRow) => {
    const message = state.messages.get(row.messageId)
    const target = state.endpoints.get(row.endpointId)
    if (message === undefined || target === undefined) return
    const lease = leaseOf(row, message, target, newToken())
    applyEvent(state, row, { _tag: "Claimed", at, until }, { token: lease.token })
    leases.push(lease)
  }
  const queues: ClaimableQueues<DeliveryRow> = {
    due: (most, exclusions) =>
      queuesOf(state, now)
        .filter((queue) => queue.dueAt <= now && !isExcluded(queue, exclusions))
        .slice(0, most)
        .map((queue) => queueStateOf(queue, now, limits)),
    skip: (id) => skipDeliveries(state, id, { _tag: "EndpointInactive", reason: "endpoint_disabled", at }),
    candidates: (kind, requests) =>
      readCandidates(state, new Set(requests.map(({ endpointId }) => endpointId)), kind, now),
    endpointIdOf: ({ endpointId }) => endpointId,
    lease: (_, selected) => selected.forEach(leaseRow),
    setNextTurns: (turns) => setNextTurns(state, turns)
  }
  claimInRounds(queues, limit, quota, now)
  return leases
}

/** When the next queue is due, in milliseconds since the epoch. */
export const nextDueAt = (state: State, without: QueueExclusions, now: number): Option.Option<number> =>
  Option.fromUndefinedOr(
    queuesOf(state, now)
      .filter((queue) => !isExcluded(queue, without))
      .at(0)?.dueAt
  )
