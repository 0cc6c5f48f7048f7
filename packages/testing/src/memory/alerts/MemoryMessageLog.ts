import type { AccountId } from "@landfall/core/accounts/Account"
import {
  type AttemptOwner,
  type AttemptRecord,
  type AttemptSortKey,
  attemptCursorKey,
  attemptSortKeyOf,
  compareAttempts,
  parseAttemptCursor
} from "@landfall/core/alerts/delivery/AttemptRecord"
import { awaitsFirstAttempt } from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import { activePostponement } from "@landfall/core/alerts/delivery/QueuePostponement"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { activePause, conditionOf } from "@landfall/core/alerts/endpoints/EndpointCondition"
import { type Message, type MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { boundedCount, type EndpointStats, hourOf } from "@landfall/core/alerts/operations/EndpointStats"
import {
  type MessageFilter,
  MessageLog,
  matchesAttemptFilter,
  matchesMessageFilter,
  type TimeWindow
} from "@landfall/core/alerts/operations/MessageLog"
import {
  type DeliveryRecord,
  limitDeliveries,
  MAX_DELIVERIES_IN_LIST,
  MAX_DELIVERIES_OF_MESSAGE,
  type MessageSummary
} from "@landfall/core/alerts/operations/MessageSummary"
import { type Page, type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
import type { DeliveryRow, EndpointRow } from "../state/MemoryRows.ts"
import { MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

const deliveriesOf = (state: State, id: MessageId): ReadonlyArray<DeliveryRow> =>
  state.deliveries
    .filter(({ messageId }) => messageId === id)
    .toSorted((a, b) => (a.endpointId < b.endpointId ? -1 : 1))

/** Whether an endpoint is one of an application; every endpoint without one. */
const isOf = (state: State, applicationId: ApplicationId | undefined) => (row: { readonly endpointId: EndpointId }) =>
  applicationId === undefined || state.endpoints.get(row.endpointId)?.endpoint.applicationId === applicationId

const recordsOf = (state: State, id: MessageId, applicationId?: ApplicationId): ReadonlyArray<DeliveryRecord> =>
  deliveriesOf(state, id)
    .filter(isOf(state, applicationId))
    .map((row) => ({ endpointId: row.endpointId, state: row.state }))

const shipmentNumberOf = (state: State, { shipmentId }: Message): Option.Option<string> =>
  Option.flatMapNullishOr(shipmentId, (id) => state.shipments.get(id)?.number)

const summaryOf = (state: State, message: Message, { endpointId, applicationId }: MessageFilter) => {
  const { id, type, shipmentId, example, createdAt } = message
  const summary: MessageSummary = {
    id,
    type,
    shipmentId,
    shipmentNumber: shipmentNumberOf(state, message),
    example,
    createdAt,
    ...limitDeliveries(recordsOf(state, id, applicationId), MAX_DELIVERIES_IN_LIST, endpointId)
  }
  return summary
}

const attemptsOf = (state: State, row: DeliveryRow): ReadonlyArray<AttemptRecord> => {
  const type = state.messages.get(row.messageId)?.type
  if (type === undefined) return []
  return row.attempts.map((attempt) => ({ messageId: row.messageId, endpointId: row.endpointId, type, attempt }))
}

const attemptPage = (
  attempts: ReadonlyArray<AttemptRecord>,
  owner: AttemptOwner,
  cursor: Option.Option<AttemptSortKey>,
  page: PageRequest
): Page<AttemptRecord> => {
  const newest = attempts.toSorted((a, b) => compareAttempts(attemptSortKeyOf(b), attemptSortKeyOf(a)))
  const before = Option.exists(page.cursor, ({ direction }) => direction === "before")
  const positioned = Option.match(cursor, {
    onNone: () => newest,
    onSome: (at) =>
      before
        ? newest.filter((record) => compareAttempts(attemptSortKeyOf(record), at) > 0).toReversed()
        : newest.filter((record) => compareAttempts(attemptSortKeyOf(record), at) < 0)
  })
  return pageOf(positioned.slice(0, page.limit + 1), page, (record) =>
    attemptCursorKey(owner, attemptSortKeyOf(record))
  )
}

const backlogOf = (state: State, deliveries: ReadonlyArray<DeliveryRow>) => {
  const pending = deliveries.filter((delivery) => delivery.state._tag === "Pending")
  const waiting = pending.filter(awaitsFirstAttempt)
  const created = waiting.flatMap(({ messageId }) => state.messages.get(messageId)?.createdAt ?? [])
  return {
    waiting: boundedCount(waiting.length),
    retrying: boundedCount(pending.length - waiting.length),
    sending: boundedCount(deliveries.filter((delivery) => delivery.state._tag === "Leased").length),
    oldestWaiting: Option.fromUndefinedOr(created.toSorted(DateTime.Order)[0])
  }
}

const statsOf = (state: State, row: EndpointRow, { since, until }: TimeWindow, now: number): EndpointStats => {
  const { id } = row.endpoint
  const deliveries = state.deliveries.filter(({ endpointId }) => endpointId === id)
  const attempts = deliveries.flatMap((delivery) => attemptsOf(state, delivery))
  return {
    endpointId: id,
    condition: conditionOf(row),
    pausedUntil: activePause(row.pausedUntil, now),
    postponement: activePostponement(row.postponement, now),
    ...backlogOf(state, deliveries),
    lastAttempt: Option.fromUndefinedOr(
      attempts.toSorted((a, b) => compareAttempts(attemptSortKeyOf(b), attemptSortKeyOf(a)))[0]
    ),
    hours: state.attemptHours
      .filter(({ endpointId }) => endpointId === id)
      .map(({ hour }) => hour)
      .filter(({ startsAt }) => startsAt >= hourOf(since.epochMilliseconds) && startsAt < until.epochMilliseconds)
      .toSorted((a, b) => a.startsAt - b.startsAt)
  }
}

/** `MessageLog` on `MemoryState`. It reads every row, so only the last page is short. */
export const layer = Layer.effect(
  MessageLog,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const findMessage = (accountId: AccountId, id: MessageId): Result.Result<Message, MessageNotFound> => {
      const message = state.messages.get(id)
      return message?.accountId === accountId ? Result.succeed(message) : Result.fail(new MessageNotFound({ id }))
    }

    const findEndpoint = (accountId: AccountId, id: EndpointId): Result.Result<EndpointRow, EndpointNotFound> => {
      const row = state.endpoints.get(id)
      return row?.endpoint.accountId === accountId ? Result.succeed(row) : Result.fail(new EndpointNotFound({ id }))
    }

    return MessageLog.of({
      messages: (accountId, filter, page) =>
        state.transact(() => {
          const matching = state.messages.filter(
            (message) =>
              message.accountId === accountId &&
              matchesMessageFilter(filter, message, recordsOf(state, message.id, filter.applicationId))
          )
          const { data, ...rest } = slicePage(matching, "falling", page, ({ id }) => id)
          return Result.succeed({ ...rest, data: data.map((message) => summaryOf(state, message, filter)) })
        }),
      message: (accountId, id, applicationId) =>
        state.transact(() =>
          Result.map(findMessage(accountId, id), (message) => ({
            message,
            shipmentNumber: shipmentNumberOf(state, message),
            ...limitDeliveries(recordsOf(state, id, applicationId), MAX_DELIVERIES_OF_MESSAGE)
          }))
        ),
      attemptsOfMessage: Effect.fnUntraced(function* (accountId, id, filter, page) {
        const all = yield* state.transact(() =>
          Result.map(findMessage(accountId, id), () => deliveriesOf(state, id).flatMap((row) => attemptsOf(state, row)))
        )
        const { applicationId, ...others } = filter
        const matching = all.filter(isOf(state, applicationId)).filter((record) => matchesAttemptFilter(others, record))
        return attemptPage(matching, id, yield* parseAttemptCursor(id, page), page)
      }),
      attemptsAtEndpoint: Effect.fnUntraced(function* (accountId, id, filter, page) {
        const all = yield* state.transact(() =>
          Result.map(findEndpoint(accountId, id), () =>
            state.deliveries.filter((row) => row.endpointId === id).flatMap((row) => attemptsOf(state, row))
          )
        )
        const matching = all.filter((record) => matchesAttemptFilter(filter, record))
        return attemptPage(matching, id, yield* parseAttemptCursor(id, page), page)
      }),
      stats: Effect.fnUntraced(function* (accountId, id, window) {
        const now = yield* Clock.currentTimeMillis
        return yield* state.transact(() =>
          Result.map(findEndpoint(accountId, id), (row) => statsOf(state, row, window, now))
        )
      })
    })
  })
)
