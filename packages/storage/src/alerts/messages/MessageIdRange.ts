import type { MessageFilter } from "@landfall/core/alerts/operations/MessageLog"
import type { PageRequest } from "@landfall/core/listing/Page"
import { Option } from "effect"

const CROCKFORD_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const ULID_TIME_LENGTH = 10
const MAX_ULID_MILLIS = 2 ** 48 - 1

/**
 * A text before every id of a message that was made at this instant or later, and after every id made before: its ULID
 * begins with the milliseconds since the epoch, 48 bits in Crockford's base 32 (ULID specification, "Binary Layout").
 */
export const firstMessageIdAt = (millis: number): string => {
  let left = Math.min(Math.max(Math.trunc(millis), 0), MAX_ULID_MILLIS)
  let text = ""
  for (let place = 0; place < ULID_TIME_LENGTH; place++) {
    text = CROCKFORD_ALPHABET.charAt(left % 32) + text
    left = Math.floor(left / 32)
  }
  return `msg_${text}`
}

/** The largest difference between the time in a message's id and its `createdAt`: both are set within one request. */
export const ID_SLACK_MILLIS = 60_000

/** A range of ids, exclusive; undefined for no bound. */
export interface IdRange {
  readonly above: string | undefined
  readonly below: string | undefined
}

/** The range of ids of a page, by its cursor and by the window of its filter. */
export const idRangeOf = ({ since, until }: MessageFilter, { cursor }: PageRequest): IdRange => {
  const from = since === undefined ? undefined : firstMessageIdAt(since.epochMilliseconds - ID_SLACK_MILLIS)
  const to = until === undefined ? undefined : firstMessageIdAt(until.epochMilliseconds + ID_SLACK_MILLIS)
  if (Option.isNone(cursor)) return { above: from, below: to }
  const { direction, key } = cursor.value
  if (direction === "after") return { above: from, below: to === undefined || key < to ? key : to }
  return { above: from === undefined || key > from ? key : from, below: to }
}

export const isWithin = (id: string, { above, below }: IdRange): boolean =>
  (above === undefined || id > above) && (below === undefined || id < below)
