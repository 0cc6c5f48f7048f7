import type { Instant } from "@landfall/core/time/Instant"
import type {
  NotifiedAlert,
  NotifiedDate,
  NotifiedSource,
  NotifiedState
} from "@landfall/core/tracking/shipments/NotifiedState"
import { Predicate, Schema, SchemaGetter } from "effect"

/**
 * The id of an alert, its type, its date, and 1 when it stated the date as actual. Null stands for the type of the milestone
 * and for its last date, which nearly all alerts have.
 */
export type StoredAlert = readonly [id: string, type: string | null, date: Instant | null, actual: 0 | 1]

/** A milestone, half as long as with the names of its fields: every event reads it, and most write it. */
export type StoredDate = readonly [
  key: string,
  initial: Instant,
  last: Instant,
  actual: Instant | null,
  retracted: 0 | 1,
  alert?: StoredAlert | null,
  source?: NotifiedSource
]

/** Milestones as they were stored before 0.2, by key. */
export type NamedDates = Readonly<Record<string, NotifiedDate>>

/** The JSON of a notified state. */
export interface StoredNotified extends Omit<NotifiedState, "milestones"> {
  readonly milestones: ReadonlyArray<StoredDate> | NamedDates
}

const isNamed = (milestones: StoredNotified["milestones"]): milestones is NamedDates => !Array.isArray(milestones)

/** The type of a milestone by its key, such as `MSCU0000007/container.loaded.at.first.pol/CNSHA/1`. */
const typeOf = (key: string): string => {
  const from = key.indexOf("/") + 1
  return key.slice(from, key.indexOf("/", from))
}

const storedAlert = (key: string, last: Instant, { id, type, date, actual }: NotifiedAlert): StoredAlert => [
  id,
  type === typeOf(key) ? null : type,
  date === last ? null : date,
  actual ? 1 : 0
]

const storedDate = (key: string, { initial, last, actual, retracted, alert, source }: NotifiedDate): StoredDate => {
  const flag = retracted ? 1 : 0
  if (alert === undefined && source === undefined) return [key, initial, last, actual, flag]
  const stored = alert === undefined ? null : storedAlert(key, last, alert)
  return source === undefined
    ? [key, initial, last, actual, flag, stored]
    : [key, initial, last, actual, flag, stored, source]
}

const toStored = (state: NotifiedState): StoredNotified => ({
  ...state,
  milestones: Array.from(state.milestones, ([key, date]) => storedDate(key, date))
})

const alertOf = (key: string, last: Instant, [id, type, date, actual]: StoredAlert): NotifiedAlert => ({
  id,
  type: type ?? typeOf(key),
  date: date ?? last,
  actual: actual === 1
})

const dateOf = ([key, initial, last, actual, retracted, alert, source]: StoredDate): NotifiedDate => ({
  initial,
  last,
  actual,
  retracted: retracted === 1,
  ...(alert && { alert: alertOf(key, last, alert) }),
  ...(source && { source })
})

const fromStored = (state: StoredNotified): NotifiedState => ({
  ...state,
  milestones: isNamed(state.milestones)
    ? new Map(Object.entries(state.milestones))
    : new Map(state.milestones.map((stored) => [stored[0], dateOf(stored)]))
})

// Both are trusted as this adapter wrote them: every event reads a state, and a check of each date costs more than the rest.
const UncheckedStored = Schema.declare(
  (value: unknown): value is StoredNotified =>
    Predicate.hasProperty(value, "milestones") && Predicate.isObjectOrArray(value.milestones)
)
const UncheckedState = Schema.declare((value: unknown): value is NotifiedState => Predicate.isObject(value))

/** A notified state as its stored text. */
export const StoredNotifiedState = Schema.fromJsonString(UncheckedStored).pipe(
  Schema.decodeTo(UncheckedState, {
    decode: SchemaGetter.transform(fromStored),
    encode: SchemaGetter.transform(toStored)
  })
)

/** Encodes as `StoredNotifiedState` does, in a fraction of the time. */
export const encodeNotified = (state: NotifiedState): string => JSON.stringify(toStored(state))

/** Decodes as `StoredNotifiedState` does, in a fraction of the time. Throws when the text is not such a state. */
export const decodeNotified = (text: string): NotifiedState => fromStored(JSON.parse(text))
