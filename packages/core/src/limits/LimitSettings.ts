import { Record, Result } from "effect"
import { parseNamedNumbers } from "../faults/NamedNumbers.ts"
import { DEFAULT_LIMITS, LIMIT_NAMES, type LimitValues } from "./Limits.ts"
import { LIMITS } from "./LimitTable.ts"

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
