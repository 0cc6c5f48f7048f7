import { Effect, Option, Schema } from "effect"
import { formatCursor, IteratorInvalid, type PageRequest } from "../../listing/Page.ts"
import { EndpointId } from "../EndpointId.ts"
import { MessageId } from "../Message.ts"
import type { Attempt, AttemptOutcome } from "./Delivery.ts"
import { isSuccessStatus } from "./RetryPolicy.ts"

/** An attempt succeeds when the receiver responds with 2xx. */
export const AttemptStatus = Schema.Literals(["succeeded", "failed"])
export type AttemptStatus = typeof AttemptStatus.Type

/** Whether an attempt succeeded: its response has a 2xx status. */
export const attemptStatusOf = (outcome: AttemptOutcome): AttemptStatus =>
  outcome._tag === "Responded" && isSuccessStatus(outcome.status) ? "succeeded" : "failed"

/** The maximum number of stored attempts of a delivery: the newest. */
export const MAX_STORED_ATTEMPTS = 100

/** An attempt with its message and endpoint. */
export interface AttemptRecord {
  readonly messageId: MessageId
  readonly endpointId: EndpointId
  /** The type of the message. */
  readonly type: string
  readonly attempt: Attempt
}

/** The position of an attempt in a list; unique among all attempts. `startedAt` in milliseconds since the epoch. */
export interface AttemptSortKey {
  readonly startedAt: number
  readonly messageId: MessageId
  readonly endpointId: EndpointId
  readonly number: number
}

/** The message or the endpoint whose attempts a list shows. */
export type AttemptOwner = MessageId | EndpointId

/** The place of an attempt in lists, which are ordered by start, message and endpoint. */
export const attemptSortKeyOf = ({ messageId, endpointId, attempt }: AttemptRecord): AttemptSortKey => ({
  startedAt: attempt.startedAt.epochMilliseconds,
  messageId,
  endpointId,
  number: attempt.number
})

/** Compares attempts for every list, oldest first: by start, then by ids and number. */
export const compareAttempts = (a: AttemptSortKey, b: AttemptSortKey): number =>
  a.startedAt - b.startedAt ||
  compareText(a.messageId, b.messageId) ||
  compareText(a.endpointId, b.endpointId) ||
  a.number - b.number

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** The key of a position in an iterator. It contains the owner of the list, because it is valid for no other list. */
export const attemptCursorKey = (
  owner: AttemptOwner,
  { startedAt, messageId, endpointId, number }: AttemptSortKey
): string => ["attempt", owner, startedAt, messageId, endpointId, number].join(" ")

const CURSOR_KEY = /^attempt (\w+) (\d{1,15}) (\w+) (\w+) (\d{1,9})$/
const isMessageId = Schema.is(MessageId)
const isEndpointId = Schema.is(EndpointId)

/** The position at which a page of the attempts of `owner` starts; fails when the cursor belongs to another list. */
export const parseAttemptCursor = (
  owner: AttemptOwner,
  { cursor }: PageRequest
): Effect.Effect<Option.Option<AttemptSortKey>, IteratorInvalid> => {
  if (Option.isNone(cursor)) return Effect.succeedNone
  const [, of, startedAt, messageId, endpointId, number] = CURSOR_KEY.exec(cursor.value.key) ?? []
  return of === owner && isMessageId(messageId) && isEndpointId(endpointId)
    ? Effect.succeedSome({ startedAt: Number(startedAt), messageId, endpointId, number: Number(number) })
    : Effect.fail(new IteratorInvalid({ iterator: formatCursor(cursor.value) }))
}
