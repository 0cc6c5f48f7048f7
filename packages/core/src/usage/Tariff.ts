import { Result, Schema, Struct } from "effect"
import { parseNamedNumbers } from "../faults/NamedNumbers.ts"
import { Credits } from "./Credits.ts"

const credits = (amount: number): Credits => Credits.make(amount)

/**
 * The default price of each metered operation; every other operation is free. Only successful results are charged: a port
 * without data, and a rejected line or request, cost nothing.
 */
export const DEFAULT_TARIFF = {
  "shipment.track": credits(10),
  "congestion.port": credits(1),
  "congestion.history": credits(5),
  "congestion.calls": credits(5),
  "co2.voyage": credits(1)
} as const

/** An operation that costs credits. */
export type MeteredOperation = keyof typeof DEFAULT_TARIFF

/** The unit of each metered operation. */
export const METERED_UNITS: Readonly<Record<MeteredOperation, string>> = {
  "shipment.track": "A shipment that was not tracked before, or is registered on one more endpoint.",
  "congestion.port": "The congestion figures of one port, alone or in a batch.",
  "congestion.history": "The history of one port, or its times at berth and of waiting.",
  "congestion.calls": "One page of the port calls behind the figures of one port.",
  "co2.voyage": "The emissions of one voyage, alone or in a batch."
}

const METERED_OPERATIONS = Struct.keys(DEFAULT_TARIFF)

/** The credits charged for one unit of each metered operation. */
export const Tariff = Schema.Record(Schema.Literals(METERED_OPERATIONS), Credits)
export type Tariff = typeof Tariff.Type

/** The cost of `count` units of an operation; `count` is a whole number, 0 or more. */
export const costOf = (tariff: Tariff, operation: MeteredOperation, count: number): Credits =>
  Credits.make(tariff[operation] * count)

/** The metered operations of a tariff with their prices, in the order of the default tariff. */
export const tariffEntries = (tariff: Tariff): ReadonlyArray<readonly [MeteredOperation, Credits]> =>
  METERED_OPERATIONS.map((operation) => [operation, tariff[operation]])

/** A tariff as text: `shipment.track=10,congestion.port=1`. */
export const formatTariff = (tariff: Tariff): string =>
  tariffEntries(tariff)
    .map(([operation, price]) => `${operation}=${price}`)
    .join(",")

/** The highest price of one unit. */
const MAX_PRICE = 1_000_000

/**
 * The tariff that a text such as `co2.voyage=2,shipment.track=15` describes. Operations that it does not name have their
 * default price. Fails with the first fault, as part of a sentence.
 */
export const parseTariff = (text: string): Result.Result<Tariff, string> =>
  Result.map(
    parseNamedNumbers(text, {
      names: METERED_OPERATIONS,
      kind: "a metered operation",
      value: "price",
      form: "operation=credits",
      unitOf: () => "credits",
      minimumOf: () => 0,
      maximum: MAX_PRICE
    }),
    (prices) => ({
      ...DEFAULT_TARIFF,
      ...Object.fromEntries([...prices].map(([operation, price]) => [operation, credits(price)]))
    })
  )
