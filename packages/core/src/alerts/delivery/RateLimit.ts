import { Schema } from "effect"

/** The most messages a second that an endpoint takes: a whole number from 1 to 1,000. */
export const RateLimit = Schema.Int.pipe(
  Schema.check(Schema.isBetween({ minimum: 1, maximum: 1000 }, { message: "must be a whole number from 1 to 1000" })),
  Schema.brand("RateLimit")
)
export type RateLimit = typeof RateLimit.Type

/**
 * How far apart the looks at a throttled queue are at least: at more than 50 messages a second those of 20 ms go
 * together, which keeps looking cheap and lets no second have more than 2 % above its limit.
 */
const TICK_MILLIS = 20

/** What may be begun now. Instants in milliseconds since the epoch. */
export interface SlotGrant {
  /** How many attempts may begin now. */
  readonly granted: number
  /** When the slot after these begins: to be kept, and given to the next call. */
  readonly slotAt: number
  /** When it is worth looking again. */
  readonly nextAt: number
}

const SECOND_MILLIS = 1000

/** How far ahead a next slot is at most, with room for callers that read the time at one instant and come at another. */
const MAX_SLOT_LEAD_MILLIS = 60 * SECOND_MILLIS

/**
 * Hands out evenly spaced slots, one every 1000 / `perSecond` milliseconds (a leaky bucket of depth one, in the form of
 * the generic cell rate algorithm, ITU-T I.371 annex A: the theoretical arrival time is what is kept). Slots that nobody
 * took do not add up: after a quiet hour the first second has no more than any other. The next slot is
 * never more than a second ahead, so one that is further off comes from before the clock was set back, and is none.
 *
 * @param slotAt when the next free slot begins, as the last call said; 0 when there was none
 * @param now milliseconds since the epoch
 * @param wanted how many are asked for at most
 */
export const reserveSlots = (perSecond: RateLimit, slotAt: number, now: number, wanted: number): SlotGrant => {
  const spacing = SECOND_MILLIS / perSecond
  const together = Math.max(1, Math.floor(TICK_MILLIS / spacing))
  const known = slotAt > now + MAX_SLOT_LEAD_MILLIS ? 0 : slotAt
  const first = Math.max(known, now - (together - 1) * spacing)
  const granted = first > now ? 0 : Math.min(wanted, together, Math.floor((now - first) / spacing) + 1)
  const next = granted === 0 ? known : first + granted * spacing
  return { granted, slotAt: next, nextAt: Math.ceil(Math.max(next, now) + (together - 1) * spacing) }
}
