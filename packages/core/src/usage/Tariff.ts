import { Result, Schema, Struct } from "effect"
import { suggest } from "../faults/Suggestions.ts"
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

/** What one unit of each metered operation is. */
export const METERED_UNITS: Readonly<Record<MeteredOperation, string>> = {
  "shipment.track": "A shipment that was not tracked before, or is registered on one more endpoint.",
  "congestion.port": "The congestion figures of one port, alone or in a batch.",
  "congestion.history": "The history of one port.",
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

const isMeteredOperation = (name: string): name is MeteredOperation => Object.hasOwn(DEFAULT_TARIFF, name)

/** The highest price of one unit. */
const MAX_PRICE = 1_000_000

const describeUnknown = (name: string): string => {
  const near = suggest(name, METERED_OPERATIONS)
  return near.length > 0
    ? `"${name}" is not a metered operation, but ${near.join(" or ")} is`
    : `"${name}" is not a metered operation; these are ${METERED_OPERATIONS.join(", ")}`
}

/** The fault of one part of a tariff text; undefined when it is valid and its operation is not among `named`. */
const partFault = (part: string, named: ReadonlyMap<string, Credits>): string | undefined => {
  const [name = "", price, ...rest] = part.split("=").map((text) => text.trim())
  if (price === undefined || rest.length > 0) return `"${part}" has not the form operation=credits`
  if (!isMeteredOperation(name)) return describeUnknown(name)
  if (!/^\d{1,7}$/.test(price) || Number(price) > MAX_PRICE) {
    return `the price of ${name} is "${price}"; it must be a whole number of credits from 0 to ${MAX_PRICE}`
  }
  return named.has(name) ? `${name} has two prices` : undefined
}

/**
 * The tariff that a text such as `co2.voyage=2,shipment.track=15` describes. Operations that it does not name have their
 * default price. Fails with the first fault, as part of a sentence.
 */
export const parseTariff = (text: string): Result.Result<Tariff, string> => {
  const named = new Map<string, Credits>()
  for (const part of text.split(",")) {
    if (part.trim() === "") continue
    const fault = partFault(part.trim(), named)
    if (fault !== undefined) return Result.fail(fault)
    const [name = "", price] = part.split("=").map((side) => side.trim())
    named.set(name, credits(Number(price)))
  }
  return Result.succeed({ ...DEFAULT_TARIFF, ...Object.fromEntries(named) })
}
