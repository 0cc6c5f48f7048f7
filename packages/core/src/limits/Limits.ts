import { Context, Record, Result, Schema, Struct } from "effect"
import { parseNamedNumbers } from "../faults/NamedNumbers.ts"

/** One limit of the service. */
interface LimitEntry {
  readonly byDefault: number
  /** The lowest value that an operator can set. */
  readonly minimum: number
  /** What the value counts. */
  readonly unit: string
  /** What is limited, and where it matters how, as one sentence. */
  readonly meaning: string
  /** What a caller who meets the limit can do, as one sentence. */
  readonly action: string
}

/**
 * Every limit of the service, in the order in which it is listed. The names say whose the limit is: of a request, of an
 * account, of a key, of an address. No default binds an ordinary customer: 100 requests and 200 deliveries a second.
 */
export const LIMITS = {
  "request.lines": {
    byDefault: 10_000,
    minimum: 1,
    unit: "lines",
    meaning: "Lines of one request to easy-shipment, over all its endpoints.",
    action: "Split the request into smaller ones."
  }
} as const satisfies Readonly<Record<string, LimitEntry>>

/** The name of a limit. */
export type LimitName = keyof typeof LIMITS

export const LIMIT_NAMES = Struct.keys(LIMITS)

/** The entry of a limit. */
export const limitEntryOf = (name: LimitName): LimitEntry => LIMITS[name]

/** The value of every limit. */
export const LimitValues = Schema.Record(Schema.Literals(LIMIT_NAMES), Schema.Int)
export type LimitValues = typeof LimitValues.Type

export const DEFAULT_LIMITS: LimitValues = Record.map(LIMITS, ({ byDefault }) => byDefault)

/** The limits in force in this process. Layers read them when they are built. */
export const Limits = Context.Reference<LimitValues>("@landfall/core/limits/Limits", {
  defaultValue: () => DEFAULT_LIMITS
})

/** The limits as text: `request.lines=10000`. */
export const formatLimits = (values: LimitValues): string =>
  LIMIT_NAMES.map((name) => `${name}=${values[name]}`).join(",")

/** The highest value of a limit: in effect none. */
const MAX_LIMIT = 1_000_000_000

/**
 * The limits that a text such as `request.lines=500` describes. Limits that it does not name have their default. Fails with
 * the first fault, as part of a sentence.
 */
export const parseLimits = (text: string): Result.Result<LimitValues, string> =>
  Result.map(
    parseNamedNumbers(text, {
      names: LIMIT_NAMES,
      kind: "a limit",
      value: "value",
      form: "limit=number",
      unitOf: (name) => LIMITS[name].unit,
      minimumOf: (name) => LIMITS[name].minimum,
      maximum: MAX_LIMIT
    }),
    (set) => Record.map(DEFAULT_LIMITS, (byDefault, name) => set.get(name) ?? byDefault)
  )

/**
 * A request exceeds a limit: what it needs in all, and what the limit allows. The edges answer it with the status that the
 * limit has there.
 */
export class LimitExceeded extends Schema.TaggedError<LimitExceeded>()("LimitExceeded", {
  limit: Schema.Literals(LIMIT_NAMES),
  value: Schema.Int,
  needed: Schema.Int
}) {}

/** Why a request exceeds a limit, with what to do: two sentences. */
export const describeExcess = ({ limit, value, needed }: LimitExceeded): string => {
  const { unit, action } = LIMITS[limit]
  return `The request needs ${needed} ${unit}; the limit ${limit} is ${value}. ${action}`
}
