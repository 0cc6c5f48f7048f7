import type { AccountId } from "@landfall/core/accounts/Account"
import {
  type AttemptOwner,
  type AttemptRecord,
  type AttemptSortKey,
  attemptCursorKey,
  attemptSortKeyOf,
  attemptStatusOf,
  compareAttempts,
  parseAttemptCursor
} from "@landfall/core/alerts/delivery/AttemptRecord"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/endpoints/Endpoint"
import { type Message, type MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { boundedCount, conditionOf, type EndpointStats, hourOf } from "@landfall/core/alerts/operations/EndpointStats"
import {
  type AttemptFilter,
  type MessageFilter,
  MessageLog,
  type TimeWindow
} from "@landfall/core/alerts/operations/MessageLog"
import {
  type DeliveryRecords,
  deliveryStatusOf,
  MAX_DELIVERIES_IN_LIST,
  MAX_DELIVERIES_OF_MESSAGE,
  type MessageSummary
} from "@landfall/core/alerts/operations/MessageSummary"
import { type Page, type PageRequest, pageOf } from "@landfall/core/listing/Page"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
import { type DeliveryRow, type EndpointRow, MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

const isWithin = (at: DateTime.Utc, { since, until }: Partial<TimeWindow>): boolean =>
  (since === undefined || DateTime.isGreaterThanOrEqualTo(at, since)) &&
  (until === undefined || DateTime.isLessThan(at, until))

const matches = <A>(asked: A | undefined, found: A): boolean => asked === undefined || asked === found

const deliveriesOf = (state: State, id: MessageId): ReadonlyArray<DeliveryRow> =>
  state.deliveries
    .filter(({ messageId }) => messageId === id)
    .toSorted((a, b) => (a.endpointId < b.endpointId ? -1 : 1))

const matchesFilter = (state: State, message: Message, filter: MessageFilter): boolean => {
  const { status, endpointId } = filter
  return (
    matches(filter.type, message.type) &&
    matches(filter.example, message.example) &&
    matches(filter.shipmentId, Option.getOrUndefined(message.shipmentId)) &&
    isWithin(message.createdAt, filter) &&
    ((status === undefined && endpointId === undefined) ||
      deliveriesOf(state, message.id).some(
        (row) => matches(endpointId, row.endpointId) && matches(status, deliveryStatusOf(row.state))
      ))
  )
}

/** The first `most` deliveries, and the one to `asked` wherever it stands. */
const deliveryRecordsOf = (state: State, id: MessageId, most: number, asked?: EndpointId): DeliveryRecords => {
  const rows = deliveriesOf(state, id)
  const shown = rows.filter(({ endpointId }, index) => index < most || endpointId === asked)
  const deliveries = shown.map((row) => ({ endpointId: row.endpointId, state: row.state }))
  return { deliveries, more: rows.length > shown.length }
}

const summaryOf = (state: State, { id, type, shipmentId, example, createdAt }: Message, asked?: EndpointId) => {
  const summary: MessageSummary = {
    id,
    type,
    shipmentId,
    example,
    createdAt,
    ...deliveryRecordsOf(state, id, MAX_DELIVERIES_IN_LIST, asked)
  }
  return summary
}

const attemptsOf = (state: State, row: DeliveryRow): ReadonlyArray<AttemptRecord> => {
  const type = state.messages.get(row.messageId)?.type
  if (type === undefined) return []
  return row.attempts.map((attempt) => ({ messageId: row.messageId, endpointId: row.endpointId, type, attempt }))
}

const attemptMatches = ({ type, attempt }: AttemptRecord, filter: AttemptFilter): boolean =>
  matches(filter.type, type) &&
  matches(filter.status, attemptStatusOf(attempt.outcome)) &&
  isWithin(attempt.startedAt, filter)

const attemptPage = (
  attempts: ReadonlyArray<AttemptRecord>,
  owner: AttemptOwner,
  cursor: Option.Option<AttemptSortKey>,
  page: PageRequest
): Page<AttemptRecord> => {
  const newest = attempts.toSorted((a, b) => compareAttempts(attemptSortKeyOf(b), attemptSortKeyOf(a)))
  const before = Option.exists(page.cursor, ({ direction }) => direction === "before")
  const asked = Option.match(cursor, {
    onNone: () => newest,
    onSome: (at) =>
      before
        ? newest.filter((record) => compareAttempts(attemptSortKeyOf(record), at) > 0).toReversed()
        : newest.filter((record) => compareAttempts(attemptSortKeyOf(record), at) < 0)
  })
  return pageOf(asked.slice(0, page.limit + 1), page, (record) => attemptCursorKey(owner, attemptSortKeyOf(record)))
}

const conditionOfRow = ({ endpoint, disabled, health, probing }: EndpointRow): EndpointStats["condition"] => {
  if (!endpoint.disabled) return conditionOf(health, probing)
  const { at, reason } = Option.getOrElse(disabled, () => ({
    at: endpoint.updatedAt.epochMilliseconds,
    reason: "owner" as const
  }))
  return { _tag: "Disabled", since: DateTime.makeUnsafe(at), reason }
}

const statsOf = (state: State, row: EndpointRow, { since, until }: TimeWindow, now: DateTime.Utc): EndpointStats => {
  const { id } = row.endpoint
  const own = state.deliveries.filter(({ endpointId }) => endpointId === id)
  const pending = own.filter((delivery) => delivery.state._tag === "Pending")
  const waiting = pending.filter((delivery) => delivery.state.attempts <= delivery.attemptsBefore)
  const attempts = own.flatMap((delivery) => attemptsOf(state, delivery))
  const made = waiting.flatMap(({ messageId }) => state.messages.get(messageId)?.createdAt ?? [])
  const pausedUntil = DateTime.makeUnsafe(row.pausedUntil)
  return {
    endpointId: id,
    condition: conditionOfRow(row),
    pausedUntil: DateTime.isGreaterThan(pausedUntil, now) ? Option.some(pausedUntil) : Option.none(),
    waiting: boundedCount(waiting.length),
    retrying: boundedCount(pending.length - waiting.length),
    sending: boundedCount(own.filter((delivery) => delivery.state._tag === "Leased").length),
    oldestWaiting: Option.fromUndefinedOr(made.toSorted(DateTime.Order)[0]),
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

/** `MessageLog` on `MemoryState`. It looks at every row: a page is short only at its end. */
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
          const own = state.messages.filter(
            (message) => message.accountId === accountId && matchesFilter(state, message, filter)
          )
          const { data, ...rest } = slicePage(own, "falling", page, ({ id }) => id)
          return Result.succeed({ ...rest, data: data.map((message) => summaryOf(state, message, filter.endpointId)) })
        }),
      message: (accountId, id) =>
        state.transact(() =>
          Result.map(findMessage(accountId, id), (message) => ({
            message,
            ...deliveryRecordsOf(state, id, MAX_DELIVERIES_OF_MESSAGE)
          }))
        ),
      attemptsOfMessage: Effect.fnUntraced(function* (accountId, id, { endpointId, ...filter }, page) {
        const own = yield* state.transact(() =>
          Result.map(findMessage(accountId, id), () =>
            deliveriesOf(state, id)
              .filter((row) => matches(endpointId, row.endpointId))
              .flatMap((row) => attemptsOf(state, row))
          )
        )
        const fitting = own.filter((record) => attemptMatches(record, filter))
        return attemptPage(fitting, id, yield* parseAttemptCursor(id, page), page)
      }),
      attemptsAtEndpoint: Effect.fnUntraced(function* (accountId, id, filter, page) {
        const own = yield* state.transact(() =>
          Result.map(findEndpoint(accountId, id), () =>
            state.deliveries.filter((row) => row.endpointId === id).flatMap((row) => attemptsOf(state, row))
          )
        )
        const fitting = own.filter((record) => attemptMatches(record, filter))
        return attemptPage(fitting, id, yield* parseAttemptCursor(id, page), page)
      }),
      stats: Effect.fnUntraced(function* (accountId, id, window) {
        const now = yield* DateTime.now
        return yield* state.transact(() =>
          Result.map(findEndpoint(accountId, id), (row) => statsOf(state, row, window, now))
        )
      })
    })
  })
)
