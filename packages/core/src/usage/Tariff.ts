import { Credits } from "./Credits.ts"

const credits = (amount: number): Credits => Credits.make(amount)

/**
 * The price of each metered operation; every other operation is free. Only successful results are charged: a port without
 * data, and a rejected line or request, cost nothing.
 */
export const DEFAULT_TARIFF = {
  /** A shipment that was not tracked before, or is registered on one more endpoint. */
  "shipment.track": credits(10),
  /** An example alert. */
  "alert.example": credits(0),
  /** An aggregate of one port, alone or in a batch. */
  "congestion.port": credits(1),
  /** The history of one port. */
  "congestion.history": credits(5),
  /** The port calls behind the figures of one port. */
  "congestion.calls": credits(5),
  /** The emissions of one voyage, alone or in a batch. */
  "co2.voyage": credits(1)
} as const

/** An operation that costs credits. */
export type MeteredOperation = keyof typeof DEFAULT_TARIFF

/** The credits charged for one unit of each metered operation. */
export type Tariff = Readonly<Record<MeteredOperation, Credits>>

/** The cost of `count` units of an operation; `count` is a whole number, 0 or more. */
export const costOf = (tariff: Tariff, operation: MeteredOperation, count: number): Credits =>
  Credits.make(tariff[operation] * count)
