import { Schema } from "effect"

/** The maximum number of requests per second to an endpoint: a whole number from 1 to 1000. */
export const RateLimit = Schema.Int.pipe(
  Schema.check(Schema.isBetween({ minimum: 1, maximum: 1000 }, { message: "must be a whole number from 1 to 1000" })),
  Schema.brand("RateLimit")
)
export type RateLimit = typeof RateLimit.Type

/**
 * The shortest time between two turns of a throttled queue, in milliseconds. Above 50 requests per second, those of 20
 * ms are granted together: turns cost little, and no second exceeds its limit by more than 2 %.
 */
const TICK_MILLIS = 20

/** The slots that were granted. Instants in milliseconds since the epoch. */
export interface SlotGrant {
  /** The number of attempts that may begin now. */
  readonly granted: number
  /** The start of the next slot: store it and pass it to the next call. */
  readonly slotAt: number
  /** The instant at which the next slots can be granted. */
  readonly nextAt: number
}

const SECOND_MILLIS = 1000

/** The longest time by which a next slot can be ahead of `now`, with tolerance for callers whose clocks differ. */
const MAX_SLOT_LEAD_MILLIS = 60 * SECOND_MILLIS

/**
 * Grants evenly spaced slots, one every 1000 / `perSecond` milliseconds. Unused slots do not accumulate.
 *
 * @param perSecond the maximum number of attempts per second, at least 1/60
 * @param slotAt when the next slot begins, as the previous call returned it; 0 without a previous call
 * @param now milliseconds since the epoch
 * @param requested the maximum number of slots to grant
 */
export const reserveSlots = (perSecond: number, slotAt: number, now: number, requested: number): SlotGrant => {
  // A leaky bucket of depth one, in the form of the generic cell rate algorithm, ITU-T I.371 annex A, which stores the
  // theoretical arrival time.
  const spacing = SECOND_MILLIS / perSecond
  const together = Math.max(1, Math.floor(TICK_MILLIS / spacing))
  // The next slot is never further ahead than one spacing: one that is a minute ahead was stored before the clock was
  // set back.
  const storedSlotAt = slotAt > now + MAX_SLOT_LEAD_MILLIS ? 0 : slotAt
  const first = Math.max(storedSlotAt, now - (together - 1) * spacing)
  const granted = first > now ? 0 : Math.min(requested, together, Math.floor((now - first) / spacing) + 1)
  const next = granted === 0 ? storedSlotAt : first + granted * spacing
  return { granted, slotAt: next, nextAt: Math.ceil(Math.max(next, now) + (together - 1) * spacing) }
}
