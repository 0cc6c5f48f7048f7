import { Option, Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { LimitValues } from "../../limits/Limits.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import { ReferenceType } from "../references/ReferenceType.ts"
import { type MatchedNumber, matchKeysOf, shipmentTypesMatching } from "../shipments/ShipmentEventMatching.ts"

/** The days for which events of untracked containers are retained, unless the operator sets another number. */
export const UNTRACKED_RETENTION_DAYS = 30

/** The bytes that each match key of an event counts as. */
const KEY_BYTES = 100

/** The bytes that a stored event counts as: its text and its match keys. */
export const eventBytes = (text: string, keys: number): number => text.length + keys * KEY_BYTES

/** The number and the bytes of events that concern no shipment. */
export interface UntrackedSize {
  readonly events: number
  readonly bytes: number
}

/** The size of no events. */
export const NO_UNTRACKED_EVENTS: UntrackedSize = { events: 0, bytes: 0 }

/** Whose untracked events are counted: those of one account, or of all. */
export type UntrackedScope = "account" | "storage"

/** Whether untracked events exceed a limit; then the oldest of them are deleted. */
export const exceedsUntracked = ({ events, bytes }: UntrackedSize, limits: LimitValues, of: UntrackedScope): boolean =>
  events > limits[`${of}.untrackedEvents`] || bytes > limits[`${of}.untrackedBytes`]

/** The untracked events of an account, in bytes. */
export interface AccountUntracked {
  readonly accountId: AccountId
  readonly bytes: number
}

/** The account that loses events while all together have too many: the one with the most bytes, then the first by id. */
export const largestUntracked = <A extends AccountUntracked>(accounts: ReadonlyArray<A>): A | undefined =>
  accounts.toSorted((a, b) => b.bytes - a.bytes || (a.accountId < b.accountId ? -1 : 1))[0]

const isReferenceType = Schema.is(ReferenceType)

/** The type of the shipments that references of a type match; undefined for references that match none. */
const typeOf = (referenceType: string): ReferenceType | undefined =>
  shipmentTypesMatching(referenceType).find((type) => isReferenceType(type))

/** A number by which events could be tracked, with the type of its references. */
export interface TrackableNumber extends MatchedNumber {
  readonly referenceType: string
}

/** The numbers by which events could be tracked, each once. */
export const trackableNumbers = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<TrackableNumber> => {
  const numbers = new Map<string, TrackableNumber>()
  for (const { type: referenceType, value: number } of events.flatMap(matchKeysOf)) {
    const type = typeOf(referenceType)
    if (type !== undefined)
      numbers.set(`${referenceType} ${number}`, { referenceType, number, type: Option.some(type) })
  }
  return [...numbers.values()]
}
