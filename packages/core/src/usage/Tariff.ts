import { Schema } from "effect"
import { Credits } from "./Credits.ts"

const credits = (amount: number): Credits => Credits.make(amount)

/**
 * What costs credits, and what one of it costs unless the operator says otherwise. Everything else is free. What is
 * counted is what was answered: a port without data, a line or a request that was refused, costs nothing.
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

/** What can cost credits. */
export type MeteredOperation = keyof typeof DEFAULT_TARIFF

/** Credits for one of each. */
export type Tariff = Readonly<Record<MeteredOperation, Credits>>

/** The prices that an operator sets; those left out keep their default. Zero makes an operation free. */
export const TariffOverrides = Schema.Struct({
  "shipment.track": Schema.optionalKey(Credits),
  "alert.example": Schema.optionalKey(Credits),
  "congestion.port": Schema.optionalKey(Credits),
  "congestion.history": Schema.optionalKey(Credits),
  "congestion.calls": Schema.optionalKey(Credits),
  "co2.voyage": Schema.optionalKey(Credits)
} satisfies Record<MeteredOperation, unknown>)
export type TariffOverrides = typeof TariffOverrides.Type

export const makeTariff = (overrides: TariffOverrides): Tariff => ({ ...DEFAULT_TARIFF, ...overrides })

/** What `count` of an operation cost; `count` is a whole number, 0 or more. */
export const costOf = (tariff: Tariff, operation: MeteredOperation, count: number): Credits =>
  Credits.make(tariff[operation] * count)
